// The operator's table of nodes.

import { newMini, placeMini } from './bars.js';
import { attribute, el, text } from './dom.js';
import { split } from './capacity.js';
import { openDrawer } from './drawer.js';
import { clock, timeLeft } from './format.js';
import { chip, nameCell, NodeTable } from './table.js';

const STATES = ['STEADY', 'GROWING', 'SHRINKING', 'CLOSED', 'STALE', 'UNMATCHED'];

const COLUMNS = [
  { id: 'name', label: 'Node', rank: 'name' },
  { id: 'state', label: 'State', rank: 'state' },
  { id: 'split', label: 'Split', fixed: true, hint: 'CPU: pods, YARN lease, free' },
  { id: 'origin', label: 'Origin', hint: 'batch capacity before it is split', cpu: 'originCpuMilli', memory: 'originMemoryBytes' },
  { id: 'pods', label: 'Pods', hint: 'requested by batch pods', cpu: 'podsCpuMilli', memory: 'podsMemoryBytes' },
  { id: 'lease', label: 'YARN lease', hint: 'reserved for YARN', cpu: 'leaseCpuMilli', also: 'leaseVcores', memory: 'leaseMemoryBytes' },
  { id: 'rm', label: 'RM sees', hint: 'what the ResourceManager may give away', cpu: 'rmCpuMilli', also: 'rmVcores', memory: 'rmMemoryMb' },
  { id: 'used', label: 'RM gave', hint: 'what the ResourceManager has given away', cpu: 'usedCpuMilli', also: 'usedVcores', memory: 'usedMemoryMb' },
  { id: 'real', label: 'YARN uses', hint: 'measured use of the YARN containers', cpu: 'yarnUsageCpuMilli', memory: 'yarnUsageMemoryBytes' },
  { id: 'free', label: 'Free', hint: 'neither pods nor lease', cpu: 'freeCpuMilli', memory: 'freeMemoryBytes' },
  { id: 'prod', label: 'Online', hint: 'measured use of online services and the system', cpu: 'prodCpuMilli', memory: 'prodMemoryBytes' },
  { id: 'age', label: 'Metric age', hint: 'age of the last NodeMetric', single: 'metricAgeSeconds' },
  { id: 'verdict', label: 'Ledger', rank: 'verdict' },
];

function cell(column, node) {
  switch (column.id) {
    case 'name':
      return nameCell(node, openDrawer);
    case 'state':
      return chip('state', node, el('span', { class: 'left' }), el('small', { class: 'reason' }));
    case 'split':
      return el('td', { class: 'split' }, newMini(['free', 'pods', 'lease', 'used', 'excess'], ['used']));
    case 'verdict':
      return chip('verdict', node);
    default:
      return null;
  }
}

function drawSplit(mini, node) {
  const amounts = { capacity: null, prod: 0, origin: node.originCpuMilli, pods: node.podsCpuMilli, lease: node.leaseCpuMilli };
  const { parts, scale } = split(amounts);
  const place = (part, from, size) => placeMini(mini, part, from, size, scale);
  place('pods', 0, parts.pods);
  place('lease', parts.pods, parts.lease);
  place('used', parts.pods, Math.min(node.usedCpuMilli ?? 0, parts.lease));
  place('free', parts.pods + parts.lease, parts.free);
  place('excess', parts.pods + parts.lease + parts.free, parts.excess);
}

function fill(row, node) {
  const others = Object.entries(node.otherResources ?? {}).map(([type, has]) => `${type} ${has}`);
  text(row.querySelector('.node-where'), [node.cluster, node.nodeId, ...others].filter(Boolean).join(' · ') || 'no NodeManager');
  const left = row.querySelector('.left');
  text(left, node.shrink ? `, ${timeLeft(node.shrink.secondsLeft)} left` : '');
  attribute(left, 'title', node.shrink ? `containers that stay are preempted at ${clock(Date.parse(node.shrink.deadline))}` : null);
  const reason = row.querySelector('.reason');
  text(reason, node.reason ?? '');
  attribute(reason, 'title', node.reason ?? '');
  drawSplit(row.querySelector('.mini'), node);
}

const table = new NodeTable({
  columns: COLUMNS,
  states: STATES,
  cell,
  fill,
  empty: () =>
    'No node offers batch resources yet. Switch colocation on in the ConfigMap slo-controller-config (colocation-config, "enable": true), ' +
    'see that a koordlet runs on each node and reports its NodeMetric, and give the NodeManager pods the label app.kubernetes.io/component: node-manager.',
});

export const nodeQuery = () => table.query();

export const nodesAddress = () => table.address();

export function setUpNodes(changed) {
  table.setUp(changed);
}

export function renderNodes(nodes, cut) {
  table.show(nodes, cut);
}
