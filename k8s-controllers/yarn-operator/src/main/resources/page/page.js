// Polls the API once a second. What fails keeps its last values, greyed, with their age.

import * as api from './api.js';
import { attribute, byId, text } from './dom.js';
import { clock, seconds } from './format.js';
import { renderCapacity } from './capacity.js';
import { renderHealth } from './health.js';
import { renderLedger } from './ledger.js';
import { renderNodes, setUpNodes } from './nodes.js';
import { newest, renderTimeline, setUpTimeline } from './timeline.js';

const PERIOD_MILLIS = 1000;

const state = { status: null, nodes: [], ledger: null, goodAt: null, failedSince: null };

async function poll() {
  const answers = await Promise.allSettled([api.status(), api.nodes(), api.ledger(), api.timeline(newest())]);
  const [status, nodes, ledger, timeline] = answers;
  const broken = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason);
  const rendered = [
    [status, (value) => { state.status = value; }],
    [ledger, (value) => { state.ledger = value; renderLedger(value); }],
    [nodes, (value) => { state.nodes = value.nodes; renderNodes(value.nodes); }],
    [timeline, renderTimeline],
  ];
  for (const [answer, render] of rendered) {
    if (answer.status === 'fulfilled') {
      render(answer.value);
    }
  }
  if (state.status !== null) {
    renderHealth(state.status, state.ledger);
    renderCapacity(state.status, state.nodes);
  }
  return broken;
}

function judge(broken) {
  const now = Date.now();
  if (broken.length === 0) {
    state.goodAt = now;
    state.failedSince = null;
    byId('banner').hidden = true;
  } else {
    state.failedSince ??= now;
    text(byId('banner'), `The operator's API failed at ${clock(state.failedSince)}: ${api.describe(broken)}. ` + consequence());
    byId('banner').hidden = false;
  }
  attribute(byId('banner'), 'data-level', 'bad');
  document.body.classList.toggle('stale', broken.length > 0);
}

function consequence() {
  return state.goodAt === null
    ? 'Nothing has been read yet. Is the yarn-operator running, and is this its application port?'
    : `What you see below was read at ${clock(state.goodAt)}. Trying again every second.`;
}

function showAge() {
  const live = byId('live');
  if (state.goodAt === null) {
    attribute(live, 'data-state', state.failedSince === null ? 'waiting' : 'lost');
    text(byId('live-text'), state.failedSince === null ? 'connecting' : 'no data');
    return;
  }
  const age = (Date.now() - state.goodAt) / 1000;
  const fresh = state.failedSince === null;
  attribute(live, 'data-state', fresh ? 'live' : 'lost');
  attribute(live, 'data-age-seconds', age.toFixed(1));
  text(byId('live-text'), fresh ? 'live' : `${seconds(Math.round(age))} old`);
}

async function round() {
  const started = Date.now();
  try {
    judge(await poll());
  } catch (problem) {
    judge([new api.Failure('an answer', `could not be shown (${problem.message})`)]);
  }
  showAge();
  setTimeout(round, Math.max(100, PERIOD_MILLIS - (Date.now() - started)));
}

setUpNodes();
setUpTimeline();
setInterval(showAge, PERIOD_MILLIS);
round();
