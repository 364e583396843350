// One bar for all of something, cut into parts.

import { attribute, el, svg, text } from './dom.js';

export const WIDTH = 1000;
export const HEIGHT = 44;

/** A bar whose parts, each with a tooltip, are not yet placed. */
export function newChart(parts) {
  const chart = svg('svg', { class: 'bar', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' });
  chart.append(svg('rect', { class: 'bar-track', x: 1, y: 8, width: WIDTH - 2, height: 28 }));
  for (const part of parts) {
    chart.append(svg('rect', { class: `part part-${part}`, y: 8, height: 28 }, svg('title')));
  }
  return chart;
}

export function place(chart, name, from, size, scale, label) {
  const rect = chart.querySelector(`.${name}`);
  attribute(rect, 'x', ((from * WIDTH) / scale).toFixed(2));
  attribute(rect, 'width', Math.max(0, (size * WIDTH) / scale).toFixed(2));
  text(rect.firstElementChild, label);
}

/** A bar in a row of a table. `parts` are laid over each other in order; those of `thin` fill the lower half. */
export function newMini(parts, thin = []) {
  const mini = svg('svg', { class: 'mini', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  for (const part of parts) {
    const lower = thin.includes(part);
    mini.append(svg('rect', { class: `part-${part}`, y: lower ? 5 : 0, height: lower ? 5 : 10 }));
  }
  return mini;
}

export function placeMini(mini, part, from, size, scale) {
  const rect = mini.querySelector(`.part-${part}`);
  attribute(rect, 'x', ((from * 100) / scale).toFixed(2));
  attribute(rect, 'width', ((size * 100) / scale).toFixed(2));
}

/** A part in the legend, with its amount and room for its share. */
export function legendRow(part, label, amount) {
  return el('div', { 'data-part': part },
    el('dt', {}, el('i', { class: `swatch part-${part}`, 'aria-hidden': 'true' }), label),
    el('dd', {}, amount, el('span', { class: 'share' })));
}
