// Tables whose rows are all in the answer: found here, cut here, updated in place.

import { attribute, byId, el, keyed, text } from './dom.js';
import { bytes, cores, count, exact, percent, seconds, UNKNOWN } from './format.js';

const MOST_ROWS = 500;

/** An amount in base units as people read it, by its resource. */
export function amount(resource, value) {
  if (value === null || value === undefined) {
    return { shown: UNKNOWN, exact: 'not known' };
  }
  if (resource === 'cpu' || resource.endsWith('-cpu')) {
    return { shown: cores(value), exact: exact(value, 'milli-cores') };
  }
  return resource.endsWith('memory') ? { shown: bytes(value), exact: exact(value, 'bytes') } : { shown: count(value), exact: exact(value, '') };
}

/** How long ago a time of the API was, by the clock of the process. */
export function ago(time, now) {
  const since = Date.parse(time);
  return Number.isFinite(since) ? seconds(Math.max(0, Math.round((Date.parse(now) - since) / 1000))) : UNKNOWN;
}

export const share = (used, capacity) => percent(used, capacity);

/**
 * A table. columns: label, and value(row) which gives text, or {text, title, chip}. key(row): unique. empty: what to say without rows.
 */
export class Rows {
  constructor(id, columns, key, empty) {
    Object.assign(this, { id, columns, key, empty, rows: [] });
    const head = el('tr');
    for (const column of columns) {
      head.append(el('th', { scope: 'col', title: column.hint }, column.label));
    }
    byId(`${id}-table`).tHead.append(head);
    byId(`${id}-find`)?.addEventListener('input', () => this.draw());
  }

  show(rows) {
    this.rows = rows.map((row) => ({ key: this.key(row), cells: this.columns.map((column) => cell(column.value(row))) }));
    this.draw();
  }

  draw() {
    const wanted = (byId(`${this.id}-find`)?.value ?? '').trim().toLowerCase();
    const fitting = this.rows.filter((row) => row.cells.some((each) => each.text.toLowerCase().includes(wanted)));
    const shown = fitting.slice(0, MOST_ROWS);
    keyed(byId(`${this.id}-table`).tBodies[0], shown, (row) => row.key, (row) => this.create(row), update);
    text(byId(`${this.id}-count`), fitting.length === this.rows.length ? count(this.rows.length) : `${count(fitting.length)} of ${count(this.rows.length)}`);
    byId(`${this.id}-table`).hidden = shown.length === 0;
    byId(`${this.id}-empty`).hidden = shown.length > 0;
    text(byId(`${this.id}-empty`), this.rows.length > 0 ? 'Nothing fits what you look for.' : this.empty);
    byId(`${this.id}-more`).hidden = fitting.length <= MOST_ROWS;
    text(byId(`${this.id}-more`), `The first ${MOST_ROWS} of ${count(fitting.length)}.`);
  }

  create(row) {
    const made = el('tr');
    row.cells.forEach((each, index) => {
      const words = this.columns[index].words ? { class: 'words' } : {};
      const first = index === 0 ? el('th', { scope: 'row' }) : el('td', words);
      first.append(each.chip ? el('span', { class: 'chip' }) : el('span'));
      made.append(first);
    });
    return made;
  }
}

const cell = (value) => (typeof value === 'string' ? { text: value } : value);

function update(element, row) {
  row.cells.forEach((each, index) => {
    const span = element.cells[index].firstElementChild;
    text(span, each.text);
    attribute(span, 'title', each.title);
    attribute(span, 'data-value', each.chip ? each.text : null);
  });
}
