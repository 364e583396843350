// The strip on top: one item per part the system depends on. Green needs data; without it the item says what is missing.

import { count, seconds } from './format.js';
import { item, renderStrip } from './strip.js';

const RM_STALE_SECONDS = 30;

const VERDICTS = {
  OK: { level: 'good', word: 'holds', detail: 'Pods and YARN together never exceed the batch origin.' },
  DRAINING: { level: 'warn', word: 'draining', detail: 'Pods and YARN exceed the origin, inside an announced shrink.' },
  BROKEN: { level: 'bad', word: 'broken', detail: 'Pods and YARN exceed the origin, and no shrink was announced. See the ledger below.' },
};

const LEDGER_MISSING =
  'Nothing has been checked yet: it needs a node with batch resources (kubernetes.io/batch-cpu) in its status.';

function secondsSince(now, time) {
  const from = Date.parse(time ?? '');
  const to = Date.parse(now ?? '');
  return Number.isNaN(from) || Number.isNaN(to) ? null : Math.max(0, (to - from) / 1000);
}

function leader(status) {
  if (status.leader === true) {
    return item('leader', 'Leader', 'good', 'this replica', `${status.identity ?? 'no identity'} plans and writes.`, '#capacity');
  }
  if (status.leader === false) {
    return item('leader', 'Leader', 'idle', 'standby', `${status.identity ?? 'This replica'} only watches; another replica writes.`, '#capacity');
  }
  return item('leader', 'Leader', 'none', 'no data', 'Leader election has not answered: check the API server and the rights on leases.', '#capacity');
}

function resourceManager(status, cluster) {
  const label = `YARN ${cluster.id}`;
  const id = `rm-${cluster.id}`;
  const where = `${cluster.resourceManager ?? 'no address'}, ${cluster.auth ?? 'unknown'} auth`;
  const age = secondsSince(status.time, cluster.lastGoodCall);
  if (cluster.state === 'DOWN') {
    const last = age === null ? 'It has never answered.' : `Last good call ${seconds(age)} ago.`;
    return item(id, label, 'bad', 'down', `${where}. ${last} Leases stay as they are until it is back.`, '#nodes');
  }
  if (cluster.state !== 'UP' || age === null) {
    return item(id, label, 'none', 'no data', `${where}: not called yet. Check the address in the Hadoop configuration.`, '#nodes');
  }
  const level = age > RM_STALE_SECONDS ? 'warn' : 'good';
  return item(id, label, level, level === 'good' ? 'up' : 'silent', `${where}. Last good call ${seconds(age)} ago.`, '#nodes');
}

function resourceManagers(status) {
  const clusters = status.clusters ?? [];
  if (clusters.length === 0) {
    return [
      item('rm-none', 'YARN', 'none', 'no data', 'No YARN cluster is configured: give the operator a Hadoop configuration directory.', '#nodes'),
    ];
  }
  return clusters.map((cluster) => resourceManager(status, cluster));
}

function agents(status) {
  const total = status.agents?.total ?? null;
  const reporting = status.agents?.reporting ?? null;
  if (total === null || reporting === null || total === 0) {
    return item('agents', 'Agents', 'none', 'no data', 'No node agent is known: install the koordlet DaemonSet and switch colocation on in slo-controller-config.', '#nodes');
  }
  const word = `${count(reporting)}/${count(total)} report`;
  if (reporting === total) {
    return item('agents', 'Agents', 'good', word, 'Every node agent reported in time.', '#nodes');
  }
  const detail = `${count(total - reporting)} without a fresh NodeMetric: their capacity does not grow, YARN's share shrinks with grace.`;
  return item('agents', 'Agents', reporting === 0 ? 'bad' : 'warn', word, detail, '#nodes');
}

function matching(status) {
  const total = status.nodes?.total ?? null;
  const unmatched = status.nodes?.unmatched ?? null;
  if (total === null || unmatched === null || total === 0) {
    return item('nodes', 'Node managers', 'none', 'no data', 'No node to match: none carries batch resources, or no NodeManager pod was found.', '#nodes');
  }
  if (!(status.clusters ?? []).some((cluster) => cluster.lastGoodCall)) {
    return item('nodes', 'Node managers', 'none', 'no data', 'Nodes can be matched once a ResourceManager has answered.', '#nodes');
  }
  if (unmatched === 0) {
    return item('nodes', 'Node managers', 'good', `${count(total)}/${count(total)} matched`, 'Each node has its NodeManager in the ResourceManager.', '#nodes');
  }
  const detail = 'No NodeManager of the ResourceManager fits these nodes: compare host names, or set the node-id annotation on the NodeManager pod.';
  return item('nodes', 'Node managers', 'warn', `${count(unmatched)} unmatched`, detail, '#nodes?state=UNMATCHED');
}

function ledgerItem(status, ledger) {
  const known = VERDICTS[status.ledger?.verdict];
  if (known === undefined) {
    return item('ledger', 'Ledger', 'none', 'no data', LEDGER_MISSING, '#ledger');
  }
  const checks = ledger === null ? '' : ` ${count(ledger.checks ?? 0)} checks, ${count(ledger.brokenChecks ?? 0)} broken.`;
  return item('ledger', 'Ledger', known.level, known.word, known.detail + checks, '#ledger');
}

export function renderHealth(status, ledger) {
  const items = [leader(status), ...resourceManagers(status), agents(status), matching(status), ledgerItem(status, ledger)];
  renderStrip(items, status.problems ?? []);
}
