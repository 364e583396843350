// Small helpers to build elements and to change only what differs: focus, selection and scroll position survive each poll.

import { show } from './format.js';

const SVG = 'http://www.w3.org/2000/svg';

export function byId(id) {
  return document.getElementById(id);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    attribute(element, name, value);
  }
  element.append(...children);
  return element;
}

export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function attribute(element, name, value) {
  if (value === null || value === undefined) {
    element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

export function text(element, value) {
  if (element.textContent !== value) {
    element.textContent = value;
  }
}

/** A number of the API. Its raw value stays readable for programs in data-value. */
export function number(field, where = {}) {
  const element = el('span', { class: 'num', 'data-field': field });
  for (const [key, value] of Object.entries(where)) {
    element.dataset[key] = value;
  }
  return element;
}

/** also: the same in the unit of the field that data-also names, for the tooltip. */
export function setNumber(element, value, also = null) {
  const shown = show(element.dataset.field, value);
  const known = value !== null && value !== undefined;
  attribute(element, 'data-value', known ? value : '');
  attribute(element, 'data-known', known);
  attribute(element, 'title', element.dataset.also ? `${shown.exact}, ${show(element.dataset.also, also).exact}` : shown.exact);
  text(element, shown.text);
}

/**
 * Makes the children of a container those of the items, in order, keyed; existing ones are kept and updated.
 * create(item) builds one, update(element, item) fills it.
 */
export function keyed(container, items, key, create, update) {
  const present = new Map();
  for (const child of container.children) {
    present.set(child.dataset.key, child);
  }
  let at = container.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let child = present.get(name);
    if (child === undefined) {
      child = create(item);
      child.dataset.key = name;
    }
    present.delete(name);
    update(child, item);
    if (child === at) {
      at = at.nextElementSibling;
    } else {
      container.insertBefore(child, at);
    }
  }
  for (const gone of present.values()) {
    gone.remove();
  }
}
