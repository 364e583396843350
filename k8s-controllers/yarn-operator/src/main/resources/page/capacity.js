// The cluster as one bar per resource: used by online services, margin, batch pods, YARN's lease, free; over-granted in red.

import { HEIGHT, legendRow, newChart, place, WIDTH } from './bars.js';
import { attribute, byId, el, number, setNumber, svg, text } from './dom.js';
import { count, percent, show } from './format.js';

const PARTS = [
  { id: 'prod', label: 'online + system', hint: 'used now by online services and the system' },
  { id: 'margin', label: 'safety margin', hint: 'held back: neither used nor offered' },
  { id: 'pods', label: 'batch pods', hint: 'requested by batch pods' },
  { id: 'lease', label: 'YARN lease', hint: 'reserved for YARN' },
  { id: 'free', label: 'free', hint: 'batch capacity without a holder' },
  { id: 'excess', label: 'over-granted', hint: 'above the batch origin' },
];

/**
 * Splits amounts into consecutive parts. Pure: amounts in, amounts out. Excess is what pods and YARN hold beyond the origin; it is
 * taken from YARN's part first, which is the one that is drained.
 */
export function split(amounts) {
  const origin = amounts.origin ?? 0;
  const pods = amounts.pods ?? 0;
  const lease = amounts.lease ?? 0;
  const prod = amounts.prod ?? 0;
  const excess = amounts.excess ?? Math.max(0, pods + lease - origin);
  const fromLease = Math.min(excess, lease);
  const parts = {
    prod,
    margin: amounts.capacity === null ? 0 : Math.max(0, amounts.capacity - origin - prod),
    pods: Math.max(0, pods - (excess - fromLease)),
    lease: lease - fromLease,
    free: amounts.free ?? Math.max(0, origin - pods - lease),
    excess,
  };
  const sum = Object.values(parts).reduce((total, part) => total + part, 0);
  return { parts, scale: Math.max(sum, amounts.capacity ?? 0, 1) };
}

/** The server sums free and excess node by node: one node's surplus never pays for another's excess. */
function amountsOf(totals, balance, suffix) {
  const read = (name) => totals[name + suffix] ?? null;
  return {
    capacity: read('capacity'),
    prod: read('prod'),
    origin: read('origin'),
    pods: read('pods'),
    lease: read('lease'),
    used: read('used'),
    real: read('yarnUsage'),
    free: balance.free ?? null,
    excess: balance.excess ?? null,
    over: balance.over,
    named: balance.named,
  };
}

const LEGEND = [
  ['prod', 'online + system', 'prod'],
  ['pods', 'batch pods', 'pods'],
  ['lease', 'YARN lease', 'lease'],
  ['used', 'given away by YARN', 'used'],
  ['real', 'really used by YARN', 'yarnUsage'],
  ['free', 'free', 'free'],
  ['excess', 'over-granted', 'excess'],
];

function build(panel, title, suffix) {
  const fact = (field) => number(field + suffix, { scope: 'totals' });
  const head = el('div', { class: 'bar-head' },
    el('h3', {}, title),
    el('p', { class: 'bar-sum' }, fact('origin'), el('span', { class: 'unit' }, suffix === 'CpuMilli' ? ' cores' : ''),
      ' to share of ', fact('capacity')));
  const chart = newChart(PARTS.map((part) => part.id));
  chart.append(
    svg('rect', { class: 'part part-used', y: 22, height: 14 }, svg('title')),
    svg('rect', { class: 'part part-real', y: 30, height: 6 }, svg('title')),
    svg('rect', { class: 'bar-origin', y: 2, height: 3 }, svg('title')),
    svg('rect', { class: 'bar-end', y: 0, height: HEIGHT, width: 2 }, svg('title')));
  const legend = el('dl', { class: 'bar-legend' });
  for (const [swatch, label, field] of LEGEND) {
    legend.append(legendRow(swatch, label, fact(field)));
  }
  panel.append(head, chart, legend, el('p', { class: 'bar-note' }));
}

