// A table of nodes: sorted, filtered, in a stable order; rows are updated in place.

import { attribute, byId, el, keyed, number, setNumber, text } from './dom.js';

const FIRST_ROWS = 200;

function compare(left, right) {
  if (typeof left === 'string' || typeof right === 'string') {
    return String(left).localeCompare(String(right), 'en', { numeric: true });
  }
  return left - right;
}

/** A cell with a word of the node as a chip. */
export function chip(field, node, ...more) {
  return el('td', {}, el('span', { class: 'chip', 'data-node': node.name, 'data-field': field }), ...more);
}

/** The first cell: the name, which opens the node. */
export function nameCell(node, open) {
  const button = el('button', { type: 'button', class: 'node-name', title: 'Explain this node' }, node.name);
  button.addEventListener('click', () => open(node.name));
  return el('th', { scope: 'row' }, button, el('small', { class: 'node-where' }));
}

/**
 * columns: id and label; hint; and what is sorted by: sort(node), or the fields cpu and memory, or single. fixed ones are not sorted by.
 * states: values of the field "state", in order. words(node): what is searched. cell(column, node): an element, or nothing for amounts.
 * fill(row, node): what is neither amount nor chip. empty(): what to do when there is no node at all.
 */
export class NodeTable {
  constructor(options) {
    Object.assign(this, options);
    this.view = { column: 'name', ascending: true, resource: 'cpu', find: '', state: '', all: false };
    this.latest = [];
  }

  setUp() {
    byId('node-table').tHead.append(this.header());
    for (const state of this.states) {
      byId('filter-state').append(el('option', { value: state }, state.toLowerCase().replace('_', ' ')));
    }
    byId('filter-text').addEventListener('input', (event) => { this.view.find = event.target.value.trim(); this.render(); });
    byId('filter-state').addEventListener('change', (event) => { this.view.state = event.target.value; this.render(); });
    byId('sort-resource').addEventListener('change', (event) => { this.view.resource = event.target.value; this.render(); });
    window.addEventListener('hashchange', () => this.filterFromAddress());
    this.filterFromAddress();
  }

  show(nodes) {
    this.latest = nodes;
    this.render();
  }

  sortKey(column) {
    return column.sort ?? ((node) => node[column.single ?? column[this.view.resource]] ?? null);
  }

  /** Unknown amounts come last in both directions; equal ones keep the order of names. */
  arrange(nodes) {
    const column = this.columns.find((each) => each.id === this.view.column);
    const key = this.sortKey(column);
    const find = this.view.find.toLowerCase();
    return nodes
      .filter((node) => (this.view.state === '' || node.state === this.view.state) && (find === '' || this.words(node).toLowerCase().includes(find)))
      .map((node) => ({ node, value: key(node) }))
      .sort((left, right) => {
        if (left.value === null || right.value === null) {
          return (left.value === null) - (right.value === null) || compare(left.node.name, right.node.name);
        }
        const order = compare(left.value, right.value);
        return (this.view.ascending ? order : -order) || compare(left.node.name, right.node.name);
      })
      .map((entry) => entry.node);
  }

  createRow(node) {
    const row = el('tr', { 'data-node-row': node.name });
    for (const column of this.columns) {
      row.append(this.cell(column, node) ?? this.amounts(column, node));
    }
    return row;
  }

  amounts(column, node) {
    const where = { node: node.name };
    return column.single
      ? el('td', { class: 'amount' }, number(column.single, where))
      : el('td', { class: 'amount' }, number(column.cpu, where), number(column.memory, where));
  }

  updateRow(row, node) {
    for (const element of row.querySelectorAll('.num')) {
      setNumber(element, node[element.dataset.field] ?? null);
    }
    for (const element of row.querySelectorAll('.chip')) {
      const value = node[element.dataset.field] ?? 'NO_DATA';
      attribute(element, 'data-value', value);
      text(element, value.toLowerCase().replace('_', ' '));
    }
    this.fill(row, node);
  }

  render() {
    const fitting = this.arrange(this.latest);
    const shown = this.view.all ? fitting : fitting.slice(0, FIRST_ROWS);
    keyed(byId('node-table').tBodies[0], shown, (node) => node.name, (node) => this.createRow(node), (row, node) => this.updateRow(row, node));
    text(byId('node-count'), fitting.length === this.latest.length ? `${this.latest.length}` : `${fitting.length} of ${this.latest.length}`);
    byId('node-table').hidden = shown.length === 0;
    byId('node-empty').hidden = shown.length > 0;
    text(byId('node-empty'), shown.length > 0 ? '' : this.emptySentence());
    const more = byId('node-more');
    more.hidden = shown.length === fitting.length;
    if (!more.hidden && more.childElementCount === 0) {
      const button = el('button', { type: 'button' }, 'Show all');
      button.addEventListener('click', () => { this.view.all = true; this.render(); });
      more.append(`The first ${FIRST_ROWS}. `, button);
    }
    for (const head of byId('node-table').tHead.rows[0]?.cells ?? []) {
      const sorted = head.dataset.column === this.view.column;
      attribute(head, 'aria-sort', sorted ? (this.view.ascending ? 'ascending' : 'descending') : null);
    }
  }

  emptySentence() {
    return this.latest.length > 0 ? 'No node fits the filter.' : this.empty();
  }

  sortBy(column) {
    this.view.ascending = this.view.column === column.id ? !this.view.ascending : column.sort !== undefined;
    this.view.column = column.id;
    this.render();
  }

  header() {
    const row = el('tr');
    for (const column of this.columns) {
      const head = el('th', { scope: 'col', 'data-column': column.id, title: column.hint });
      if (column.fixed) {
        head.append(column.label);
      } else {
        const button = el('button', { type: 'button', class: 'sort' }, column.label);
        button.addEventListener('click', () => this.sortBy(column));
        head.append(button);
      }
      row.append(head);
    }
    return row;
  }

  filterFromAddress() {
    const match = /^#nodes\?state=([A-Z_]+)$/.exec(window.location.hash);
    if (match && this.states.includes(match[1])) {
      this.view.state = match[1];
      byId('filter-state').value = match[1];
      byId('nodes').scrollIntoView();
      this.render();
    }
  }
}
