// Follows the stream of a process for as long as the page is seen. What fails keeps its last values, greyed, with their age.

import { Failure, merge, stream } from './answers.js';
import { attribute, byId, text } from './dom.js';
import { clock, seconds } from './format.js';

const AGE_MILLIS = 1000;
const PAUSE_MILLIS = 1000;

/**
 * Opens the stream and opens it again whenever it ends. process is what answers, and whose names for the API is how sentences
 * begin. query() is what the reader asks for; show(document) draws, opened() is called with each new stream. The function
 * that is returned asks anew, after query() has changed.
 */
export function follow({ process, whose, query, show, opened = () => {} }) {
  const state = { goodAt: null, failedSince: null, current: null, asked: 0 };

  function consequence() {
    return state.goodAt === null
      ? `Nothing has been read yet. Is the ${process} running, and is this its application port?`
      : `What you see below was read at ${clock(state.goodAt)}. Trying again every second.`;
  }

  function good() {
    state.goodAt = Date.now();
    state.failedSince = null;
    byId('banner').hidden = true;
    document.body.classList.remove('stale');
    showAge();
  }

  function bad(failure) {
    state.failedSince ??= Date.now();
    text(byId('banner'), `${whose} API failed at ${clock(state.failedSince)}: ${failure.message}. ` + consequence());
    byId('banner').hidden = false;
    attribute(byId('banner'), 'data-level', 'bad');
    document.body.classList.add('stale');
    showAge();
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

  function draw(shown) {
    try {
      show(shown);
    } catch (problem) {
      throw problem instanceof Failure ? problem : new Failure('an answer', `could not be shown (${problem.message})`);
    }
  }

  /** One stream, from all of the document to its end. */
  async function once() {
    const asked = state.asked;
    let shown = {};
    state.current = new AbortController();
    opened();
    try {
      await stream('stream', query(), state.current.signal, (patch) => {
        if (asked === state.asked) {
          shown = merge(shown, patch);
          draw(shown);
          good();
        }
      });
    } catch (problem) {
      if (asked === state.asked && !document.hidden) {
        bad(problem);
      }
    }
    return asked === state.asked;
  }

  async function run() {
    for (;;) {
      await seen();
      if (await once()) {
        await new Promise((resolve) => { setTimeout(resolve, PAUSE_MILLIS); });
      }
    }
  }

  document.addEventListener('visibilitychange', () => document.hidden && state.current?.abort());
  setInterval(showAge, AGE_MILLIS);
  run();
  return () => {
    state.asked += 1;
    state.current?.abort();
  };
}

/** Nobody looks at a page in the background: it asks for nothing until it is seen again. */
async function seen() {
  while (document.hidden) {
    await new Promise((resolve) => { document.addEventListener('visibilitychange', resolve, { once: true }); });
  }
}
