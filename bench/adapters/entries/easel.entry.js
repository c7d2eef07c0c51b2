import '../../../dist/index.js';

let easel;
export default {
  name: 'easel',
  mount(el, {onAction} = {}) {
    easel = document.createElement('a2ui-easel');
    easel.addEventListener('a2ui-action', e => onAction?.(e.detail));
    el.append(easel);
  },
  send(messages) {
    easel.send(messages);
  },
};
