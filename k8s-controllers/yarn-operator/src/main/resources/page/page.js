// Follows the operator's stream.

import * as api from './api.js';
import { listed } from './answers.js';
import { renderCapacity } from './capacity.js';
import { openFromAddress } from './drawer.js';
import { renderHealth } from './health.js';
import { renderLedger } from './ledger.js';
import { follow } from './live.js';
import { nodeQuery, renderNodes, setUpNodes } from './nodes.js';
import { newest, renderTimeline, setUpTimeline } from './timeline.js';

function show(whole) {
  const { status, balance, nodes, ledger, recent } = api.checked(whole);
  renderNodes(listed(nodes), nodes);
  renderLedger(ledger, listed(ledger));
  renderHealth(status, ledger);
  renderCapacity(status, balance);
  renderTimeline(recent);
}

/** The stream carries only the latest points. */
async function readTimeline() {
  try {
    renderTimeline(await api.timeline(newest()));
  } catch {
    // The stream says what is wrong; the curve begins now.
  }
}

setUpTimeline();
let again = () => {};
setUpNodes(() => again());
openFromAddress();
window.addEventListener('hashchange', openFromAddress);
again = follow({ process: 'yarn-operator', whose: "The operator's", query: nodeQuery, show, opened: readTimeline });
