// CPU or memory over time as curves with marks for what happened. Keeps its own points: the stream brings only the latest ones.

import { Chart, LEFT, newHolder, RIGHT } from './chart.js';
import { attribute, byId, el, text } from './dom.js';
import { Events } from './events.js';
import { bytes, clock, cores, count, moment, seconds } from './format.js';
import { thinned } from './history.js';
import { Values } from './values.js';

const MAX_EVENTS = 1000;
const LEAST_SPAN = 10_000;
const LATE = 10_000;
const DAY = 86_400_000;

const CURVES = [
  { id: 'origin', label: 'batch origin', colour: 'origin', area: true },
  { id: 'lease', label: 'YARN lease', colour: 'used', area: true },
  { id: 'rm', label: 'RM sees', colour: 'rm', dash: [6, 4] },
  { id: 'used', label: 'RM gave', colour: 'real', area: true },
  { id: 'pods', label: 'batch pods', colour: 'pods' },
  { id: 'prod', label: 'online', colour: 'online', dash: [2, 3] },
];

const RESOURCES = {
  cpu: { suffix: 'CpuMilli', label: 'CPU, in cores', show: cores, least: 1000, base: 10 },
  memory: { suffix: 'MemoryBytes', label: 'Memory', show: bytes, least: 1024 ** 3, base: 1024 },
};

const data = { points: [], events: [] };
const view = { resource: RESOURCES.cpu, range: 7_200_000, zoom: null, cursor: null, hidden: new Set() };
let parts = null;

export function newest() {
  return data.points.at(-1)?.at ?? 0;
}

const field = (curve) => curve.id + view.resource.suffix;

function merged(known, more, key) {
  const keys = new Set(known.map(key));
  const fresh = more.filter((each) => !keys.has(key(each)));
  return fresh.length === 0 ? known : [...known, ...fresh].sort((left, right) => left.at - right.at);
}

function accept(answer) {
  const last = answer.points.at(-1)?.at ?? Infinity;
  // As the operator does it: its clock was set back.
  const known = last < newest() - LATE ? data.points.filter((point) => point.at < last) : data.points;
  data.points = thinned(merged(known, answer.points, (point) => point.at));
  data.events = merged(data.events, answer.events ?? [], (event) => `${event.at}/${event.node ?? ''}/${event.kind}`);
  data.events.splice(0, Math.max(0, data.events.length - MAX_EVENTS));
}

/** The time that is shown. */
function span() {
  if (view.zoom !== null) {
    return view.zoom;
  }
  const first = Math.min(data.points[0].at, data.events[0]?.at ?? Infinity);
  const to = Math.max(newest(), first + LEAST_SPAN);
  return { from: Math.max(first, to - view.range), to };
}

/** A time in words as exact as the picture. */
function time(at) {
  const { from, to } = span();
  return to - from > DAY ? moment(at) : clock(at);
}

function drawLegend() {
  const point = view.cursor === null ? null : nearest(view.cursor);
  const reference = point ?? data.points.at(-1);
  for (const curve of CURVES) {
    const value = parts.legend.get(curve.id);
    attribute(value, 'data-field', field(curve));
    attribute(value, 'data-value', reference?.[field(curve)] ?? '');
    text(value, reference === undefined ? '' : view.resource.show(reference[field(curve)]));
  }
  text(parts.when, reference === undefined ? '' : point === null ? `now ${clock(reference.at)}` : time(reference.at));
}

function nearest(at) {
  return data.points.reduce((best, point) => (Math.abs(point.at - at) < Math.abs(best.at - at) ? point : best), data.points[0]);
}

function describe({ from, to }) {
  const last = CURVES.map((curve) => `${curve.label} ${view.resource.show(data.points.at(-1)[field(curve)])}`).join(', ');
  return `${view.resource.label}, over ${seconds((to - from) / 1000)}, ${count(data.events.length)} events. Now: ${last}. `
    + 'Left and right move the cursor, plus and minus zoom, Escape shows all. The values are in a table below.';
}

