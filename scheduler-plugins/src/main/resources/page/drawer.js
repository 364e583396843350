// How the runtime of a quota came about: each resource, who lends and who borrows, and why its pods wait.

import * as api from './api.js';
import { enterNode, leaveNode, nodeInAddress } from './address.js';
import { amountOf } from './amounts.js';
import { byId, el } from './dom.js';

/** Beyond that a limit is none. */
const UNLIMITED = 9e15;

function line(label, resource, value, hint) {
  const shown = typeof value !== 'number' ? value : value >= UNLIMITED ? 'unlimited' : amountOf(resource, value);
  return el('tr', {}, el('th', { scope: 'row' }, label), el('td', { class: 'amount', 'data-value': value, title: `${value}` }, shown), el('td', { class: 'source' }, hint));
}

const named = (resource, amounts) => Object.entries(amounts).map(([name, value]) => `${name} ${amountOf(resource, value)}`).join(', ');

function term(each) {
  const { resource, demand, promise, level } = each;
  const others = [['Lend', each.lenders], ['Borrow', each.borrowers]]
    .filter(([, amounts]) => Object.keys(amounts).length > 0)
    .map(([word, amounts]) => el('p', { class: 'others', 'data-others': word.toLowerCase() }, `${word}: ${named(resource, amounts)}`));
  return el('section', { class: 'term', 'aria-label': resource, 'data-term': resource },
    el('h3', {}, resource),
    el('p', { class: 'decision' }, `Runtime ${each.runtime >= UNLIMITED ? 'unlimited' : amountOf(resource, each.runtime)}: ${each.reason}.`),
    el('table', { class: 'terms' }, el('tbody', {},
      line('requests', resource, demand.request, 'of its pods and those below; at least the minimum where nothing is lent'),
      line('uses', resource, demand.used, 'of pods that have a node, or are about to get one'),
      line('maximum', resource, demand.max, 'spec.max'),
      line('minimum', resource, promise.min, promise.lent ? 'spec.min, lent while it is not requested' : 'spec.min, not lent'),
      line('scaled minimum', resource, promise.scaledMin, 'smaller where the parent has less than all minimums'),
      line('of the parent', resource, level.total, 'what is divided'),
      line('first parts', resource, level.promised, 'what all quotas of the level get first'),
      line('weight', 'weight', `${level.weight} of ${level.weights}`, 'share of what is left'))),
    ...others);
}

function waiting(pods) {
  return pods.length === 0 ? [] : [
    el('h3', {}, 'Pods that wait'),
    el('table', { class: 'terms', id: 'waiting-pods' }, el('tbody', {}, ...pods.map((pod) =>
      el('tr', {}, el('th', { scope: 'row' }, pod.pod), el('td', {}, pod.reason))))),
  ];
}

function content(explained) {
  return [
    el('p', { class: 'decision' }, `Below ${explained.parent}. `, el('a', { href: `api/v1/quotas/${encodeURIComponent(explained.quota)}/explain` }, 'JSON')),
    ...explained.resources.map(term),
    ...waiting(explained.waiting ?? []),
  ];
}

/** Shows a quota, and names it in the address so that it can be passed on. */
export async function openDrawer(name) {
  const drawer = byId('drawer');
  const close = el('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×');
  close.addEventListener('click', () => drawer.close());
  const body = el('div', { class: 'drawer-body', tabindex: '0', 'aria-live': 'polite' }, 'Reading…');
  drawer.replaceChildren(el('header', {}, el('h2', { id: 'drawer-title' }, name), close), body);
  enterNode(name, 'quota');
  drawer.onclose = leaveNode;
  if (!drawer.open) {
    drawer.showModal();
  }
  try {
    body.replaceChildren(...content(await api.explain(name)));
  } catch (problem) {
    body.replaceChildren(el('p', { class: 'banner', 'data-level': 'bad' }, `No explanation: ${problem.message}.`));
  }
}

export function openFromAddress() {
  const name = nodeInAddress('quota');
  if (name !== null) {
    openDrawer(name);
  }
}
