// The manager's API.

import { isObject, json, require } from './answers.js';

/** The document of the stream, if it has what the page needs. */
export function checked(whole) {
  for (const part of ['status', 'summary', 'nodes']) {
    require('stream', whole, part, isObject);
  }
  require('stream', whole.status, 'problems', Array.isArray);
  return whole;
}

export async function explain(node) {
  const part = `nodes/${encodeURIComponent(node)}/explain`;
  return require(part, await json(part), 'sums', Array.isArray);
}
