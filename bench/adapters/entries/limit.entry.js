// The floor: the DOM that the element ends in, built by plain JavaScript that knows the scenarios in advance. It
// reads just enough of the messages to know what to build, checks nothing and can do nothing else.
import styles from '../../../src/js/easel.css';

const shape = (tag, name, attributes = {}) => {
  const element = document.createElement(tag);
  element.className = name;
  for (const [key, value] of Object.entries({part: name, ...attributes})) element.setAttribute(key, value);
  return element;
};
const SHAPES = {
  Column: shape('div', 'column'),
  Row: shape('div', 'row', {'data-justify': 'spaceBetween', 'data-align': 'stretch'}),
  Card: shape('div', 'card'),
  List: shape('ul', 'list', {role: 'list', 'data-direction': 'vertical', 'data-align': 'stretch'}),
  Item: shape('li', 'item'),
  Button: shape('button', 'button', {type: 'button'}),
  Text: shape('p', 'text'),
  h4: shape('h4', 'text', {part: 'text heading'}),
  Markdown: shape('div', 'text md', {part: 'text'}),
  TextField: shape('div', 'field'),
  Label: shape('label', 'label'),
  Input: shape('input', 'input', {type: 'text', id: 'input'}),
};

let surface;
let onAction;
let parents; // id of a component → the element it belongs into
let fields; // the input of the keystroke scenario
let bound; // elements that show /v
let list; // the element of the list scenario
let items; // its texts

function build(component) {
  const {id, component: type, text, variant, children, child, label} = component;
  const isMarkdown = text?.length > 1000;
  const element = (isMarkdown ? SHAPES.Markdown : (SHAPES[variant] ?? SHAPES[type])).cloneNode(true);
  element.setAttribute('data-component-id', id);
  if (isMarkdown) markdown(element, text);
  else if (type === 'Text') {
    if (typeof text === 'string') element.textContent = text;
    else bound.push(element);
  } else if (type === 'TextField') {
    const name = element.appendChild(SHAPES.Label.cloneNode(false));
    name.textContent = label;
    name.htmlFor = 'input';
    const input = element.appendChild(SHAPES.Input.cloneNode(false));
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
  const blocks = document.createDocumentFragment();
  for (const block of source.split('\n\n')) {
    if (block.startsWith('## ')) blocks.append(inline('h2', block.slice(3)));
    else if (block.startsWith('```')) blocks.appendChild(document.createElement('pre')).appendChild(document.createElement('code')).textContent = block.slice(4, -3);
    else if (block.startsWith('- ')) blocks.append(listOf('ul', block, /^- /));
    else if (block.startsWith('1. ')) blocks.append(listOf('ol', block, /^\d+\. /));
    else blocks.append(inline('p', block));
  }
  host.append(blocks);
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
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    surface = root.appendChild(shape('div', 'stage')).appendChild(shape('div', 'surface'));
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
