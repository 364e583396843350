// Amounts of resources, whatever a cluster has: one line for each.

import { attribute, el, keyed, text } from './dom.js';
import { bytes, cores, count } from './format.js';

/** An amount in the unit of its resource. */
export function amountOf(resource, value) {
  if (resource === 'cpu' || resource.endsWith('-cpu')) {
    return cores(value);
  }
  return resource.endsWith('memory') || resource.endsWith('storage') ? bytes(value) : count(value);
}

/** A cell whose lines are filled by fillLines. */
export function linesCell(field) {
  return el('td', { class: field === 'resource' ? 'lines' : 'lines amount', 'data-lines': field });
}

/** lines: resource and text, and the exact value where there is one. */
export function fillLines(row, field, lines) {
  keyed(row.querySelector(`[data-lines="${field}"]`), lines, (line) => line.resource, () => el('span'), (element, line) => {
    attribute(element, 'data-value', line.value ?? '');
    attribute(element, 'title', line.value === undefined || line.value === null ? null : `${line.value} of ${line.resource}`);
    text(element, line.text);
  });
}
