// Polls an API for as long as the page is open. What fails keeps its last values, greyed, with their age.

import { describe, Failure } from './answers.js';
import { attribute, byId, text } from './dom.js';
import { clock, seconds } from './format.js';

const AGE_MILLIS = 1000;
const LEAST_PAUSE_MILLIS = 100;

/**
 * Reads now and after each period. poll() resolves to the failures of one round; process is what answers, and whose names for the
 * API is how sentences begin.
 */
export function follow({ process, whose, periodMillis, poll }) {
  const state = { goodAt: null, failedSince: null };
  const every = periodMillis === 1000 ? 'every second' : `every ${periodMillis / 1000} seconds`;

  function consequence() {
    return state.goodAt === null
      ? `Nothing has been read yet. Is the ${process} running, and is this its application port?`
      : `What you see below was read at ${clock(state.goodAt)}. Trying again ${every}.`;
  }

  function judge(broken) {
    const now = Date.now();
    if (broken.length === 0) {
      state.goodAt = now;
      state.failedSince = null;
      byId('banner').hidden = true;
    } else {
      state.failedSince ??= now;
      text(byId('banner'), `${whose} API failed at ${clock(state.failedSince)}: ${describe(broken)}. ` + consequence());
      byId('banner').hidden = false;
    }
    attribute(byId('banner'), 'data-level', 'bad');
    document.body.classList.toggle('stale', broken.length > 0);
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
    await seen();
    const started = Date.now();
    try {
      judge(await poll());
    } catch (problem) {
      judge([new Failure('an answer', `could not be shown (${problem.message})`)]);
    }
    showAge();
    setTimeout(round, Math.max(LEAST_PAUSE_MILLIS, periodMillis - (Date.now() - started)));
  }

  setInterval(showAge, AGE_MILLIS);
  round();
}

/** Nobody looks at a page in the background: it asks for nothing until it is seen again. */
async function seen() {
  while (document.hidden) {
    await new Promise((resolve) => { document.addEventListener('visibilitychange', resolve, { once: true }); });
  }
}

/** Carries out each [answer of Promise.allSettled, render] and returns what failed. */
export function render(answers) {
  for (const [answer, show] of answers) {
    if (answer.status === 'fulfilled') {
      show(answer.value);
    }
  }
  return answers.filter(([answer]) => answer.status === 'rejected').map(([answer]) => answer.reason);
}
