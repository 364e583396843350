// The scheduler's API.

import { isObject, json, require } from './answers.js';

/** The document of the stream, if it has what the page needs. */
export function checked(whole) {
  for (const part of ['status', 'states', 'quotas', 'gangs', 'reservations']) {
    require('stream', whole, part, isObject);
  }
  return whole;
}

export async function explain(quota) {
  const part = `quotas/${encodeURIComponent(quota)}/explain`;
  return require(part, await json(part), 'resources', Array.isArray);
}
