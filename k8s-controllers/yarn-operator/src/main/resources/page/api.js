// Reads the operator's API. An answer that is late, refused or not of the expected shape is an error with a sentence.

const TIMEOUT_MILLIS = 4000;

/** A failed read: what of the API, and what is wrong with it. */
export class Failure extends Error {
  constructor(part, problem) {
    super(`${part} ${problem}`);
    this.part = part;
    this.problem = problem;
  }
}

async function json(part, query = '') {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MILLIS);
  try {
    const answer = await fetch(`api/v1/${part}${query}`, { signal: stop.signal, cache: 'no-store', headers: { Accept: 'application/json' } });
    if (!answer.ok) {
      throw new Failure(part, `answered ${answer.status}`);
    }
    return await answer.json();
  } catch (problem) {
    throw problem instanceof Failure ? problem : new Failure(part, reason(problem, stop.signal.aborted));
  } finally {
    clearTimeout(timer);
  }
}

function reason(problem, late) {
  if (late) {
    return `did not answer within ${TIMEOUT_MILLIS / 1000} s`;
  }
  return problem instanceof SyntaxError ? 'answered something that is not JSON' : 'cannot be reached';
}

function require(part, document, field, fits) {
  if (document === null || typeof document !== 'object' || !fits(document[field])) {
    throw new Failure(part, `answered without "${field}"`);
  }
  return document;
}

/** One clause for each kind of problem, naming all parts that have it. */
export function describe(failures) {
  const parts = new Map();
  for (const failure of failures) {
    parts.set(failure.problem, [...(parts.get(failure.problem) ?? []), failure.part]);
  }
  return [...parts].map(([problem, names]) => `${names.join(', ')} ${problem}`).join('; ');
}

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