function draw(chart, amounts, layout, field) {
  const words = (label, value) => `${label}: ${show(field, value).text}`;
  attribute(chart, 'data-prod', amounts.prod === null ? 'unknown' : 'known');
  let at = 0;
  const starts = {};
  for (const part of PARTS) {
    const size = layout.parts[part.id];
    starts[part.id] = at;
    const unknown = part.id === 'margin' && amounts.prod === null;
    place(chart, `part-${part.id}`, at, size, layout.scale,
      unknown ? words('not shared; online use is not known', size) : `${words(part.label, size)} (${part.hint})`);
    at += size;
  }
  const leased = layout.parts.lease;
  place(chart, 'part-used', starts.lease, Math.min(amounts.used ?? 0, leased), layout.scale, words('given away by YARN', amounts.used));
  place(chart, 'part-real', starts.lease, Math.min(amounts.real ?? 0, leased), layout.scale, words('really used by YARN', amounts.real));
  const origin = amounts.origin ?? 0;
  place(chart, 'bar-origin', starts.pods, origin, layout.scale, words('batch origin', amounts.origin));
  const end = chart.querySelector('.bar-end');
  attribute(end, 'x', Math.min(WIDTH - 2, ((amounts.capacity ?? 0) * WIDTH) / layout.scale).toFixed(2));
  attribute(end, 'visibility', amounts.capacity === null ? 'hidden' : 'visible');
  text(end.firstElementChild, words('capacity of the nodes', amounts.capacity));
}

function note(amounts, verdict, field) {
  const amount = (value) => `${show(field, value).text}${field.endsWith('CpuMilli') ? ' cores' : ''}`;
  if (amounts.origin === null || (amounts.origin === 0 && !amounts.excess)) {
    return ['none', 'No batch capacity is published. Switch colocation on in slo-controller-config and check that the agents report.'];
  }
  if (amounts.excess > 0) {
    const further = amounts.over - amounts.named.length;
    const where = `${amounts.named.join(', ')}${further > 0 ? ` and ${count(further)} more` : ''}`;
    return verdict === 'DRAINING'
      ? ['warn', `${amount(amounts.excess)} above the batch origin on ${where}; YARN releases it within the announced deadline.`]
      : ['bad', `${amount(amounts.excess)} above the batch origin on ${where}.`];
  }
  if (amounts.capacity !== null && amounts.prod !== null && amounts.prod + amounts.origin > amounts.capacity) {
    return ['warn', `Online use has grown ${amount(amounts.prod + amounts.origin - amounts.capacity)} into the shared part; the origin is about to fall.`];
  }
  if (amounts.prod === null) {
    return ['none', 'Online use is not known: no fresh NodeMetric. Check that the koordlet runs on the nodes.'];
  }
  return ['', ''];
}

function renderBar(panel, title, status, balance, suffix) {
  if (panel.childElementCount === 0) {
    build(panel, title, suffix);
  }
  const amounts = amountsOf(status.totals, balance, suffix);
  const layout = split(amounts);
  const values = { ...status.totals, [`free${suffix}`]: amounts.free, [`excess${suffix}`]: amounts.excess };
  for (const element of panel.querySelectorAll('.num')) {
    setNumber(element, values[element.dataset.field] ?? null);
  }
  for (const [swatch, , field] of LEGEND) {
    const row = panel.querySelector(`[data-part="${swatch}"]`);
    const whole = amounts.origin > 0 && swatch !== 'prod' ? amounts.origin : amounts.capacity;
    const share = percent(values[field + suffix], whole);
    text(row.querySelector('.share'), share === '–' ? '' : share);
    row.classList.toggle('alarm', swatch === 'excess' && amounts.excess > 0);
  }
  const chart = panel.querySelector('svg');
  draw(chart, amounts, layout, `x${suffix}`);
  attribute(chart, 'aria-label', `${title}: ` + LEGEND.map(([, label, field]) => `${label} ${show(`x${suffix}`, values[field + suffix] ?? null).text}`).join(', '));
  const [level, sentence] = note(amounts, status.ledger?.verdict, `x${suffix}`);
  const line = panel.querySelector('.bar-note');
  attribute(line, 'data-level', level);
  text(line, sentence);
}

export function renderCapacity(status, balance) {
  renderBar(byId('bar-cpu'), 'CPU', status, balance.cpu, 'CpuMilli');
  renderBar(byId('bar-memory'), 'Memory', status, balance.memory, 'MemoryBytes');
}
