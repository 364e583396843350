// The table of nodes: sorted, filtered, in a stable order; rows are updated in place.

import { attribute, byId, el, keyed, number, setNumber, svg, text } from './dom.js';
import { split } from './capacity.js';
import { openDrawer } from './drawer.js';

const FIRST_ROWS = 200;
const STATES = ['STEADY', 'GROWING', 'SHRINKING', 'CLOSED', 'STALE', 'UNMATCHED'];
const VERDICT_ORDER = ['BROKEN', 'DRAINING', 'NO_DATA', 'OK'];

const COLUMNS = [
  { id: 'name', label: 'Node', sort: (node) => node.name },
  { id: 'state', label: 'State', sort: (node) => STATES.indexOf(node.state) },
  { id: 'split', label: 'Split', hint: 'CPU: pods, YARN lease, free' },
  { id: 'origin', label: 'Origin', hint: 'batch capacity before it is split', cpu: 'originCpuMilli', memory: 'originMemoryBytes' },
  { id: 'pods', label: 'Pods', hint: 'requested by batch pods', cpu: 'podsCpuMilli', memory: 'podsMemoryBytes' },
  { id: 'lease', label: 'YARN lease', hint: 'reserved for YARN', cpu: 'leaseCpuMilli', memory: 'leaseMemoryBytes' },
  { id: 'rm', label: 'RM sees', hint: 'what the ResourceManager may give away', cpu: 'rmVcores', memory: 'rmMemoryMb' },
  { id: 'used', label: 'RM gave', hint: 'what the ResourceManager has given away', cpu: 'usedVcores', memory: 'usedMemoryMb' },
  { id: 'real', label: 'YARN uses', hint: 'measured use of the YARN containers', cpu: 'yarnUsageCpuMilli', memory: 'yarnUsageMemoryBytes' },
  { id: 'free', label: 'Free', hint: 'neither pods nor lease', cpu: 'freeCpuMilli', memory: 'freeMemoryBytes' },
  { id: 'prod', label: 'Online', hint: 'measured use of online services and the system', cpu: 'prodCpuMilli', memory: 'prodMemoryBytes' },
  { id: 'age', label: 'Metric age', hint: 'age of the last NodeMetric', single: 'metricAgeSeconds' },
  { id: 'verdict', label: 'Ledger', sort: (node) => VERDICT_ORDER.indexOf(node.verdict) },
];

const view = { column: 'name', ascending: true, resource: 'cpu', find: '', state: '', all: false };
let latest = [];

function compare(left, right) {
  if (typeof left === 'string' || typeof right === 'string') {
    return String(left).localeCompare(String(right), 'en', { numeric: true });
  }
  return left - right;
}

function sortKey(column) {
  return column.sort ?? ((node) => node[column.single ?? column[view.resource]] ?? null);
}

/** Unknown amounts come last in both directions; equal ones keep the order of names. */
export function arrange(nodes) {
  const column = COLUMNS.find((each) => each.id === view.column);
  const key = sortKey(column);
  const find = view.find.toLowerCase();
  const words = (node) => `${node.name} ${node.cluster ?? ''} ${node.nodeId ?? ''} ${node.state} ${node.reason ?? ''}`.toLowerCase();
  return nodes
    .filter((node) => (view.state === '' || node.state === view.state) && (find === '' || words(node).includes(find)))
    .map((node) => ({ node, value: key(node) }))
    .sort((left, right) => {
      if (left.value === null || right.value === null) {
        return (left.value === null) - (right.value === null) || compare(left.node.name, right.node.name);
      }
      const order = compare(left.value, right.value);
      return (view.ascending ? order : -order) || compare(left.node.name, right.node.name);
    })
    .map((entry) => entry.node);
}

