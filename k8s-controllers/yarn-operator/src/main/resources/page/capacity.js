// The cluster as one bar per resource: used by online services, margin, batch pods, YARN's lease, free; over-granted in red.

import { attribute, byId, el, number, setNumber, svg, text } from './dom.js';
import { percent, show } from './format.js';

const WIDTH = 1000;
const HEIGHT = 44;

const PARTS = [
  { id: 'prod', label: 'online + system', hint: 'used now by online services and the system' },
  { id: 'margin', label: 'safety margin', hint: 'held back: neither used nor sold' },
  { id: 'pods', label: 'batch pods', hint: 'requested by batch pods' },
  { id: 'lease', label: 'YARN lease', hint: 'reserved for YARN' },
  { id: 'free', label: 'free', hint: 'batch capacity nobody holds' },
  { id: 'excess', label: 'over-granted', hint: 'sold without being there' },
];

/**
 * Splits the totals into consecutive parts. Pure: amounts in, amounts out. The batch side follows the origin; what pods and YARN
 * hold beyond it is excess.
 */
export function split(amounts) {
  const origin = amounts.origin ?? 0;
  const pods = amounts.pods ?? 0;
  const lease = amounts.lease ?? 0;
  const prod = amounts.prod ?? 0;
  const sold = pods + lease;
  const excess = Math.max(0, sold - origin);
  const outside = amounts.capacity === null ? 0 : Math.max(0, amounts.capacity - origin - prod);
  const parts = {
    prod,
    margin: outside,
    pods: Math.min(pods, origin),
    lease: Math.max(0, Math.min(lease, origin - Math.min(pods, origin))),
    free: Math.max(0, origin - sold),
    excess,
  };
  const sum = Object.values(parts).reduce((total, part) => total + part, 0);
  return { parts, scale: Math.max(sum, amounts.capacity ?? 0, 1), excess };
}

function amountsOf(totals, suffix) {
  const read = (name) => totals[name + suffix] ?? null;
  return {
    capacity: read('capacity'),
    prod: read('prod'),
    origin: read('origin'),
    pods: read('pods'),
    lease: read('lease'),
    used: read('used'),
    real: read('yarnUsage'),
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
  const chart = svg('svg', { class: 'bar', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' });
  for (const part of PARTS) {
    chart.append(svg('rect', { class: `part part-${part.id}`, y: 8, height: 28 }, svg('title')));
  }
  chart.append(
    svg('rect', { class: 'part part-used', y: 22, height: 14 }, svg('title')),
    svg('rect', { class: 'part part-real', y: 30, height: 6 }, svg('title')),
    svg('rect', { class: 'bar-origin', y: 2, height: 3 }, svg('title')),
    svg('rect', { class: 'bar-end', y: 0, height: HEIGHT, width: 2 }, svg('title')));
  const legend = el('dl', { class: 'bar-legend' });
  for (const [swatch, label, field] of LEGEND) {
    legend.append(el('div', { 'data-part': swatch },
      el('dt', {}, el('i', { class: `swatch part-${swatch}`, 'aria-hidden': 'true' }), label),
      el('dd', {}, fact(field), el('span', { class: 'share' }))));
  }
  panel.append(head, chart, legend, el('p', { class: 'bar-note' }));
}

function place(chart, name, from, size, scale, label) {
  const rect = chart.querySelector(`.${name}`);
  attribute(rect, 'x', ((from * WIDTH) / scale).toFixed(2));
  attribute(rect, 'width', Math.max(0, (size * WIDTH) / scale).toFixed(2));
  text(rect.firstElementChild, label);
}

function draw(chart, amounts, layout, field) {
  const words = (label, value) => `${label}: ${show(field, value).text}`;
  let at = 0;
  const starts = {};
  for (const part of PARTS) {
    const size = layout.parts[part.id];
    starts[part.id] = at;
    place(chart, `part-${part.id}`, at, size, layout.scale, `${words(part.label, size)} (${part.hint})`);
    at += size;
  }
  const leased = layout.parts.lease + Math.min(layout.excess, amounts.lease ?? 0);
  place(chart, 'part-used', starts.lease, Math.min(amounts.used ?? 0, leased), layout.scale, words('given away by YARN', amounts.used));
  place(chart, 'part-real', starts.lease, Math.min(amounts.real ?? 0, leased), layout.scale, words('really used by YARN', amounts.real));
  const origin = amounts.origin ?? 0;
  place(chart, 'bar-origin', starts.pods, origin, layout.scale, words('batch origin', amounts.origin));
  const end = chart.querySelector('.bar-end');
  attribute(end, 'x', Math.min(WIDTH - 2, ((amounts.capacity ?? 0) * WIDTH) / layout.scale).toFixed(2));
  attribute(end, 'visibility', amounts.capacity === null ? 'hidden' : 'visible');
  text(end.firstElementChild, words('capacity of the nodes', amounts.capacity));
}

function note(amounts, layout, field) {
  const amount = (value) => show(field, value).text;
  if (amounts.origin === null || (amounts.origin === 0 && layout.excess === 0)) {
    return ['none', 'No batch capacity is published. Switch colocation on in slo-controller-config and check that the agents report.'];
  }
  if (layout.excess > 0) {
    return ['bad', `${amount(layout.excess)} more is sold than there is to share.`];
  }
  if (amounts.capacity !== null && amounts.prod !== null && amounts.prod + amounts.origin > amounts.capacity) {
    return ['warn', `Online use has grown ${amount(amounts.prod + amounts.origin - amounts.capacity)} into the shared part; the origin is about to fall.`];
  }
  if (amounts.prod === null) {
    return ['none', 'Online use is not known: no fresh NodeMetric. Check that the koordlet runs on the nodes.'];
  }
  return ['', ''];
}

function renderBar(panel, title, totals, suffix) {
  if (panel.childElementCount === 0) {
    build(panel, title, suffix);
  }
  const amounts = amountsOf(totals, suffix);
  const layout = split(amounts);
  const values = { ...totals };
  values[`free${suffix}`] = amounts.origin === null ? null : layout.parts.free;
  values[`excess${suffix}`] = amounts.origin === null ? null : layout.excess;
  for (const element of panel.querySelectorAll('.num')) {
    setNumber(element, values[element.dataset.field] ?? null);
  }
  for (const [swatch, , field] of LEGEND) {
    const row = panel.querySelector(`[data-part="${swatch}"]`);
    const whole = amounts.origin > 0 && swatch !== 'prod' ? amounts.origin : amounts.capacity;
    const share = percent(values[field + suffix], whole);
    text(row.querySelector('.share'), share === '–' ? '' : share);
    row.classList.toggle('alarm', swatch === 'excess' && layout.excess > 0);
  }
  const chart = panel.querySelector('svg');
  draw(chart, amounts, layout, `x${suffix}`);
  attribute(chart, 'aria-label', `${title}: ` + LEGEND.map(([, label, field]) => `${label} ${show(`x${suffix}`, values[field + suffix] ?? null).text}`).join(', '));
  const [level, sentence] = note(amounts, layout, `x${suffix}`);
  const line = panel.querySelector('.bar-note');
  attribute(line, 'data-level', level);
  text(line, sentence);
}

export function renderCapacity(totals) {
  renderBar(byId('bar-cpu'), 'CPU', totals, 'CpuMilli');
  renderBar(byId('bar-memory'), 'Memory', totals, 'MemoryBytes');
}
