// The curves as a table, for those who cannot see them and for exact figures.

import { el, keyed, text } from './dom.js';
import { roundTime } from './events.js';
import { clock, moment } from './format.js';

const ROWS = 40;
const DAY = 86_400_000;

/** The last point of each of at most ROWS stretches of the time that is shown, the newest first. Pure. */
export function picked(points, from, to) {
  const step = roundTime((to - from) / ROWS);
  const last = new Map();
  for (const point of points.filter((each) => each.at >= from && each.at <= to)) {
    last.set(Math.floor(point.at / step), point);
  }
  return [...last.values()].reverse();
}

/** curves: id and label of each. */
export class Values {
  constructor(curves) {
    this.curves = curves;
    this.head = el('tr', {}, el('th', { scope: 'col' }, 'Time'), ...curves.map((curve) => el('th', { scope: 'col', class: 'amount' }, curve.label)));
    this.body = el('tbody');
    this.caption = el('caption', { class: 'hidden' });
    this.details = el('details', { class: 'values' }, el('summary', {}, 'Values as a table'),
      el('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Values of the timeline' },
        el('table', {}, this.caption, el('thead', {}, this.head), this.body)));
    this.details.addEventListener('toggle', () => this.draw());
  }

  /** show(value): words; field(curve): name of the value; what: what the values are of. */
  update(points, field, show, { from, to, what }) {
    this.shown = { points, field, show, from, to, what };
    this.draw();
  }

  draw() {
    if (!this.details.open || this.shown === undefined) {
      return;
    }
    const { points, field, show, from, to, what } = this.shown;
    text(this.caption, what);
    keyed(this.body, picked(points, from, to), (point) => point.at,
      () => el('tr', {}, el('th', { scope: 'row' }), ...this.curves.map(() => el('td', { class: 'amount' }))),
      (row, point) => {
        const [time, ...cells] = row.children;
        text(time, to - from > DAY ? moment(point.at) : clock(point.at));
        cells.forEach((cell, index) => text(cell, show(point[field(this.curves[index])])));
      });
  }
}
