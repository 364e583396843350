// What happened, over the curves and as a list. Events that are near to each other are one mark with their number.

import { attribute, el, keyed, text } from './dom.js';
import { clock, count, moment } from './format.js';

const PIXELS = 34;
const SHOWN = 60;
const DAY = 86_400_000;

/** The worst first: a group has the colour of its worst event. */
const KINDS = ['BROKEN', 'RM_DOWN', 'CLOSED', 'STALE', 'SHRINK', 'GROW', 'RM_UP', 'LEADER'];

const SECOND = 1000;
const ROUND = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200].map((each) => each * SECOND);

/** The least round time, in ms, that is at least as long. */
export function roundTime(millis) {
  return ROUND.find((each) => each >= millis) ?? Math.ceil(millis / DAY) * DAY;
}

const words = (kind) => kind.toLowerCase().replace('_', ' ');
const rank = (kind) => (KINDS.includes(kind) ? KINDS.indexOf(kind) : KINDS.length);

/** Events of the time that is shown in groups, each of a stretch that has PIXELS at least. Pure: events in, groups out. */
export function fold(events, from, to, width) {
  const step = roundTime(((to - from) * PIXELS) / Math.max(width, PIXELS));
  const groups = new Map();
  for (const event of events.filter((each) => each.at >= from && each.at <= to)) {
    const start = Math.floor(event.at / step) * step;
    const group = groups.get(start) ?? { start, end: start + step, events: [] };
    group.events.push(event);
    groups.set(start, group);
  }
  return [...groups.values()];
}

function summary(group) {
  if (group.events.length === 1) {
    const [event] = group.events;
    return `${clock(event.at)} ${words(event.kind)}${event.node ? ` ${event.node}` : ''}: ${event.message ?? ''}`;
  }
  const numbers = new Map();
  group.events.forEach((event) => numbers.set(event.kind, (numbers.get(event.kind) ?? 0) + 1));
  const kinds = [...numbers].sort(([one], [other]) => rank(one) - rank(other)).map(([kind, times]) => `${count(times)} ${words(kind)}`);
  return `${count(group.events.length)} events, ${moment(group.events[0].at)}: ${kinds.join(', ')}`;
}

const worst = (group) => group.events.reduce((kind, event) => (rank(event.kind) < rank(kind) ? event.kind : kind), 'LEADER');

/** The marks over the curves and the list below them. */
export class Events {
  constructor() {
    this.all = [];
    this.chosen = null;
    this.marks = el('div', { class: 'marks', role: 'group', 'aria-label': 'Events by time' });
    this.title = el('summary', {}, 'Events');
    this.list = el('ol', { class: 'events', tabindex: '0', 'aria-label': 'Events, newest first' });
    this.back = el('button', { type: 'button', class: 'key' }, 'All events');
    this.back.addEventListener('click', () => this.choose(null));
    this.details = el('details', {}, this.title, this.back, this.list);
  }

  choose(group) {
    this.chosen = group === null ? null : { start: group.start, end: group.end };
    this.details.open = group !== null || this.details.open;
    this.showList();
    this.list.focus();
  }

  draw(events, { from, to, left, width }) {
    this.all = events;
    keyed(this.marks, fold(events, from, to, width), (group) => `${group.start}/${group.end}`,
      (group) => {
        const mark = el('button', { type: 'button', class: 'mark' });
        mark.addEventListener('click', () => this.choose(group));
        return mark;
      },
      (mark, group) => {
        const several = group.events.length > 1;
        const at = several ? Math.min(Math.max((group.start + group.end) / 2, from), to) : group.events[0].at;
        const place = `${(left + ((at - from) * width) / (to - from)).toFixed(0)}px`;
        if (mark.style.left !== place) {
          mark.style.left = place;
        }
        attribute(mark, 'data-kind', worst(group));
        attribute(mark, 'data-count', group.events.length);
        attribute(mark, 'aria-label', summary(group));
        attribute(mark, 'title', summary(group));
        text(mark, several ? (group.events.length > 999 ? '999+' : `${group.events.length}`) : '');
      });
    this.showList();
  }

  showList() {
    const { chosen } = this;
    const fitting = chosen === null ? this.all : this.all.filter((event) => event.at >= chosen.start && event.at < chosen.end);
    const shown = chosen === null ? fitting.slice(-SHOWN) : fitting;
    this.back.hidden = chosen === null;
    const some = chosen === null ? `Events (${count(this.all.length)})` : `Events of one mark (${count(fitting.length)} of ${count(this.all.length)})`;
    text(this.title, this.all.length === 0 ? 'Nothing happened yet' : some);
    keyed(this.list, [...shown].reverse(), (event) => `${event.at}/${event.node ?? ''}/${event.kind}`,
      (event) => el('li', { 'data-kind': event.kind }, el('time', { title: moment(event.at) }, clock(event.at)), el('b', {}, words(event.kind)),
        el('span', {}, event.node ?? ''), el('span', {}, event.message ?? '')),
      () => {});
  }
}
