// CPU over time as curves with marks for what happened. Keeps its own points: the stream brings only the latest ones.

import { attribute, byId, el, keyed, svg, text } from './dom.js';
import { clock, cores, seconds } from './format.js';

const HEIGHT = 260;
const LEFT = 46;
const RIGHT = 12;
const TOP = 26;
const BOTTOM = 24;
const MAX_POINTS = 4000;
const MAX_EVENTS = 400;
const SHOWN_EVENTS = 60;

const CURVES = [
  { id: 'origin', field: 'originCpuMilli', label: 'batch origin', area: true },
  { id: 'lease', field: 'leaseCpuMilli', label: 'YARN lease', area: true },
  { id: 'rm', field: 'rmCpuMilli', label: 'RM sees' },
  { id: 'used', field: 'usedCpuMilli', label: 'RM gave', area: true },
  { id: 'pods', field: 'podsCpuMilli', label: 'batch pods' },
  { id: 'prod', field: 'prodCpuMilli', label: 'online' },
];

const data = { points: [], events: [] };
const hidden = new Set();
let cursor = null;
let parts = null;
let width = 1000;

export function newest() {
  return data.points.at(-1)?.at ?? 0;
}

function append(list, more, same) {
  for (const each of more) {
    if (!list.some((old) => same(old, each))) {
      list.push(each);
    }
  }
  list.sort((left, right) => left.at - right.at);
}

/** Older points are thinned, never the newest: the picture keeps its beginning. */
function thin() {
  if (data.points.length > MAX_POINTS) {
    const half = data.points.length / 2;
    data.points = data.points.filter((point, index) => index >= half || index % 2 === 0);
  }
  data.events.splice(0, Math.max(0, data.events.length - MAX_EVENTS));
}

function accept(answer) {
  const known = new Set(data.points.map((point) => point.at));
  const fresh = answer.points.filter((point) => !known.has(point.at));
  if (fresh.length > 0) {
    data.points = [...data.points, ...fresh].sort((left, right) => left.at - right.at);
  }
  append(data.events, answer.events ?? [], (old, each) => old.at === each.at && old.node === each.node && old.kind === each.kind);
  thin();
}

