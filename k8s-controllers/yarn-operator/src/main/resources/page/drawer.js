// Why a node has what it has: every term of the decision with its source.

import { enterNode, leaveNode, nodeInAddress } from './address.js';
import { byId, el } from './dom.js';
import { bytes, clock, cores, count, exact, seconds, timeLeft, UNKNOWN } from './format.js';
import * as api from './api.js';

function amount(term) {
  if (typeof term.cpuMilli === 'number') {
    return `${cores(term.cpuMilli)} cores`;
  }
  if (typeof term.memoryBytes === 'number') {
    return bytes(term.memoryBytes);
  }
  if (typeof term.value !== 'number') {
    return term.value === null || term.value === undefined ? UNKNOWN : String(term.value);
  }
  switch (term.unit) {
    case 'milli-cpu':
      return `${cores(term.value)} cores`;
    case 'bytes':
      return bytes(term.value);
    default:
      return `${count(term.value)} ${term.unit ?? ''}`.trim();
  }
}

/** In all units that the term has. */
function exactly(term) {
  const given = `${term.value ?? 'not known'} ${term.unit ?? ''}`.trim();
  const shared = typeof term.cpuMilli === 'number' ? exact(term.cpuMilli, 'milli-cores') : exact(term.memoryBytes, 'bytes');
  return typeof (term.cpuMilli ?? term.memoryBytes) === 'number' ? `${shared}, ${given}` : given;
}

function left(shrink) {
  return shrink
    ? `, ${timeLeft(shrink.secondsLeft)} left: containers that stay are preempted at ${clock(Date.parse(shrink.deadline))}`
    : '';
}

function table(terms) {
  const body = el('tbody');
  for (const term of terms) {
    const value = el('td', { class: 'amount', 'data-field': term.name, 'data-value': term.value ?? '' }, amount(term));
    value.title = exactly(term);
    body.append(el('tr', {}, el('th', { scope: 'row' }, term.name), value,
      el('td', {}, term.source ?? ''), el('td', { class: 'amount' }, seconds(term.ageSeconds))));
  }
  const head = el('tr', {});
  for (const label of ['Term', 'Value', 'Source', 'Age']) {
    head.append(el('th', { scope: 'col', class: label === 'Value' || label === 'Age' ? 'amount' : '' }, label));
  }
  return el('table', { class: 'terms' }, el('thead', {}, head), body);
}

function content(explained) {
  return [
    el('p', { class: 'decision' }, el('span', { class: 'chip', 'data-value': explained.decision ?? '' }, (explained.decision ?? 'no decision').toLowerCase()),
      el('span', { class: 'left' }, left(explained.shrink)), el('br'), explained.reason ?? ''),
    explained.terms.length === 0 ? el('p', { class: 'empty' }, 'Nothing is known about this node yet.') : table(explained.terms),
    el('p', {}, el('a', { href: `api/v1/nodes/${encodeURIComponent(explained.node)}/explain` }, 'JSON')),
  ];
}

export async function openDrawer(name) {
  const drawer = byId('drawer');
  const close = el('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×');
  close.addEventListener('click', () => drawer.close());
  const body = el('div', { class: 'drawer-body', tabindex: '0', 'aria-live': 'polite' }, 'Reading…');
  drawer.replaceChildren(el('header', {}, el('h2', { id: 'drawer-title' }, name), close), body);
  enterNode(name);
  drawer.onclose = leaveNode;
  if (!drawer.open) {
    drawer.showModal();
  }
  try {
    const explained = await api.explain(name);
    body.replaceChildren(...content(explained));
  } catch (problem) {
    body.replaceChildren(el('p', { class: 'banner', 'data-level': 'bad' }, `No explanation: ${problem.message}.`));
  }
}

export function openFromAddress() {
  const name = nodeInAddress();
  if (name !== null) {
    openDrawer(name);
  }
}
