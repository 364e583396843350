// Reservations: room that is kept on nodes for pods to come.

import { amountOf, fillLines, linesCell } from './amounts.js';
import { attribute, el, text } from './dom.js';
import { seconds, UNKNOWN } from './format.js';
import { chip, NodeTable } from './table.js';

const STATES = ['LOST', 'PENDING', 'AVAILABLE', 'SUCCEEDED', 'FAILED'];
const MILLIS = 1000;

const COLUMNS = [
  { id: 'name', label: 'Reservation', rank: 'name' },
  { id: 'state', label: 'State', rank: 'state' },
  { id: 'node', label: 'Node', fixed: true },
  { id: 'owners', label: 'Owners', hint: 'pods that may use it', fixed: true },
  { id: 'resource', label: 'Resource', hint: 'one line for each', fixed: true },
  { id: 'reserved', label: 'Reserved', hint: 'what it keeps, or asks for', cpu: 'reservedCpuMilli', memory: 'reservedMemoryBytes' },
  { id: 'allocated', label: 'Allocated', hint: 'what pods use of it', cpu: 'allocatedCpuMilli', memory: 'allocatedMemoryBytes' },
  { id: 'users', label: 'Pods', hint: 'pods that use it', single: 'users' },
  { id: 'expires', label: 'Expires', hint: 'when it ends by itself', single: 'expiresMillis' },
  { id: 'ready', label: 'Ready', fixed: true },
];

function cell(column, reservation) {
  switch (column.id) {
    case 'name':
      return el('th', { scope: 'row' }, reservation.name);
    case 'state':
      return chip('state', reservation, el('small', { class: 'reason' }));
    case 'node':
    case 'ready':
      return el('td', { 'data-field': column.id });
    case 'owners':
      return el('td', { class: 'words', 'data-field': 'owners' });
    case 'expires':
      return el('td', { class: 'amount', 'data-field': 'expires' });
    case 'users':
      return null;
    default:
      return linesCell(column.id);
  }
}

function expiry(millis, now) {
  if (millis === null) {
    return 'never';
  }
  return millis <= now ? 'over' : `in ${seconds(Math.round((millis - now) / MILLIS))}`;
}

function fill(row, reservation) {
  const words = (field) => reservation[field] || UNKNOWN;
  for (const field of ['node', 'owners', 'ready']) {
    text(row.querySelector(`[data-field="${field}"]`), words(field));
  }
  text(row.querySelector('.reason'), reservation.message ?? '');
  const names = Object.keys({ ...reservation.reserved, ...reservation.allocated }).sort();
  fillLines(row, 'resource', names.map((resource) => ({ resource, text: resource })));
  for (const field of ['reserved', 'allocated']) {
    fillLines(row, field, names.map((resource) => {
      const value = reservation[field]?.[resource] ?? 0;
      return { resource, value, text: amountOf(resource, value) };
    }));
  }
  const expires = row.querySelector('[data-field="expires"]');
  const end = reservation.expiresMillis ?? null;
  const over = reservation.state === 'SUCCEEDED' || reservation.state === 'FAILED';
  attribute(expires, 'title', end === null ? null : new Date(end).toISOString());
  text(expires, over ? UNKNOWN : expiry(end, Date.parse(this.status.time)));
}

function empty() {
  return this.status?.reservations === false ? 'Reservations are off: reservation.enabled in the configuration.' : 'There is no Reservation.';
}

export const newReservations = () =>
  new NodeTable({ section: 'reservations', one: 'reservation', columns: COLUMNS, states: STATES, cell, fill, empty });
