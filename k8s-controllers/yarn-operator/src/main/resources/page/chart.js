// Curves over time, drawn by uPlot: the time that is shown is cut out by dragging, and all of it is back after a double click.

import { attribute, el } from './dom.js';

const HEIGHT = 240;
export const LEFT = 62;
export const RIGHT = 14;
const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const MOST_TIMES = 6;

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The least round number above all values; base is what the units of the amount grow by. */
export function ceiling(values, least, base) {
  const top = values.reduce((most, value) => Math.max(most, value ?? 0), least);
  const unit = base ** Math.floor(Math.log(top) / Math.log(base) + 1e-9);
  const step = unit * 10 ** Math.floor(Math.log10(top / unit) + 1e-9);
  return STEPS.map((factor) => factor * step).find((each) => each >= top * 1.04) ?? top * 1.1;
}

function series(curve) {
  return {
    stroke: () => colour(curve.colour),
    width: 2,
    dash: curve.dash,
    fill: curve.area ? () => `${colour(curve.colour)}29` : undefined,
    points: { show: false },
  };
}

/** curves: id, colour, dash and area of each. amount(value), time(millis, span): words. zoom(from, to), all(): what the reader does. */
export class Chart {
  constructor(holder, curves, { amount, time, zoom, all }) {
    this.holder = holder;
    this.curves = curves;
    this.does = { amount, time, zoom, all };
    this.top = 1;
    this.plot = null;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.plot?.redraw(false, true));
  }

  width() {
    return Math.round(this.holder.getBoundingClientRect().width);
  }

  build() {
    const line = { stroke: () => colour('line'), width: 1 };
    const axis = { stroke: () => colour('faint'), font: '11px system-ui, sans-serif', grid: line, ticks: { show: false } };
    return new uPlot({
      width: this.width(),
      height: HEIGHT,
      ms: 1,
      padding: [8, RIGHT, 0, 0],
      legend: { show: false },
      scales: { x: { time: true, auto: false }, y: { auto: false, range: () => [0, this.top] } },
      axes: [
        { ...axis, size: 26, space: 60, splits: (plot) => this.times(plot), values: (plot, at) => at.map((each) => this.does.time(each)) },
        { ...axis, size: LEFT, splits: () => [0, 0.25, 0.5, 0.75, 1].map((share) => share * this.top), values: (plot, at) => at.map((each) => this.does.amount(each)) },
      ],
      series: [{}, ...this.curves.map(series)],
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => () => this.does.all() },
      },
      hooks: { setSelect: [(plot) => this.selected(plot)] },
    }, [[], ...this.curves.map(() => [])], this.holder);
  }

  /** Evenly over the time that is shown. */
  times(plot) {
    const { min, max } = plot.scales.x;
    const parts = Math.max(2, Math.min(MOST_TIMES, Math.floor(plot.width / 170)));
    return Array.from({ length: parts + 1 }, (each, index) => min + ((max - min) * index) / parts).slice(0, -1);
  }

  selected(plot) {
    const { left, width } = plot.select;
    if (width > 0) {
      plot.setSelect({ left: 0, width: 0 }, false);
      this.does.zoom(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
    }
  }

  /** The time at a place of the window. */
  timeAt(clientX) {
    return this.plot.posToVal(clientX - this.plot.over.getBoundingClientRect().left, 'x');
  }

  /** Puts the cursor at a time; null takes it away. */
  pointAt(at) {
    this.plot.setCursor({ left: at === null ? -10 : this.plot.valToPos(at, 'x'), top: at === null ? -10 : 0 }, false);
  }

  /** points: in order of time; field(curve): name of the value; hidden: ids of curves. */
  draw(points, field, { from, to, hidden, least, base }) {
    this.plot ??= this.build();
    const shown = points.filter((point) => point.at >= from && point.at <= to);
    const visible = this.curves.filter((curve) => !hidden.has(curve.id));
    this.top = ceiling(shown.flatMap((point) => visible.map((curve) => point[field(curve)])), least, base);
    const data = [points.map((point) => point.at), ...this.curves.map((curve) => points.map((point) => point[field(curve)] ?? null))];
    this.plot.batch(() => {
      this.curves.forEach((curve, index) => this.plot.setSeries(index + 1, { show: !hidden.has(curve.id) }, false));
      this.plot.setData(data, false);
      this.plot.setScale('x', { min: from, max: to });
      this.plot.setScale('y', { min: 0, max: this.top });
    });
    attribute(this.holder, 'data-from', Math.round(from));
    attribute(this.holder, 'data-to', Math.round(to));
    attribute(this.holder, 'data-top', this.top);
  }

  /** One unit of the drawing is one pixel, so that text keeps its size on every screen. */
  fit() {
    if (this.plot !== null && this.width() > 0 && this.width() !== this.plot.width) {
      this.plot.setSize({ width: this.width(), height: HEIGHT });
      return true;
    }
    return false;
  }
}

/** The place that a chart is drawn in: a picture for those who cannot see it, reached with the keyboard. */
export function newHolder() {
  return el('div', { class: 'curves', role: 'img', tabindex: '0' });
}