function draw() {
  const missing = data.points.length === 0;
  parts.nothing.hidden = !missing;
  parts.drawing.hidden = missing;
  parts.all.hidden = view.zoom === null;
  drawLegend();
  if (missing) {
    return;
  }
  const shown = span();
  parts.chart.draw(data.points, field, { ...shown, hidden: view.hidden, least: view.resource.least, base: view.resource.base });
  parts.chart.pointAt(view.cursor);
  parts.events.draw(data.events, { ...shown, left: LEFT, width: parts.chart.width() - LEFT - RIGHT });
  parts.values.update(data.points, field, view.resource.show, { ...shown, what: view.resource.label });
  attribute(parts.holder, 'aria-label', describe(shown));
  text(byId('timeline-since'), `since ${moment(data.points[0].at)}`);
}

/** Shows a part of the time, or all that the range has. */
function zoom(from, to) {
  const first = data.points[0].at;
  const last = Math.max(newest(), first + LEAST_SPAN);
  const length = Math.max(to - from, LEAST_SPAN);
  const start = Math.max(first, Math.min(from, last - length));
  view.zoom = { from: start, to: Math.min(last, start + length) };
  draw();
}

function all() {
  view.zoom = null;
  draw();
}

/** Where the next step of the keyboard leads. */
function moved(step) {
  const index = view.cursor === null ? data.points.length - 1 : data.points.indexOf(nearest(view.cursor));
  return data.points[Math.max(0, Math.min(data.points.length - 1, index + step))].at;
}

function zoomBy(factor) {
  const { from, to } = span();
  const middle = view.cursor ?? to;
  const half = ((to - from) * factor) / 2;
  zoom(middle - half, middle + half);
}

const KEYS = {
  ArrowLeft: () => { view.cursor = moved(-1); },
  ArrowRight: () => { view.cursor = moved(1); },
  '+': () => zoomBy(0.5),
  '-': () => zoomBy(2),
  Escape: () => { view.cursor = null; view.zoom = null; },
};

function keys(event) {
  const act = KEYS[event.key];
  if (act !== undefined && data.points.length > 0) {
    act();
    event.preventDefault();
    draw();
  }
}

function legendEntry(curve) {
  const value = el('span', { class: 'num', 'data-timeline': 'latest' });
  const button = el('button', { type: 'button', class: 'key', 'aria-pressed': 'true', 'data-curve': curve.id },
    el('i', { class: `swatch curve-${curve.id}`, 'aria-hidden': 'true' }), `${curve.label} `, value);
  button.addEventListener('click', () => {
    view.hidden.delete(curve.id) || view.hidden.add(curve.id);
    attribute(button, 'aria-pressed', !view.hidden.has(curve.id));
    draw();
  });
  byId('timeline-legend').append(button);
  return value;
}

function setUpControls() {
  byId('timeline-resource').addEventListener('change', (event) => { view.resource = RESOURCES[event.target.value]; draw(); });
  byId('timeline-range').addEventListener('change', (event) => {
    view.range = Number(event.target.value) * 1000 || Infinity;
    all();
  });
  parts.all = byId('timeline-all');
  parts.all.addEventListener('click', all);
}

export function setUpTimeline() {
  const holder = newHolder();
  parts = {
    holder,
    chart: new Chart(holder, CURVES, { amount: (value) => view.resource.show(value), time, zoom, all }),
    events: new Events(),
    values: new Values(CURVES),
    legend: new Map(CURVES.map((curve) => [curve.id, legendEntry(curve)])),
    when: el('span', { class: 'when' }),
    nothing: el('p', { class: 'empty' }, 'No data: the first point appears about a second after the operator has read the nodes.'),
  };
  byId('timeline-legend').append(parts.when);
  parts.drawing = el('div', { class: 'drawing' }, parts.events.marks, holder, parts.events.details, parts.values.details);
  byId('timeline').append(parts.nothing, parts.drawing);
  holder.addEventListener('keydown', keys);
  holder.addEventListener('pointermove', (event) => {
    view.cursor = nearest(parts.chart.timeAt(event.clientX)).at;
    drawLegend();
  });
  holder.addEventListener('pointerleave', () => { view.cursor = null; drawLegend(); });
  setUpControls();
  new ResizeObserver(() => parts.chart.fit() && draw()).observe(byId('timeline'));
  draw();
}

export function renderTimeline(answer) {
  accept(answer);
  draw();
}
