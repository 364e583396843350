// The invariant, row by row: pods + YARN + third parties against the origin. The server sends the worst rows first.

import { attribute, byId, el, keyed, text } from './dom.js';
import { bytes, cores, count } from './format.js';

const AMOUNTS = ['origin', 'pods', 'yarn', 'thirdParty', 'sum', 'excess'];
const LABELS = ['Node', 'Resource', 'Origin', 'Pods', 'YARN', 'Third parties', 'Sum', 'Excess', 'Verdict'];

function create(entry) {
  const row = el('tr', {}, el('th', { scope: 'row' }, entry.node), el('td', {}, entry.resource));
  for (const field of AMOUNTS) {
    row.append(el('td', { class: 'amount' },
      el('span', { class: 'num', 'data-ledger': entry.node, 'data-resource': entry.resource, 'data-field': field })));
  }
  row.append(el('td', {}, el('span', { class: 'chip' })));
  return row;
}

function update(row, entry) {
  const cpu = entry.resource === 'cpu';
  for (const element of row.querySelectorAll('.num')) {
    const value = entry[element.dataset.field] ?? null;
    attribute(element, 'data-value', value === null ? '' : value);
    attribute(element, 'title', value === null ? 'not known' : `${value} ${cpu ? 'milli-cores' : 'bytes'}`);
    text(element, cpu ? cores(value) : bytes(value));
  }
  const chip = row.querySelector('.chip');
  attribute(chip, 'data-value', entry.verdict);
  text(chip, String(entry.verdict).toLowerCase().replace('_', ' '));
}

function build(panel) {
  const head = el('tr');
  for (const label of LABELS) {
    const amount = LABELS.indexOf(label) > 1 && label !== 'Verdict';
    head.append(el('th', { scope: 'col', class: amount ? 'amount' : '' }, label));
  }
  panel.append(
    el('p', { class: 'empty' }),
    el('details', {}, el('summary', {}, 'Every row'),
      el('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Rows of the ledger' }, el('table', {}, el('thead', {}, head), el('tbody')))));
}

function sentence(ledger) {
  switch (ledger.verdict) {
    case 'OK':
      return 'On every node, what pods requested plus what YARN may hold fits into the batch origin.';
    case 'DRAINING':
      return 'Capacity fell below the amounts in use. YARN has a deadline to shrink; nothing new is offered there.';
    case 'BROKEN':
      return 'Pods and YARN exceed the origin and no shrink was announced. See the rows below and at the explanation of the node.';
    default:
      return 'No data: the ledger is checked as soon as one node publishes batch resources.';
  }
}

export function renderLedger(ledger, rows) {
  const panel = byId('ledger-panel');
  if (panel.childElementCount === 0) {
    build(panel);
  }
  attribute(panel, 'data-verdict', ledger.verdict);
  text(panel.querySelector('.empty'), sentence(ledger));
  text(byId('ledger-summary'), `${count(ledger.checks ?? 0)} checks, ${count(ledger.brokenChecks ?? 0)} broken`);
  const details = panel.querySelector('details');
  details.hidden = rows.length === 0;
  const bad = rows.some((row) => row.verdict === 'BROKEN' || row.verdict === 'DRAINING');
  if (bad && panel.dataset.opened !== 'true') {
    details.open = true;
    panel.dataset.opened = 'true';
  }
  text(details.querySelector('summary'), ledger.total > rows.length ? `The worst ${count(rows.length)} of ${count(ledger.total)} rows` : `All ${rows.length} rows`);
  keyed(details.querySelector('tbody'), rows, (row) => `${row.node}/${row.resource}`, create, update);
}
