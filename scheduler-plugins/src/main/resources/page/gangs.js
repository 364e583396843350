// Gangs: pods that are placed together, and what those wait for that are not.

import { attribute, el, text } from './dom.js';
import { clock, seconds, UNKNOWN } from './format.js';
import { chip, NodeTable } from './table.js';

const STATES = ['INCOMPLETE', 'WAITING', 'PLANNED', 'PLACED'];

const COLUMNS = [
  { id: 'name', label: 'Gang', rank: 'name' },
  { id: 'state', label: 'State', rank: 'state' },
  { id: 'reason', label: 'Waits for', hint: 'why its pods have no node yet', fixed: true },
  { id: 'minimum', label: 'Minimum', hint: 'fewest pods that are placed', single: 'minimum' },
  { id: 'present', label: 'Present', hint: 'pods that exist and are not done', single: 'present' },
  { id: 'withRoom', label: 'With room', hint: 'pods that have room on a node by the plan', single: 'withRoom' },
  { id: 'binding', label: 'Binding', hint: 'pods whose bind waits for the others', single: 'binding' },
  { id: 'bound', label: 'Bound', hint: 'pods that have a node', single: 'bound' },
  { id: 'since', label: 'Waiting', hint: 'since its oldest pod without a node came', single: 'sinceMillis' },
];

function cell(column, gang) {
  switch (column.id) {
    case 'name':
      return el('th', { scope: 'row' }, gang.name);
    case 'state':
      return chip('state', gang);
    case 'reason':
      return el('td', { class: 'words', 'data-field': 'reason' });
    case 'since':
      return el('td', { class: 'amount', 'data-field': 'since' });
    default:
      return null;
  }
}

function fill(row, gang) {
  const missing = gang.minimum === undefined ? 0 : gang.minimum - gang.present;
  text(row.querySelector('[data-field="reason"]'), (gang.reason ?? '') + (missing > 0 ? ` (${missing} missing)` : ''));
  const since = row.querySelector('[data-field="since"]');
  const known = gang.sinceMillis ?? null;
  attribute(since, 'data-value', known ?? '');
  attribute(since, 'title', known === null ? null : `since ${clock(known)}`);
  text(since, known === null ? UNKNOWN : seconds(Math.max(0, Math.round((Date.parse(this.status.time) - known) / 1000))));
}

function empty() {
  return this.status?.gangs === false ? 'Gangs are off: gang.enabled in the configuration.' : 'No pod belongs to a gang, and there is no PodGroup.';
}

export const newGangs = () => new NodeTable({ section: 'gangs', one: 'gang', columns: COLUMNS, states: STATES, cell, fill, empty });
