// Polls the API once a second.

import * as api from './api.js';
import { renderCapacity } from './capacity.js';
import { renderHealth } from './health.js';
import { renderLedger } from './ledger.js';
import { follow, render } from './live.js';
import { renderNodes, setUpNodes } from './nodes.js';
import { newest, renderTimeline, setUpTimeline } from './timeline.js';

const state = { status: null, nodes: [], ledger: null };

async function poll() {
  const [status, nodes, ledger, timeline] = await Promise.allSettled([api.status(), api.nodes(), api.ledger(), api.timeline(newest())]);
  const broken = render([
    [status, (value) => { state.status = value; }],
    [nodes, (value) => { state.nodes = value.nodes; renderNodes(value.nodes); }],
    [ledger, (value) => { state.ledger = value; renderLedger(value); }],
    [timeline, renderTimeline],
  ]);
  if (state.status !== null) {
    renderHealth(state.status, state.ledger);
    renderCapacity(state.status, state.nodes);
  }
  return broken;
}

setUpNodes();
setUpTimeline();
follow({ process: 'yarn-operator', whose: "The operator's", periodMillis: 1000, poll });
