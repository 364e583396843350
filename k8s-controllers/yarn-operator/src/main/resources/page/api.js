// The operator's API.

import { isObject, json, require } from './answers.js';

/** The document of the stream, if it has what the page needs. */
export function checked(whole) {
  for (const part of ['status', 'balance', 'nodes', 'ledger', 'recent']) {
    require('stream', whole, part, isObject);
  }
  require('stream', whole.status, 'totals', isObject);
  return whole;
}

export async function timeline(since) {
  return require('timeline', await json('timeline', `?since=${since}`), 'points', Array.isArray);
}

export async function explain(node) {
  const part = `nodes/${encodeURIComponent(node)}/explain`;
  return require(part, await json(part), 'terms', Array.isArray);
}
