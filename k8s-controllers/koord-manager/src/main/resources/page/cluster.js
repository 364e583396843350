// The cluster as one bar per resource: used by online services, margin, YARN, batch pods.

import { legendRow, newChart, place } from './bars.js';
import { attribute, byId, el, number, setNumber, text } from './dom.js';
import { percent, show } from './format.js';

const PARTS = [
  { id: 'prod', field: 'online', label: 'online + system', hint: 'used now by online services and the system' },
  { id: 'margin', field: 'margin', label: 'not offered', hint: 'margin of the strategy, rounding, damping: neither used nor offered' },
  { id: 'used', field: 'thirdParty', label: 'YARN', hint: 'held by third parties such as YARN' },
  { id: 'pods', field: 'batch', label: 'for batch pods', hint: 'shown on the nodes as batch resources' },
];

/** What follows from the sums that the server sends; null where nothing was calculated. */
export function amountsOf(sums) {
  const { capacity = null, online = null, origin = null, thirdParty = null, batch = null } = sums;
  if (capacity === null) {
    return { capacity, online, origin, thirdParty, batch, margin: null };
  }
  return { capacity, online, origin, thirdParty, batch, margin: Math.max(0, capacity - online - thirdParty - batch) };
}

function build(panel, title, suffix) {
  const fact = (field) => number(field + suffix, { scope: 'totals' });
  const legend = el('dl', { class: 'bar-legend' });
  for (const part of PARTS) {
    legend.append(legendRow(part.id, part.label, fact(part.field)));
  }
  panel.append(
    el('div', { class: 'bar-head' },
      el('h3', {}, title),
      el('p', { class: 'bar-sum' }, fact('origin'), el('span', { class: 'unit' }, suffix === 'CpuMilli' ? ' cores' : ''), ' to share of ', fact('capacity'))),
    newChart(PARTS.map((part) => part.id)),
    legend);
}

function renderBar(panel, title, sums, suffix) {
  if (panel.childElementCount === 0) {
    build(panel, title, suffix);
  }
  const amounts = amountsOf(sums);
  for (const element of panel.querySelectorAll('.num')) {
    setNumber(element, amounts[element.dataset.field.slice(0, -suffix.length)]);
  }
  const chart = panel.querySelector('svg');
  const words = (part) => `${part.label}: ${show(suffix, amounts[part.field]).text}`;
  const scale = Math.max(1, PARTS.reduce((all, part) => all + (amounts[part.field] ?? 0), 0), amounts.capacity ?? 0);
  let from = 0;
  for (const part of PARTS) {
    const size = amounts[part.field] ?? 0;
    place(chart, `part-${part.id}`, from, size, scale, `${words(part)} (${part.hint})`);
    from += size;
    const share = percent(amounts[part.field], amounts.capacity);
    text(panel.querySelector(`[data-part="${part.id}"] .share`), share === '–' ? '' : share);
  }
  attribute(chart, 'aria-label', `${title}: ${PARTS.map(words).join(', ')}`);
}

export function renderCluster(summary) {
  renderBar(byId('bar-cpu'), 'CPU', summary.cpu, 'CpuMilli');
  renderBar(byId('bar-memory'), 'Memory', summary.memory, 'MemoryBytes');
}
