// Polls the API every two seconds.

import * as api from './api.js';
import { renderCluster } from './cluster.js';
import { followDrawer, openFromAddress } from './drawer.js';
import { renderHealth } from './health.js';
import { follow, render } from './live.js';
import { renderNodes, setUpNodes } from './nodes.js';

const PERIOD_MILLIS = 2000;

const state = { status: null, nodes: [] };

async function poll() {
  const [status, nodes] = await Promise.allSettled([api.status(), api.nodes()]);
  const broken = render([
    [status, (value) => { state.status = value; }],
    [nodes, (value) => { state.nodes = value.nodes; }],
  ]);
  if (state.status !== null) {
    renderHealth(state.status, state.nodes);
    renderCluster(state.nodes);
    renderNodes(state.nodes, state.status);
  }
  await followDrawer();
  return broken;
}

setUpNodes();
openFromAddress();
window.addEventListener('hashchange', openFromAddress);
follow({ process: 'koord-manager', whose: "The manager's", periodMillis: PERIOD_MILLIS, poll });