function ceiling() {
  let top = 1000;
  for (const point of data.points) {
    for (const curve of CURVES) {
      if (!hidden.has(curve.id)) {
        top = Math.max(top, point[curve.field] ?? 0);
      }
    }
  }
  const step = 10 ** Math.floor(Math.log10(top));
  return [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((factor) => factor * step).find((each) => each >= top * 1.04) ?? top * 1.1;
}

function scales() {
  const from = Math.min(data.points[0].at, data.events[0]?.at ?? Infinity);
  const to = Math.max(newest(), from + 10000);
  const top = ceiling();
  return {
    from,
    to,
    top,
    x: (at) => LEFT + ((at - from) * (width - LEFT - RIGHT)) / (to - from),
    y: (milli) => HEIGHT - BOTTOM - (milli * (HEIGHT - TOP - BOTTOM)) / top,
    at: (x) => from + ((x - LEFT) * (to - from)) / (width - LEFT - RIGHT),
  };
}

/** Runs of known values: a gap in the data is a gap in the curve. */
function runs(field) {
  const all = [];
  let run = [];
  for (const point of data.points) {
    const value = point[field];
    if (value === null || value === undefined) {
      if (run.length > 0) {
        all.push(run);
      }
      run = [];
    } else {
      run.push(point);
    }
  }
  return run.length > 0 ? [...all, run] : all;
}

function drawCurve(curve, scale) {
  const coordinates = (point) => `${scale.x(point.at).toFixed(1)},${scale.y(point[curve.field]).toFixed(1)}`;
  const shown = hidden.has(curve.id) ? [] : runs(curve.field);
  const line = shown.map((run) => `M${run.map(coordinates).join('L')}${run.length === 1 ? 'h0.1' : ''}`).join('');
  attribute(parts.lines.get(curve.id), 'd', line);
  if (curve.area) {
    const floor = scale.y(0).toFixed(1);
    const area = shown
      .map((run) => `M${scale.x(run[0].at).toFixed(1)},${floor}L${run.map(coordinates).join('L')}L${scale.x(run.at(-1).at).toFixed(1)},${floor}Z`)
      .join('');
    attribute(parts.areas.get(curve.id), 'd', area);
  }
}

function drawGrid(scale) {
  const levels = [0, 0.25, 0.5, 0.75, 1].map((share) => share * scale.top);
  keyed(parts.grid, levels, (level) => level,
    () => svg('g', {}, svg('line', { x1: LEFT }), svg('text', { x: LEFT - 6, 'text-anchor': 'end' })),
    (group, level) => {
      attribute(group.firstElementChild, 'x2', width - RIGHT);
      attribute(group.firstElementChild, 'y1', scale.y(level));
      attribute(group.firstElementChild, 'y2', scale.y(level));
      attribute(group.lastElementChild, 'y', scale.y(level) + 4);
      text(group.lastElementChild, cores(level));
    });
  const shares = width < 600 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
  const marks = shares.map((share) => ({ at: scale.from + share * (scale.to - scale.from), share }));
  keyed(parts.times, marks, (mark) => mark.share,
    (mark) => svg('text', { y: HEIGHT - 6, 'text-anchor': { 0: 'start', 1: 'end' }[mark.share] ?? 'middle' }),
    (label, mark) => { attribute(label, 'x', scale.x(mark.at).toFixed(1)); text(label, clock(mark.at)); });
}

const eventKey = (event) => `${event.at}/${event.node ?? ''}/${event.kind}`;
const eventWords = (event) => `${clock(event.at)} ${event.kind.toLowerCase().replace('_', ' ')}${event.node ? ` ${event.node}` : ''}: ${event.message ?? ''}`;

function drawEvents(scale) {
  const visible = data.events.filter((event) => event.at >= scale.from && event.at <= scale.to);
  keyed(parts.marks, visible, eventKey,
    (event) => svg('g', { class: 'mark', 'data-kind': event.kind },
      svg('line', { y1: TOP - 6, y2: HEIGHT - BOTTOM }), svg('circle', { cy: TOP - 11, r: 5 }), svg('title')),
    (group, event) => {
      attribute(group, 'transform', `translate(${scale.x(event.at).toFixed(1)} 0)`);
      text(group.lastElementChild, eventWords(event));
    });
  const recent = data.events.slice(-SHOWN_EVENTS).reverse();
  text(parts.eventsTitle, data.events.length === 0 ? 'Nothing happened yet' : `Events (${data.events.length})`);
  keyed(parts.events, recent, eventKey,
    (event) => el('li', { 'data-kind': event.kind }, el('time', {}, clock(event.at)), el('b', {}, event.kind.toLowerCase().replace('_', ' ')),
      el('span', {}, event.node ?? ''), el('span', {}, event.message ?? '')),
    () => {});
}

function nearest(at) {
  return data.points.reduce((best, point) => (Math.abs(point.at - at) < Math.abs(best.at - at) ? point : best), data.points[0]);
}

function drawCursor(scale) {
  const point = cursor === null || data.points.length === 0 ? null : nearest(cursor);
  attribute(parts.cursor, 'visibility', point === null ? 'hidden' : 'visible');
  const reference = point ?? data.points.at(-1);
  if (point !== null) {
    attribute(parts.cursor, 'x1', scale.x(point.at));
    attribute(parts.cursor, 'x2', scale.x(point.at));
  }
  for (const curve of CURVES) {
    const value = parts.legend.get(curve.id);
    attribute(value, 'data-value', reference[curve.field] ?? '');
    text(value, cores(reference[curve.field]));
  }
  text(parts.when, point === null ? `now ${clock(reference.at)}` : clock(point.at));
}

function draw() {
  const missing = data.points.length === 0;
  parts.chart.toggleAttribute('hidden', missing);
  parts.nothing.hidden = !missing;
  parts.eventsTitle.parentElement.hidden = missing;
  if (missing) {
    return;
  }
  width = Math.round(parts.chart.getBoundingClientRect().width) || width;
  const scale = scales();
  drawGrid(scale);
  for (const curve of CURVES) {
    drawCurve(curve, scale);
  }
  drawEvents(scale);
  drawCursor(scale);
  const span = seconds((scale.to - scale.from) / 1000);
  const last = CURVES.map((curve) => `${curve.label} ${cores(data.points.at(-1)[curve.field])}`).join(', ');
  attribute(parts.chart, 'aria-label', `CPU over ${span}, ${data.events.length} events. Now, in cores: ${last}. Arrow keys move the cursor.`);
}

function moveCursor(event) {
  const box = parts.chart.getBoundingClientRect();
  cursor = scales().at(((event.clientX - box.left) * width) / box.width);
  draw();
}

function keys(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.key === 'Escape') {
    cursor = null;
    draw();
  } else if (step !== undefined && data.points.length > 0) {
    const now = cursor === null ? newest() : nearest(cursor).at;
    const index = data.points.findIndex((point) => point.at >= now) + step;
    cursor = data.points[Math.max(0, Math.min(data.points.length - 1, index))].at;
    event.preventDefault();
    draw();
  }
}

