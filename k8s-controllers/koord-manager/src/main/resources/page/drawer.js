// Why a node offers what it offers: each sum line by line, what the node shows, and the last changes.

import * as api from './api.js';
import { enterNode, leaveNode, nodeInAddress } from './address.js';
import { byId, el } from './dom.js';
import { clock, seconds } from './format.js';
import { amount, waterfall } from './waterfall.js';
import { sentence } from './words.js';

const open = { name: null, calculatedAt: null };

function verdict(sum, explained) {
  if (sum.published === true) {
    return el('p', { class: 'verdict', 'data-level': 'good' }, 'The node shows it.');
  }
  const shown = sum.onNode === null ? 'nothing' : `${amount(sum.onNode, sum.unit)}${sum.unit === 'milli-cpu' ? ' cores' : ''}`;
  const due = explained.decision.askAgainAt === null ? '' : ` Due at ${clock(Date.parse(explained.decision.askAgainAt))}.`;
  const why = explained.decision.notWritten === null ? `${sentence(explained.decision.reason)}${due}` : `not written, ${explained.decision.notWritten}`;
  return el('p', { class: 'verdict', 'data-level': 'warn' }, `The node shows ${shown}: ${why}`);
}

function section(title, ...content) {
  return el('section', { class: 'why', tabindex: '0', 'aria-label': title, 'data-why': title }, el('h3', {}, title), ...content);
}

function sums(list, explained) {
  return list.filter((sum) => sum.steps.length > 0).map((sum) =>
    section(sum.resource, waterfall(sum), ...(sum.published === undefined ? [] : [verdict(sum, explained)])));
}

/** Amounts that do not exist, grouped by the reason. */
function missing(explained) {
  const reasons = new Map();
  for (const sum of explained.sums.filter((each) => each.steps.length === 0)) {
    reasons.set(sum.reason, [...(reasons.get(sum.reason) ?? []), sum.resource]);
  }
  return [...reasons].map(([reason, names]) => el('p', { class: 'nothing', 'data-reason': reason }, `Nothing of ${names.join(', ')}. ${sentence(reason)}`));
}

function problems(explained) {
  const unprotected = explained.decision.protection.sentence;
  const faulty = explained.stages.filter((stage) => stage.problem !== null).map((stage) => `${stage.stage}: ${stage.problem}`);
  const all = unprotected === '' ? faulty : [`Online pods are not protected: ${unprotected}`, ...faulty];
  return all.length === 0 ? [] : [el('ul', { class: 'problems' }, ...all.map((problem) => el('li', {}, problem)))];
}

function folded(title, content) {
  return content.length === 0 ? [] : [el('details', {}, el('summary', {}, title), ...content)];
}

function zones(explained) {
  const content = explained.zones.flatMap((zone) => sums(zone.sums.map((sum) => ({ ...sum, resource: `${zone.zone}: ${sum.resource}` })), explained));
  return folded(`NUMA zones (${explained.zones.length})`, content);
}

function devices(explained) {
  const content = explained.devices.flatMap((device) => sums(device.sums, explained));
  return folded('Devices', content);
}

function change(one) {
  const unit = one.resource.endsWith('cpu') ? 'milli-cpu' : one.resource.endsWith('memory') ? 'bytes' : '';
  const shown = (value) => (value === null ? 'nothing' : amount(value, unit));
  return el('tr', { 'data-resource': one.resource },
    el('td', {}, clock(Date.parse(one.at))),
    el('th', { scope: 'row' }, one.resource),
    el('td', { class: 'amount' }, `${shown(one.beforeValue)} → ${shown(one.afterValue)}`),
    el('td', { class: 'source' }, `${one.why}; ${one.because}`));
}

function changes(explained) {
  const since = explained.decision.changesSince;
  const kept = since ? `since ${clock(Date.parse(since))}, when this replica began to lead` : 'of this process';
  const rows = [...explained.changes].reverse().map(change);
  return section('Last changes',
    el('p', {}, `${rows.length === 0 ? 'None' : 'All'} ${kept}, at most 20; earlier ones are lost at a failover.`),
    ...(rows.length === 0 ? [] : [el('table', { class: 'terms' }, el('tbody', {}, ...rows))]));
}

function head(explained) {
  const report = explained.report.ageSeconds === undefined ? '' : `, from a report that is ${seconds(explained.report.ageSeconds)} old`;
  return el('p', { class: 'decision' },
    `Calculated at ${clock(Date.parse(explained.calculatedAt))}${report}. Rules: ${explained.strategySources.join(', ') || 'defaults'}. `,
    el('a', { href: `api/v1/nodes/${encodeURIComponent(explained.node)}/explain` }, 'JSON'));
}

function content(explained) {
  return [
    head(explained), ...problems(explained), ...missing(explained), ...sums(explained.sums, explained), ...zones(explained), ...devices(explained), changes(explained),
  ];
}

async function read(body) {
  const name = open.name;
  try {
    const explained = await api.explain(name);
    if (open.name === name && explained.calculatedAt !== open.calculatedAt) {
      open.calculatedAt = explained.calculatedAt;
      const unfolded = [...body.querySelectorAll('details[open] > summary')].map((summary) => summary.textContent);
      body.replaceChildren(...content(explained));
      for (const summary of body.querySelectorAll('details > summary')) {
        summary.parentElement.open = unfolded.includes(summary.textContent);
      }
    }
  } catch (problem) {
    open.calculatedAt = null;
    body.replaceChildren(el('p', { class: 'banner', 'data-level': 'bad' }, `No explanation: ${problem.message}.`));
  }
}

/** Shows a node, and names it in the address so that it can be passed on. */
export async function openDrawer(name) {
  open.name = name;
  open.calculatedAt = null;
  enterNode(name);
  const drawer = byId('drawer');
  const close = el('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×');
  close.addEventListener('click', () => drawer.close());
  const body = el('div', { class: 'drawer-body', tabindex: '0', 'aria-live': 'polite' }, 'Reading…');
  drawer.replaceChildren(el('header', {}, el('h2', { id: 'drawer-title' }, name), close), body);
  drawer.onclose = () => {
    open.name = null;
    leaveNode();
  };
  if (!drawer.open) {
    drawer.showModal();
  }
  await read(body);
}

/** Reads the open node again; it is drawn again only after another pass. */
export async function followDrawer() {
  const body = byId('drawer').querySelector('.drawer-body');
  if (open.name !== null && body !== null) {
    await read(body);
  }
}

export function openFromAddress() {
  const name = nodeInAddress();
  if (name !== null) {
    openDrawer(name);
  }
}
