// A table of nodes, or of something else with names. The server searches, sorts and cuts it; rows are updated in place. The view is in
// the address.

import { attribute, byId, el, keyed, number, setNumber, text } from './dom.js';
import { count } from './format.js';

const PAGE_ROWS = 100;
const TYPING_MILLIS = 250;

/** A cell with a word of the node as a chip. */
export function chip(field, node, ...more) {
  return el('td', {}, el('span', { class: 'chip', 'data-node': node.name, 'data-field': field }), ...more);
}

/** The first cell: the name, which opens the node. */
export function nameCell(node, open) {
  const button = el('button', { type: 'button', class: 'node-name', title: 'Explain' }, node.name);
  button.addEventListener('click', () => open(node.name));
  return el('th', { scope: 'row' }, button, el('small', { class: 'node-where' }));
}

/**
 * columns: id and label; hint; and what is sorted by: rank, a field whose order the server knows, or the fields cpu and memory, or
 * single. fixed ones are not sorted by. states: values of the field "state", in order. cell(column, node): an element, or nothing for
 * amounts. fill(row, node): what is neither amount nor chip. empty(): what to do when there is no node at all. changed(): asks the
 * server anew. section: id of the section that has the table and its controls, and what its addresses begin with; one: what a row is
 * called.
 */
export class NodeTable {
  constructor(options) {
    Object.assign(this, { section: 'nodes', one: 'node' }, options);
    this.view = this.viewOf('');
    this.typing = 0;
    this.scrollTo = false;
  }

  /** The element of the section whose id ends like this. */
  part(end) {
    return byId(this.section).querySelector(`[id$="${end}"]`);
  }

  setUp(changed) {
    this.changed = changed;
    this.part('-table').tHead.append(this.header());
    for (const state of this.states) {
      this.part('filter-state').append(el('option', { value: state }, state.toLowerCase().replace('_', ' ')));
    }
    this.part('filter-text').addEventListener('input', (event) => {
      clearTimeout(this.typing);
      attribute(this.part('-table'), 'aria-busy', 'true');
      this.typing = setTimeout(() => {
        this.typing = 0;
        this.change({ find: event.target.value.trim(), offset: 0 });
      }, TYPING_MILLIS);
    });
    this.part('filter-state').addEventListener('change', (event) => this.change({ state: event.target.value, offset: 0 }));
    this.part('sort-resource')?.addEventListener('change', (event) => this.change({ resource: event.target.value, offset: 0 }));
    window.addEventListener('hashchange', () => this.followAddress());
    this.followAddress();
  }

  viewOf(query) {
    const given = new URLSearchParams(query);
    const number = Number.parseInt(given.get('offset') ?? '0', 10);
    const column = this.columns.find((each) => each.id === given.get('sort') && !each.fixed) ?? this.columns[0];
    return {
      find: given.get('find') ?? '',
      state: this.states.includes(given.get('state')) ? given.get('state') : '',
      column: column.id,
      ascending: given.has('order') ? given.get('order') === 'asc' : column.rank !== undefined,
      resource: given.get('by') === 'memory' ? 'memory' : 'cpu',
      offset: Number.isFinite(number) && number > 0 ? number : 0,
    };
  }

  /** The view as it is in the address: empty for the usual one. */
  address() {
    const usual = this.viewOf('');
    const { find, state, column, ascending, resource, offset } = this.view;
    const query = new URLSearchParams();
    const add = (name, value, normal) => value !== normal && query.set(name, value);
    add('state', state, usual.state);
    add('find', find, usual.find);
    add('by', resource, usual.resource);
    if (column !== usual.column || ascending !== usual.ascending) {
      query.set('sort', column);
      query.set('order', ascending ? 'asc' : 'desc');
    }
    add('offset', offset, usual.offset);
    return query.size === 0 ? '' : `#${this.section}?${query}`;
  }

  /** Which rows, in which order. */
  selection() {
    const { find, state, column, ascending, resource } = this.view;
    const sorted = this.columns.find((each) => each.id === column);
    return { find, state, sort: sorted.rank ?? sorted.single ?? sorted[resource], order: ascending ? 'asc' : 'desc' };
  }

  /** What the server is asked for. */
  query() {
    return `?${this.parameters()}`;
  }

