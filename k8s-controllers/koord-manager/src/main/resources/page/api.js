// The manager's API.

import { json, require } from './answers.js';

export async function status() {
  return require('status', await json('status'), 'problems', Array.isArray);
}

export async function nodes() {
  return require('nodes', await json('nodes'), 'nodes', Array.isArray);
}

export async function explain(node) {
  const part = `nodes/${encodeURIComponent(node)}/explain`;
  return require(part, await json(part), 'sums', Array.isArray);
}
