// The operator's API.

import { json, require } from './answers.js';

const isObject = (value) => value !== null && typeof value === 'object';

export async function status() {
  return require('status', await json('status'), 'totals', isObject);
}

export async function nodes() {
  return require('nodes', await json('nodes'), 'nodes', Array.isArray);
}

export async function ledger() {
  return require('ledger', await json('ledger'), 'rows', Array.isArray);
}

export async function timeline(since) {
  return require('timeline', await json('timeline', `?since=${since}`), 'points', Array.isArray);
}

export async function explain(node) {
  const part = `nodes/${encodeURIComponent(node)}/explain`;
  return require(part, await json(part), 'terms', Array.isArray);
}
