// The trees of quotas: children below their parents, until the reader sorts by something else.

import { amountOf, fillLines, linesCell } from './amounts.js';
import { attribute, el, text } from './dom.js';
import { openDrawer } from './drawer.js';
import { chip, NodeTable } from './table.js';

const STATES = ['UNUSED', 'SHORT', 'BORROWING', 'LENDING', 'WITHIN'];
const MOST_INDENT = 6;

const amounts = (id, label, hint) => ({ id, label, hint, cpu: `${id}CpuMilli`, memory: `${id}MemoryBytes` });

const AMOUNTS = [
  amounts('min', 'Min', 'what it gets first'),
  amounts('max', 'Max', 'its limit'),
  amounts('runtime', 'Runtime', 'what it may use now'),
  amounts('used', 'Used', 'requests of the pods below it that have a node'),
  amounts('request', 'Request', 'requests of all pods below it'),
  amounts('borrowed', 'Borrows', 'runtime beyond its minimum, which is smaller where the parent has less than all minimums; negative: it lends'),
];

const COLUMNS = [
  { id: 'name', label: 'Quota', rank: 'name' },
  { id: 'state', label: 'State', rank: 'state' },
  { id: 'resource', label: 'Resource', hint: 'one line for each', fixed: true },
  ...AMOUNTS,
  { id: 'waiting', label: 'Pods waiting', hint: 'its own pods without a node', single: 'waiting' },
];

function nameCell(quota) {
  const button = el('button', { type: 'button', class: 'node-name', title: 'Explain this quota' }, quota.name);
  button.addEventListener('click', () => openDrawer(quota.name));
  return el('th', { scope: 'row' }, button, el('small', { class: 'node-where' }));
}

function cell(column, quota) {
  switch (column.id) {
    case 'name':
      return nameCell(quota);
    case 'state':
      return chip('state', quota, el('small', { class: 'reason' }));
    case 'waiting':
      return null;
    default:
      return linesCell(column.id);
  }
}

function shown(field, line) {
  const value = line[field] ?? null;
  if (value === null) {
    return { resource: line.resource, text: 'unlimited' };
  }
  const sign = field === 'borrowed' && value > 0 ? '+' : '';
  return { resource: line.resource, value, text: sign + amountOf(line.resource, value) };
}

function fill(row, quota) {
  attribute(row, 'data-depth', Math.min(quota.depth, MOST_INDENT));
  const sorted = this.view.column !== 'name' || !this.view.ascending;
  const above = quota.path.split(' ').slice(0, -1).join(' / ');
  const where = [quota.tree === '' ? '' : `tree ${quota.tree}`, sorted ? above : ''].filter((part) => part !== '');
  text(row.querySelector('.node-where'), where.join(', '));
  attribute(row.querySelector('.node-name'), 'title', `${quota.path.split(' ').join(' / ')}: explain`);
  text(row.querySelector('.reason'), quota.note);
  fillLines(row, 'resource', quota.resources.map(({ resource }) => ({ resource, text: resource })));
  for (const { id } of AMOUNTS) {
    fillLines(row, id, quota.resources.map((line) => shown(id, line)));
  }
}

function empty() {
  return this.status?.quotas === false ? 'Elastic quotas are off: quota.enabled in the configuration.' : 'There are no quotas, or they are still being read.';
}

export const newQuotas = () => new NodeTable({ section: 'quotas', one: 'quota', columns: COLUMNS, states: STATES, cell, fill, empty });
