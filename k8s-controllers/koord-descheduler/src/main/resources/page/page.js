// Reads plan and jobs of koord-descheduler for as long as the page is seen. What fails keeps its last values, greyed.

import { attribute, byId, text } from './dom.js';
import { clock, count, UNKNOWN } from './format.js';
import { read } from './reader.js';
import { ago, amount, Rows, share } from './rows.js';
import { item, renderStrip } from './strip.js';

const PAUSE_MILLIS = 3000;

let now = '';
let goodAt = null;

const chip = (value) => ({ text: value, chip: true });
const measure = (use, field) => ({ text: amount(use.resource, use[field]).shown, title: amount(use.resource, use[field]).exact });

const jobs = [
  { label: 'Job', value: (job) => job.name },
  { label: 'Phase', value: (job) => chip(job.phase) },
  { label: 'Pod', value: (job) => job.pod },
  { label: 'From', value: (job) => job.from ?? UNKNOWN },
  { label: 'To', value: (job) => job.to ?? UNKNOWN },
  { label: 'Asked for by', value: (job) => job.trigger || 'a user' },
];

const tables = {
  open: new Rows('open', [
    ...jobs,
    { label: 'Waits for', words: true, value: (job) => (job.waits ? `${job.waits.check}: ${job.waits.message}` : job.message || UNKNOWN) },
    { label: 'Since', hint: 'how long it waits, or how long ago it was made', value: (job) => ago(job.waits?.since ?? job.created, now) },
  ], (job) => job.name, 'No pod is moved at the moment.'),
  victims: new Rows('victims', [
    { label: 'Pod', value: (pod) => pod.pod },
    { label: 'From', value: (pod) => pod.from },
    { label: 'To', hint: 'nodes that could take it', words: true, value: (pod) => pod.to.join(', ') || UNKNOWN },
    { label: 'Plugin', value: (pod) => pod.plugin },
    { label: 'Why', words: true, value: (pod) => pod.reason },
  ], (pod) => pod.pod, 'The next run would evict no pod.'),
  kept: new Rows('kept', [
    { label: 'Pod', value: (pod) => pod.pod },
    { label: 'Node', value: (pod) => pod.node },
    { label: 'Check', hint: 'the first one that keeps it', value: (pod) => pod.check },
    { label: 'Why', words: true, value: (pod) => pod.message },
  ], (pod) => `${pod.node}/${pod.pod}`, 'No check keeps a pod of an overloaded node.'),
  nodes: new Rows('nodes', [
    { label: 'Node', value: (row) => row.node.node },
    { label: 'Pool', value: (row) => row.node.pool },
    { label: 'State', value: (row) => chip(row.node.state) },
    { label: 'Resource', value: (row) => row.use.resource + (row.use.ofProdPods ? ' (prod)' : '') },
    { label: 'Used', value: (row) => measure(row.use, 'used') },
    { label: 'Share', value: (row) => share(row.use.used, row.use.capacity) },
    { label: 'Low', hint: 'a target is at or below it', value: (row) => measure(row.use, 'low') },
    { label: 'High', hint: 'an overloaded node is above it', value: (row) => measure(row.use, 'high') },
    { label: 'Capacity', value: (row) => measure(row.use, 'capacity') },
    { label: 'Remark', words: true, value: (row) => row.node.reason ?? '' },
  ], (row) => `${row.node.pool}/${row.node.node}/${row.use.resource}/${row.use.ofProdPods}`, 'No plugin compares nodes with thresholds: LowNodeLoad is off, or has not run yet.'),
  ended: new Rows('ended', [
    ...jobs,
    { label: 'Message', words: true, value: (job) => job.message || UNKNOWN },
    { label: 'Ended', value: (job) => ago(job.ended, now) },
  ], (job) => job.name, 'No job has ended since this replica leads.'),
};

const none = { resource: UNKNOWN, ofProdPods: false };

function show(plan, migrations) {
  now = migrations.time;
  tables.open.show(migrations.open);
  tables.ended.show(migrations.ended);
  tables.victims.show(plan.victims);
  tables.kept.show(plan.kept);
  tables.nodes.show(plan.nodes.flatMap((node) => (node.resources.length > 0 ? node.resources : [none]).map((use) => ({ node, use }))));
  const over = new Set(plan.nodes.filter((node) => node.state === 'high' || node.state === 'prodHigh').map((node) => node.node)).size;
  const waiting = migrations.open.filter((job) => job.waits).length;
  const failed = migrations.ended.filter((job) => job.phase === 'Failed').length;
  renderStrip([
    item('mode', 'Mode', plan.dryRun ? 'warn' : 'good', plan.dryRun ? 'dry run' : 'moves pods', plan.dryRun ? 'decides and counts, evicts no pod' : '', '#victims'),
    item('overloaded', 'Nodes', over > 0 ? 'bad' : 'good', over > 0 ? `${count(over)} overloaded` : 'none overloaded', `${count(plan.victims.length)} pods would be evicted, ${count(plan.kept.length)} stay`, '#nodes'),
    item('open', 'Jobs', waiting > 0 ? 'warn' : 'good', `${count(migrations.open.length)} under way`, `${count(waiting)} wait for a limit or a step`, '#open'),
    item('ended', 'Ended', failed > 0 ? 'warn' : 'good', `${count(migrations.ended.length)} ended`, `${count(failed)} failed`, '#ended'),
  ], plan.waitsFor ? [`The next run decides nothing: ${plan.waitsFor}`] : []);
}

function good() {
  goodAt = Date.now();
  byId('banner').hidden = true;
  document.body.classList.remove('stale');
  attribute(byId('live'), 'data-state', 'live');
  text(byId('live-text'), 'live');
}

function bad(problem) {
  const read = goodAt === null ? 'Nothing has been read yet.' : `What you see below was read at ${clock(goodAt)}.`;
  text(byId('banner'), `The descheduler's API failed: ${problem.message}. ${read}`);
  byId('banner').hidden = false;
  attribute(byId('banner'), 'data-level', 'bad');
  document.body.classList.add('stale');
  attribute(byId('live'), 'data-state', 'lost');
  text(byId('live-text'), goodAt === null ? 'no data' : 'old');
}

async function once() {
  try {
    const [plan, migrations] = await Promise.all([
      read('plan', ['nodes', 'victims', 'kept']),
      read('migrations', ['open', 'ended']),
    ]);
    show(plan, migrations);
    good();
  } catch (problem) {
    bad(problem);
  }
}

for (;;) {
  if (!document.hidden) {
    await once();
  }
  await new Promise((resolve) => { setTimeout(resolve, PAUSE_MILLIS); });
}