function cellOf(column, node) {
  const where = { node: node.name };
  switch (column.id) {
    case 'name': {
      const open = el('button', { type: 'button', class: 'node-name', title: 'Explain this node' }, node.name);
      open.addEventListener('click', () => openDrawer(node.name));
      return el('th', { scope: 'row' }, open, el('small', { class: 'node-where' }));
    }
    case 'state':
      return el('td', {}, el('span', { class: 'chip', 'data-node': node.name, 'data-field': 'state' }), el('small', { class: 'reason' }));
    case 'split': {
      const mini = svg('svg', { class: 'mini', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
      for (const part of ['free', 'pods', 'lease', 'used', 'excess']) {
        mini.append(svg('rect', { class: `part-${part}`, y: part === 'used' ? 5 : 0, height: part === 'used' ? 5 : 10 }));
      }
      return el('td', { class: 'split' }, mini);
    }
    case 'verdict':
      return el('td', {}, el('span', { class: 'chip', 'data-node': node.name, 'data-field': 'verdict' }));
    case 'age':
      return el('td', { class: 'amount' }, number(column.single, where));
    default:
      return el('td', { class: 'amount' }, number(column.cpu, where), number(column.memory, where));
  }
}

function create(node) {
  const row = el('tr', { 'data-node-row': node.name });
  for (const column of COLUMNS) {
    row.append(cellOf(column, node));
  }
  return row;
}

function drawSplit(mini, node) {
  const amounts = { capacity: null, prod: 0, origin: node.originCpuMilli, pods: node.podsCpuMilli, lease: node.leaseCpuMilli };
  const { parts, scale } = split(amounts);
  const place = (part, from, size) => {
    const rect = mini.querySelector(`.part-${part}`);
    attribute(rect, 'x', ((from * 100) / scale).toFixed(2));
    attribute(rect, 'width', ((size * 100) / scale).toFixed(2));
  };
  place('pods', 0, parts.pods);
  place('lease', parts.pods, parts.lease);
  place('used', parts.pods, Math.min(node.usedCpuMilli ?? 0, parts.lease));
  place('free', parts.pods + parts.lease, parts.free);
  place('excess', parts.pods + parts.lease + parts.free, parts.excess);
}

function update(row, node) {
  for (const element of row.querySelectorAll('.num')) {
    setNumber(element, node[element.dataset.field] ?? null);
  }
  for (const chip of row.querySelectorAll('.chip')) {
    const value = node[chip.dataset.field] ?? 'NO_DATA';
    attribute(chip, 'data-value', value);
    text(chip, value.toLowerCase().replace('_', ' '));
  }
  text(row.querySelector('.node-where'), [node.cluster, node.nodeId].filter(Boolean).join(' · ') || 'no NodeManager');
  const reason = row.querySelector('.reason');
  text(reason, node.reason ?? '');
  attribute(reason, 'title', node.reason ?? '');
  drawSplit(row.querySelector('.mini'), node);
}

function emptySentence() {
  if (latest.length > 0) {
    return 'No node fits the filter.';
  }
  return (
    'No node offers batch resources yet. Switch colocation on in the ConfigMap slo-controller-config (colocation-config, "enable": true), ' +
    'see that a koordlet runs on each node and reports its NodeMetric, and give the NodeManager pods the label app.kubernetes.io/component: node-manager.'
  );
}

function render() {
  const fitting = arrange(latest);
  const shown = view.all ? fitting : fitting.slice(0, FIRST_ROWS);
  keyed(byId('node-table').tBodies[0], shown, (node) => node.name, create, update);
  text(byId('node-count'), fitting.length === latest.length ? `${latest.length}` : `${fitting.length} of ${latest.length}`);
  byId('node-table').hidden = shown.length === 0;
  byId('node-empty').hidden = shown.length > 0;
  text(byId('node-empty'), shown.length > 0 ? '' : emptySentence());
  const more = byId('node-more');
  more.hidden = shown.length === fitting.length;
  if (!more.hidden && more.childElementCount === 0) {
    const button = el('button', { type: 'button' }, 'Show all');
    button.addEventListener('click', () => { view.all = true; render(); });
    more.append(`The first ${FIRST_ROWS}. `, button);
  }
  for (const head of byId('node-table').tHead.rows[0]?.cells ?? []) {
    const sorted = head.dataset.column === view.column;
    attribute(head, 'aria-sort', sorted ? (view.ascending ? 'ascending' : 'descending') : null);
  }
}

function sortBy(column) {
  view.ascending = view.column === column.id ? !view.ascending : column.sort !== undefined;
  view.column = column.id;
  render();
}

function header() {
  const row = el('tr');
  for (const column of COLUMNS) {
    const head = el('th', { scope: 'col', 'data-column': column.id, title: column.hint });
    if (column.id === 'split') {
      head.append(column.label);
    } else {
      const button = el('button', { type: 'button', class: 'sort' }, column.label);
      button.addEventListener('click', () => sortBy(column));
      head.append(button);
    }
    row.append(head);
  }
  return row;
}

function filterFromAddress() {
  const match = /^#nodes\?state=([A-Z]+)$/.exec(window.location.hash);
  if (match && STATES.includes(match[1])) {
    view.state = match[1];
    byId('filter-state').value = match[1];
    byId('nodes').scrollIntoView();
    render();
  }
}

export function setUpNodes() {
  byId('node-table').tHead.append(header());
  for (const state of STATES) {
    byId('filter-state').append(el('option', { value: state }, state.toLowerCase()));
  }
  byId('filter-text').addEventListener('input', (event) => { view.find = event.target.value.trim(); render(); });
  byId('filter-state').addEventListener('change', (event) => { view.state = event.target.value; render(); });
  byId('sort-resource').addEventListener('change', (event) => { view.resource = event.target.value; render(); });
  window.addEventListener('hashchange', filterFromAddress);
  filterFromAddress();
}

export function renderNodes(nodes) {
  latest = nodes;
  render();
}
