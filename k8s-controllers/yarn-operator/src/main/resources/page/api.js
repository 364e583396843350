// Reads the operator's API. An answer that is late, refused or not of the expected shape is an error with a sentence.

const TIMEOUT_MILLIS = 4000;

async function json(path) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MILLIS);
  try {
    const answer = await fetch(path, { signal: stop.signal, cache: 'no-store', headers: { Accept: 'application/json' } });
    if (!answer.ok) {
      throw new Error(`${path} answered ${answer.status}`);
    }
    return await answer.json();
  } catch (problem) {
    throw new Error(reason(path, problem, stop.signal.aborted));
  } finally {
    clearTimeout(timer);
  }
}

function reason(path, problem, late) {
  if (late) {
    return `${path} did not answer within ${TIMEOUT_MILLIS / 1000} s`;
  }
  if (problem instanceof SyntaxError) {
    return `${path} answered something that is not JSON`;
  }
  if (problem instanceof TypeError) {
    return `${path} cannot be reached`;
  }
  return problem.message;
}

function require(path, document, field, fits) {
  if (document === null || typeof document !== 'object' || !fits(document[field])) {
    throw new Error(`${path} answered without "${field}"`);
  }
  return document;
}

const isObject = (value) => value !== null && typeof value === 'object';

export async function status() {
  const path = 'api/v1/status';
  return require(path, await json(path), 'totals', isObject);
}

export async function nodes() {
  const path = 'api/v1/nodes';
  return require(path, await json(path), 'nodes', Array.isArray);
}

export async function ledger() {
  const path = 'api/v1/ledger';
  return require(path, await json(path), 'rows', Array.isArray);
}

export async function timeline(since) {
  const path = `api/v1/timeline?since=${since}`;
  return require('api/v1/timeline', await json(path), 'points', Array.isArray);
}

export async function explain(node) {
  const path = `api/v1/nodes/${encodeURIComponent(node)}/explain`;
  return require(path, await json(path), 'terms', Array.isArray);
}
