// Follows the stream of koord-scheduler.

import * as api from './api.js';
import { listed } from './answers.js';
import { openFromAddress } from './drawer.js';
import { newGangs } from './gangs.js';
import { renderHealth } from './health.js';
import { follow } from './live.js';
import { newQuotas } from './quotas.js';
import { newReservations } from './reservations.js';

const tables = { quotas: newQuotas(), gangs: newGangs(), reservations: newReservations() };

function show(whole) {
  const { status, states } = api.checked(whole);
  renderHealth(status, states);
  for (const [name, table] of Object.entries(tables)) {
    table.status = status;
    table.show(listed(whole[name]), whole[name]);
  }
}

function query() {
  const all = Object.entries(tables).flatMap(([name, table]) => [...table.parameters(`${name}.`)]);
  return `?${new URLSearchParams(all)}`;
}

let again = () => {};
for (const table of Object.values(tables)) {
  table.setUp(() => again());
}
openFromAddress();
window.addEventListener('hashchange', openFromAddress);
again = follow({ process: 'koord-scheduler', whose: "The scheduler's", query, show });