function legendEntry(curve) {
  const value = el('span', { class: 'num', 'data-timeline': 'latest', 'data-field': curve.field });
  const button = el('button', { type: 'button', class: 'key', 'aria-pressed': 'true' },
    el('i', { class: `swatch curve-${curve.id}`, 'aria-hidden': 'true' }), `${curve.label} `, value);
  button.addEventListener('click', () => {
    hidden.delete(curve.id) || hidden.add(curve.id);
    attribute(button, 'aria-pressed', !hidden.has(curve.id));
    draw();
  });
  return { button, value };
}

/** One unit of the drawing is one pixel, so that text keeps its size on every screen. */
function fit() {
  const box = Math.round(parts.chart.getBoundingClientRect().width);
  if (box > 0 && box !== width) {
    width = box;
    draw();
  }
}

export function setUpTimeline() {
  const chart = svg('svg', { class: 'curves', height: HEIGHT, role: 'img', tabindex: '0' });
  parts = { chart, lines: new Map(), areas: new Map(), legend: new Map() };
  for (const group of ['grid', 'times', 'marks']) {
    parts[group] = svg('g', { class: group });
  }
  parts.cursor = svg('line', { class: 'cursor', y1: TOP, y2: HEIGHT - BOTTOM, visibility: 'hidden' });
  chart.append(parts.grid, parts.times);
  for (const curve of CURVES) {
    parts.lines.set(curve.id, svg('path', { class: `line curve-${curve.id}` }));
    if (curve.area) {
      parts.areas.set(curve.id, svg('path', { class: `area curve-${curve.id}` }));
      chart.append(parts.areas.get(curve.id));
    }
    const { button, value } = legendEntry(curve);
    parts.legend.set(curve.id, value);
    byId('timeline-legend').append(button);
  }
  parts.when = el('span', { class: 'when' });
  byId('timeline-legend').append(parts.when);
  chart.append(...parts.lines.values(), parts.marks, parts.cursor);
  chart.addEventListener('pointermove', (event) => data.points.length > 0 && moveCursor(event));
  chart.addEventListener('pointerleave', () => { cursor = null; draw(); });
  chart.addEventListener('keydown', keys);
  parts.nothing = el('p', { class: 'empty' }, 'No data: the first point appears about a second after the operator has read the nodes.');
  parts.eventsTitle = el('summary', {}, 'Events');
  parts.events = el('ol', { class: 'events', tabindex: '0', 'aria-label': 'Events, newest first' });
  byId('timeline').append(parts.nothing, chart, el('details', {}, parts.eventsTitle, parts.events));
  new ResizeObserver(fit).observe(byId('timeline'));
  draw();
}

export function renderTimeline(answer) {
  accept(answer);
  draw();
}
