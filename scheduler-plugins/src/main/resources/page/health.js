// The strip on top. Green needs data; without it the item says what is missing.

import { count } from './format.js';
import { item, renderStrip } from './strip.js';

const sum = (counts) => Object.values(counts).reduce((all, one) => all + one, 0);

function leader(status) {
  return status.acts
    ? item('leader', 'Leader', 'good', 'this replica', 'The kube-scheduler beside it leads: it places pods and writes.', '#quotas')
    : item('leader', 'Leader', 'idle', 'standby', 'Another replica places pods. Quotas and reservations are as there; plans of gangs and room held for pods are known only there.', '#gangs');
}

function objects(status) {
  if (status.missing.length > 0) {
    return item('objects', 'Cluster', 'none', 'no data', `Not read yet: ${status.missing.join(', ')}.`, '#quotas');
  }
  return status.unwatched.length === 0
    ? item('objects', 'Cluster', 'good', 'followed', 'All objects are read and changes arrive.', '#quotas')
    : item('objects', 'Cluster', 'warn', 'not followed', `No changes arrive of ${status.unwatched.join(', ')}.`, '#quotas');
}

function quotas(status, counts) {
  if (!status.quotas) {
    return item('quotas', 'Quotas', 'none', 'off', 'Pods are placed whatever their quota.', '#quotas');
  }
  const unused = counts.UNUSED ?? 0;
  const short = counts.SHORT ?? 0;
  if (unused > 0) {
    return item('quotas', 'Quotas', 'bad', `${count(unused)} unused`, 'Their parent is missing: their pods wait.', '#quotas?state=UNUSED');
  }
  return short > 0
    ? item('quotas', 'Quotas', 'warn', `${count(short)} short`, `${count(counts.BORROWING ?? 0)} borrow, ${count(counts.LENDING ?? 0)} lend, of ${count(sum(counts))}.`, '#quotas?state=SHORT')
    : item('quotas', 'Quotas', 'good', 'none short', `${count(counts.BORROWING ?? 0)} borrow, ${count(counts.LENDING ?? 0)} lend, of ${count(sum(counts))}.`, '#quotas');
}

function gangs(status, counts) {
  if (!status.gangs) {
    return item('gangs', 'Gangs', 'none', 'off', 'Pods of a gang are placed one by one.', '#gangs');
  }
  const waiting = (counts.WAITING ?? 0) + (counts.INCOMPLETE ?? 0);
  const rest = `${count(counts.PLACED ?? 0)} of ${count(sum(counts))} have their minimum, ${count(counts.INCOMPLETE ?? 0)} lack pods.`;
  return waiting > 0
    ? item('gangs', 'Gangs', 'warn', `${count(waiting)} wait`, rest, counts.WAITING ? '#gangs?state=WAITING' : '#gangs?state=INCOMPLETE')
    : item('gangs', 'Gangs', 'good', 'none waits', rest, '#gangs');
}

function reservations(status, counts) {
  if (!status.reservations) {
    return item('reservations', 'Reservations', 'none', 'off', 'No room is kept.', '#reservations');
  }
  const lost = counts.LOST ?? 0;
  const pending = counts.PENDING ?? 0;
  const rest = `${count(counts.AVAILABLE ?? 0)} available, ${count(pending)} pending, of ${count(sum(counts))}.`;
  if (lost > 0) {
    return item('reservations', 'Reservations', 'bad', `${count(lost)} lost room`, rest, '#reservations?state=LOST');
  }
  return pending > 0
    ? item('reservations', 'Reservations', 'warn', `${count(pending)} pending`, rest, '#reservations?state=PENDING')
    : item('reservations', 'Reservations', 'good', 'all ready', rest, '#reservations');
}

export function renderHealth(status, states) {
  renderStrip([
    leader(status), objects(status), quotas(status, states.quotas), gangs(status, states.gangs), reservations(status, states.reservations),
  ], []);
}
