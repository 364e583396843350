// Follows the manager's stream.

import * as api from './api.js';
import { listed } from './answers.js';
import { renderCluster } from './cluster.js';
import { followDrawer, openFromAddress } from './drawer.js';
import { renderHealth } from './health.js';
import { follow } from './live.js';
import { nodeQuery, renderNodes, setUpNodes } from './nodes.js';

function show(whole) {
  const { status, summary, nodes } = api.checked(whole);
  renderHealth(status, summary, nodes.total);
  renderCluster(summary);
  renderNodes(listed(nodes), nodes, status);
  followDrawer();
}

let again = () => {};
setUpNodes(() => again());
openFromAddress();
window.addEventListener('hashchange', openFromAddress);
again = follow({ process: 'koord-manager', whose: "The manager's", query: nodeQuery, show });
