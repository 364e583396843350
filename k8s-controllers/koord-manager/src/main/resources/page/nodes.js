// The manager's table of nodes.

import { newMini, placeMini } from './bars.js';
import { attribute, byId, el, text } from './dom.js';
import { openDrawer } from './drawer.js';
import { clock } from './format.js';
import { chip, nameCell, NodeTable } from './table.js';
import { sentence } from './words.js';

const STATES = ['PUBLISHED', 'HELD_BACK', 'KEPT', 'NOTHING', 'OFF', 'WAITING'];
const MINI_PARTS = ['prod', 'margin', 'used', 'pods'];

const COLUMNS = [
  { id: 'name', label: 'Node', rank: 'name' },
  { id: 'state', label: 'State', rank: 'state' },
  { id: 'split', label: 'Split', hint: 'CPU: online and system, not offered, YARN, batch pods', fixed: true },
  { id: 'capacity', label: 'Capacity', hint: 'all of the node', cpu: 'capacityCpuMilli', memory: 'capacityMemoryBytes' },
  { id: 'online', label: 'Online', hint: 'used now by online services and the system', cpu: 'onlineCpuMilli', memory: 'onlineMemoryBytes' },
  { id: 'origin', label: 'For batch', hint: 'left for batch work, before it is split', cpu: 'originCpuMilli', memory: 'originMemoryBytes' },
  { id: 'yarn', label: 'YARN', hint: 'what third parties such as YARN hold of it', cpu: 'thirdPartyCpuMilli', memory: 'thirdPartyMemoryBytes' },
  { id: 'batch', label: 'Batch', hint: 'batch-cpu and batch-memory that the node shows', cpu: 'batchCpuMilli', memory: 'batchMemoryBytes' },
  { id: 'mid', label: 'Mid', hint: 'mid-cpu and mid-memory that the node shows', cpu: 'midCpuMilli', memory: 'midMemoryBytes' },
  { id: 'age', label: 'Report age', hint: 'age of the NodeMetric that was used', single: 'metricAgeSeconds' },
  { id: 'written', label: 'Last write', hint: 'since this process last wrote the node', single: 'lastWriteSeconds' },
  { id: 'problems', label: 'Problems', hint: 'what could not be calculated, and why nothing grows', single: 'problems' },
];

let status = null;

function cell(column, node) {
  switch (column.id) {
    case 'name':
      return nameCell(node, openDrawer);
    case 'state':
      return chip('state', node, el('small', { class: 'reason' }));
    case 'split':
      return el('td', { class: 'split' }, newMini(MINI_PARTS));
    case 'problems':
      return el('td', {}, el('small', { class: 'reason faults' }));
    default:
      return null;
  }
}

function drawSplit(mini, node) {
  const capacity = Math.max(1, node.capacityCpuMilli ?? 0);
  const sizes = { prod: node.onlineCpuMilli ?? 0, used: node.thirdPartyCpuMilli ?? 0, pods: node.batchCpuMilli ?? 0 };
  sizes.margin = Math.max(0, (node.capacityCpuMilli ?? 0) - sizes.prod - sizes.used - sizes.pods);
  let from = 0;
  for (const part of MINI_PARTS) {
    placeMini(mini, part, from, sizes[part], capacity);
    from += sizes[part];
  }
}

function fill(row, node) {
  const due = node.state === 'HELD_BACK' && node.dueAt !== undefined ? ` Due at ${clock(Date.parse(node.dueAt))}.` : '';
  const reason = row.querySelector('.reason');
  text(reason, node.state === 'PUBLISHED' ? '' : sentence(node.reason) + due);
  const faults = row.querySelector('.faults');
  text(faults, node.problems.join('; '));
  attribute(faults, 'title', node.problems.join('\n'));
  drawSplit(row.querySelector('.mini'), node);
}

function empty() {
  if (status !== null && !status.leader) {
    const pod = status.holderPod;
    return pod === ''
      ? 'Only the leading replica calculates, and the leader is unknown.'
      : `Only the leading replica calculates. Ask ${pod}: kubectl -n ${status.namespace} port-forward pod/${pod} 8080.`;
  }
  return 'The cluster has no nodes, or they are still being read.';
}

const table = new NodeTable({
  columns: COLUMNS,
  states: STATES,
  cell,
  fill,
  empty,
});

export const nodeQuery = () => table.query();

export function setUpNodes(changed) {
  table.setUp(changed);
}

export function renderNodes(nodes, cut, newStatus) {
  status = newStatus;
  table.show(nodes, cut);
  byId('cluster').hidden = cut.total === 0;
}
