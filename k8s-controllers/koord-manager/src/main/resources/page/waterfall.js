// A sum as a waterfall: each line is a bar from what was left before it to what is left after it.

import { el, svg } from './dom.js';
import { bytes, cores, count, exact, seconds } from './format.js';

const WIDTH = 1000;
const NEAR_NOTHING = 1.5;

const KINDS = { '': 'start', '+': 'plus', '-': 'minus', x: 'scale', '<=': 'limit', '=': 'result' };

/** Where each line's bar begins and ends, in the unit of the sum. Pure: steps in, spans out. */
export function spans(steps) {
  let left = 0;
  return steps.map((step) => {
    const before = left;
    left = {
      '+': before + step.value, '-': before - step.value, x: before * step.value, '<=': Math.min(before, step.value),
    }[step.sign] ?? step.value;
    const whole = step.sign === '' || step.sign === '=';
    return { kind: KINDS[step.sign] ?? 'start', from: whole ? 0 : Math.min(before, left), to: whole ? left : Math.max(before, left) };
  });
}

/** An amount as people read it. Ratios have no unit. */
export function amount(value, unit) {
  switch (unit) {
    case 'milli-cpu':
      return cores(value);
    case 'bytes':
      return bytes(value);
    default:
      return count(value);
  }
}

function bar(span, lowest, highest) {
  const scale = WIDTH / Math.max(1, highest - lowest);
  const chart = svg('svg', { class: 'fall', viewBox: `0 0 ${WIDTH} 16`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const width = Math.max((span.to - span.from) * scale, NEAR_NOTHING);
  chart.append(svg('rect', { class: `fall-${span.kind}`, x: ((span.from - lowest) * scale).toFixed(2), y: 2, width: width.toFixed(2), height: 12 }));
  return chart;
}

function value(step, unit) {
  const own = step.sign === 'x' ? 'ratio' : unit;
  const cell = el('td', { class: 'amount', 'data-value': step.value, title: exact(step.value, own) }, amount(step.value, own));
  return cell;
}

function line(step, unit, chart) {
  return el('tr', { 'data-sign': step.sign, 'data-step': step.name },
    el('td', { class: 'sign', 'aria-label': KINDS[step.sign] }, step.sign),
    el('th', { scope: 'row' }, step.name),
    value(step, unit),
    el('td', { class: 'fall-cell' }, ...chart),
    el('td', { class: 'amount age' }, step.ageSeconds === undefined ? '' : seconds(step.ageSeconds)),
    el('td', { class: 'source' }, step.source));
}

function part(step, unit) {
  const row = line({ ...step, sign: '' }, unit, []);
  row.className = 'part-of';
  return row;
}

/** The table of one sum. */
export function waterfall(sum) {
  const places = spans(sum.steps);
  const lowest = Math.min(0, ...places.map((place) => place.from));
  const highest = Math.max(0, ...places.map((place) => place.to));
  const body = el('tbody');
  sum.steps.forEach((step, index) => {
    body.append(line(step, sum.unit, [bar(places[index], lowest, highest)]), ...(step.parts ?? []).map((each) => part(each, sum.unit)));
  });
  const head = el('tr');
  for (const [label, kind] of [['', 'sign'], ['Line', ''], [sum.unit === 'milli-cpu' ? 'Cores' : 'Amount', 'amount'], ['', ''], ['Age', 'amount'], ['Source', '']]) {
    head.append(el('th', { scope: 'col', class: kind }, label));
  }
  return el('table', { class: 'terms sum' }, el('thead', {}, head), body);
}