  /** The same as parameters whose names begin with a prefix. */
  parameters(prefix = '') {
    const wanted = { limit: PAGE_ROWS, offset: this.view.offset, ...this.selection() };
    return new URLSearchParams(Object.entries(wanted).map(([name, value]) => [prefix + name, value]));
  }

  change(difference) {
    Object.assign(this.view, difference);
    window.history.replaceState(null, '', this.address() || window.location.pathname + window.location.search);
    this.ask();
  }

  ask() {
    this.showView();
    attribute(this.part('-table'), 'aria-busy', 'true');
    this.changed();
  }

  followAddress() {
    const start = `#${this.section}?`;
    if (window.location.hash.startsWith(start)) {
      this.view = this.viewOf(window.location.hash.slice(start.length));
      this.scrollTo = true;
      byId(this.section).scrollIntoView();
      this.ask();
    }
  }

  /** What is above the table gets its height only with the first answer: the place of the table is known after it. */
  arrive() {
    if (this.scrollTo) {
      this.scrollTo = false;
      requestAnimationFrame(() => byId(this.section).scrollIntoView());
    }
  }

  /** Sets the controls to the view. */
  showView() {
    const { find, state, resource, column, ascending } = this.view;
    if (this.part('filter-text').value.trim() !== find) {
      this.part('filter-text').value = find;
    }
    this.part('filter-state').value = state;
    if (this.part('sort-resource')) {
      this.part('sort-resource').value = resource;
    }
    if (this.part('-csv')) {
      attribute(this.part('-csv'), 'href', `api/v1/${this.section}.csv?${new URLSearchParams(this.selection())}`);
    }
    for (const head of this.part('-table').tHead.rows[0].cells) {
      attribute(head, 'aria-sort', head.dataset.column === column ? (ascending ? 'ascending' : 'descending') : null);
    }
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
      : el('td', { class: 'amount' }, number(column.cpu, column.also ? { ...where, also: column.also } : where), number(column.memory, where));
  }

  updateRow(row, node) {
    for (const element of row.querySelectorAll('.num')) {
      setNumber(element, node[element.dataset.field] ?? null, node[element.dataset.also]);
    }
    for (const element of row.querySelectorAll('.chip')) {
      const value = node[element.dataset.field] ?? 'NO_DATA';
      attribute(element, 'data-value', value);
      text(element, value.toLowerCase().replace('_', ' '));
    }
    this.fill(row, node);
  }

  /** nodes: the rows of the page; cut: total, fitting, offset. */
  show(nodes, cut) {
    keyed(this.part('-table').tBodies[0], nodes, (node) => node.name, (node) => this.createRow(node), (row, node) => this.updateRow(row, node));
    text(this.part('-count'), cut.fitting === cut.total ? count(cut.total) : `${count(cut.fitting)} of ${count(cut.total)}`);
    this.part('-table').hidden = nodes.length === 0;
    this.part('-empty').hidden = nodes.length > 0;
    text(this.part('-empty'), nodes.length > 0 ? '' : cut.total > 0 ? `No ${this.one} fits the filter.` : this.empty());
    this.view.offset = cut.offset;
    // Rows of the earlier view may still arrive while the user types.
    attribute(this.part('-table'), 'aria-busy', this.typing === 0 ? null : 'true');
    this.pager(nodes.length, cut);
    this.arrive();
  }

  pager(shown, cut) {
    const more = this.part('-more');
    more.hidden = shown === cut.fitting;
    if (more.childElementCount === 0) {
      const button = (label, step) => {
        const made = el('button', { type: 'button' }, label);
        made.addEventListener('click', () => this.change({ offset: Math.max(0, this.view.offset + step) }));
        return made;
      };
      more.append(button('Previous', -PAGE_ROWS), el('span', { 'aria-live': 'polite' }), button('Next', PAGE_ROWS));
    }
    const [previous, place, next] = more.children;
    text(place, ` ${count(cut.offset + 1)} to ${count(cut.offset + shown)} of ${count(cut.fitting)} `);
    previous.disabled = cut.offset === 0;
    next.disabled = cut.offset + shown >= cut.fitting;
  }

  sortBy(column) {
    const again = this.view.column === column.id;
    this.change({ column: column.id, ascending: again ? !this.view.ascending : column.rank !== undefined, offset: 0 });
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
}
