// The strip on top. Green needs data; without it the item says what is missing.

import { count } from './format.js';
import { item, renderStrip } from './strip.js';
import { sentence } from './words.js';

function leader(status) {
  if (status.leader) {
    return item('leader', 'Leader', 'good', 'this replica', 'It calculates and writes.', '#cluster');
  }
  if (status.holderPod !== '') {
    return item('leader', 'Leader', 'idle', 'standby', `This replica only watches and admits pods; ${status.holderPod} calculates. Ask that one.`, '#cluster');
  }
  return item('leader', 'Leader', 'none', 'no data', 'Nobody is known to lead: check the API server and the rights on leases.', '#cluster');
}

function configuration(status) {
  if (!status.synced) {
    return item('configuration', 'Configuration', 'none', 'no data', 'This replica is still reading the cluster.', '#nodes');
  }
  if (!status.configured) {
    return item('configuration', 'Configuration', 'bad', 'none in force', 'Nothing is calculated before colocation-config in slo-controller-config can be read.', '#nodes');
  }
  const broken = status.problems.length;
  return broken === 0
    ? item('configuration', 'Configuration', 'good', 'in force', 'Every key of slo-controller-config is as it is written there.', '#nodes')
    : item('configuration', 'Configuration', 'warn', broken === 1 ? '1 problem' : `${broken} problems`, 'What was good before stays in force. See below.', '#nodes');
}

const nodesIn = (summary, ...states) => states.reduce((sum, state) => sum + (summary.states[state] ?? 0), 0);

function published(status, summary, total) {
  const off = nodesIn(summary, 'OFF');
  const wanted = total - off;
  if (!status.leader || total === 0) {
    return item('nodes', 'Nodes', 'none', 'no data', 'Only the leading replica knows what each node offers.', '#nodes');
  }
  const rest = off === 0 ? '' : ` Colocation is off on ${off === 1 ? 'one' : count(off)}.`;
  if (wanted === 0) {
    return item('nodes', 'Nodes', 'none', 'all off', 'Switch colocation on in slo-controller-config (colocation-config, "enable": true).', '#nodes');
  }
  const offering = nodesIn(summary, 'PUBLISHED', 'HELD_BACK');
  const word = `${count(offering)}/${count(wanted)} offer`;
  return offering === wanted
    ? item('nodes', 'Nodes', 'good', word, `Each node shows what was calculated, or what is near to it.${rest}`, '#nodes')
    : item('nodes', 'Nodes', offering === 0 ? 'bad' : 'warn', word, `${commonest(summary)}${rest}`, '#nodes?state=NOTHING');
}

/** Why most of the nodes without an amount have none. */
function commonest(summary) {
  return Object.entries(summary.reasons)
    .sort((left, right) => right[1] - left[1])
    .map(([reason, times]) => `${count(times)} × ${sentence(reason)}`)
    .join(' ');
}

/** Of CPU and of memory apart: only that of CPU holds capacity back, so memory without it is no more than a warning. */
function protection(status) {
  const { state, detail, memory } = status.protection;
  const words = { ON: ['good', 'on'], OFF: ['bad', 'off'], NO_DATA: ['none', 'no data'] };
  const [cpu, cpuWord] = words[state] ?? ['none', 'not needed'];
  const [memoryLevel, memoryWord] = words[memory.state] ?? ['none', 'not needed'];
  if (state === 'NOT_NEEDED') {
    return item('protection', 'Protection', cpu, cpuWord, `Of online pods from batch work: ${detail}.`, '#nodes');
  }
  const level = cpu === 'good' && memoryLevel !== 'good' ? 'warn' : cpu;
  const why = `Of online pods from batch work. CPU: ${detail}. Memory: ${memory.detail}.`;
  return item('protection', 'Protection', level, `CPU: ${cpuWord}, memory: ${memoryWord}`, why, '#nodes');
}

function calculation(summary, total) {
  if (total === 0) {
    return item('calculation', 'Calculation', 'none', 'no data', 'Nothing was calculated yet.', '#nodes');
  }
  const kept = nodesIn(summary, 'KEPT');
  if (kept + summary.faulty === 0) {
    return item('calculation', 'Calculation', 'good', 'complete', 'No stage of the calculation reports a problem.', '#nodes');
  }
  return item('calculation', 'Calculation', kept > 0 ? 'bad' : 'warn', `${count(summary.faulty)} with problems`, 'A stage could not be calculated, or nothing may grow; see the last column.', '#nodes');
}

function problems(status, summary) {
  const further = summary.furtherProblems;
  return [...status.problems, ...summary.problems, ...(further > 0 ? [`and ${count(further)} more`] : [])];
}

export function renderHealth(status, summary, total) {
  const items = [leader(status), configuration(status), published(status, summary, total), protection(status), calculation(summary, total)];
  renderStrip(items, problems(status, summary));
}
