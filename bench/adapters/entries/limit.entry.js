// The floor: the DOM that the element ends in, built by plain JavaScript that knows the scenarios in advance. It
// reads just enough of the messages to know what to build, checks nothing and can do nothing else.
const SHEET = `
  .surface { display: block; font: 16px/1.5 system-ui, sans-serif; }
  .column, .list { display: flex; flex-direction: column; gap: 12px; }
  .row { display: flex; gap: 12px; align-items: center; }
  .card { display: block; padding: 16px; border: 1px solid #ddd; border-radius: 12px; }
  .text { margin: 0; }
  .button { padding: 8px 16px; border: 1px solid #ddd; border-radius: 8px; }
  .field { display: flex; flex-direction: column; gap: 4px; }
`;

const shape = (tag, name) => {
  const element = document.createElement(tag);
  element.className = name;
  element.setAttribute('part', name);
  return element;
};
const SHAPES = {
  Column: shape('div', 'column'), Row: shape('div', 'row'), Card: shape('div', 'card'), List: shape('div', 'list'),
  Button: shape('button', 'button'), Text: shape('p', 'text'), h4: shape('h4', 'text'), Item: shape('div', 'item'), TextField: shape('div', 'field'),
};
SHAPES.Button.type = 'button';
SHAPES.Row.style.justifyContent = 'space-between';

let surface;
let onAction;
let parents; // id of a component → the element it belongs into
let fields; // the input of the keystroke scenario
let bound; // elements that show /v
let list; // the element of the list scenario
let items; // its texts

function build(component) {
  const {id, component: type, text, variant, children, child, label} = component;
  const element = (SHAPES[variant] ?? SHAPES[type]).cloneNode(true);
  element.setAttribute('data-component-id', id);
  if (type === 'Text') {
    if (typeof text === 'string') {
      if (text.length > 1000) return markdown(element, text);
      element.textContent = text;
    } else bound.push(element);
  } else if (type === 'TextField') {
    const name = element.appendChild(document.createElement('label'));
    name.textContent = label;
    const input = element.appendChild(document.createElement('input'));
    input.addEventListener('input', () => show(input.value));
    fields.push(input);
  } else if (type === 'List') list = element;
  else if (type === 'Button') element.addEventListener('click', () => onAction?.({name: component.action.event.name}));
  if (Array.isArray(children)) for (const one of children) parents.set(one, element);
  if (child) parents.set(child, element);
  return element;
}

function show(value) {
  for (const input of fields) if (input.value !== value) input.value = value;
  for (const text of bound) text.textContent = value;
}

function addItem({name}) {
  const item = SHAPES.Item.cloneNode(false);
  const text = item.appendChild(SHAPES.Text.cloneNode(false));
  text.setAttribute('data-component-id', 'item');
  text.textContent = name;
  items.push(text);
  return item;
}

// Exactly the Markdown that the generator writes.
function markdown(host, source) {
  const div = document.createElement('div');
  for (const block of source.split('\n\n')) {
    if (block.startsWith('## ')) div.append(inline('h2', block.slice(3)));
    else if (block.startsWith('```')) div.appendChild(document.createElement('pre')).appendChild(document.createElement('code')).textContent = block.slice(4, -3);
    else if (block.startsWith('- ')) div.append(listOf('ul', block, /^- /));
    else if (block.startsWith('1. ')) div.append(listOf('ol', block, /^\d+\. /));
    else div.append(inline('p', block));
  }
  host.replaceChildren(div);
  return host;
}
function listOf(tag, block, marker) {
  const element = document.createElement(tag);
  for (const line of block.split('\n')) element.append(inline('li', line.replace(marker, '')));
  return element;
}
function inline(tag, text) {
  const element = document.createElement(tag);
  for (const part of text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)) {
    if (part === '') continue;
    const [name, cut] = part.startsWith('**') ? ['strong', 2] : part[0] === '*' ? ['em', 1] : part[0] === '`' ? ['code', 1] : [];
    if (name) element.appendChild(document.createElement(name)).textContent = part.slice(cut, -cut);
    else element.append(part);
  }
  return element;
}

export default {
  name: 'limit',
  mount(el, hooks = {}) {
    onAction = hooks.onAction;
    const root = el.appendChild(document.createElement('div')).attachShadow({mode: 'open'});
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(SHEET);
    root.adoptedStyleSheets = [sheet];
    surface = root.appendChild(shape('div', 'surface'));
  },
  send(messages) {
    for (const {createSurface, updateComponents, updateDataModel} of messages) {
      if (createSurface) [parents, fields, bound, items, list] = [new Map(), [], [], [], undefined];
      else if (updateComponents) {
        let root;
        for (const component of updateComponents.components) {
          if (component.id === 'item') continue; // the template of the list
          const element = build(component);
          if (component.id === 'root') root = element;
          else parents.get(component.id).append(element);
        }
        if (root) surface.append(root);
      } else if (updateDataModel) {
        const [, key, index, field] = updateDataModel.path.split('/');
        if (key === 'v') show(updateDataModel.value);
        else if (field) items[index].textContent = updateDataModel.value;
        else if (index) list.append(addItem(updateDataModel.value));
        else list.append(...updateDataModel.value.map(addItem));
      }
    }
  },
};
