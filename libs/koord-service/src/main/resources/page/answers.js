// Reads an API. An answer that is late, refused or not of the expected shape is an error with a sentence.

const TIMEOUT_MILLIS = 4000;

/** A failed read: what of the API, and what is wrong with it. */
export class Failure extends Error {
  constructor(part, problem) {
    super(`${part} ${problem}`);
    this.part = part;
    this.problem = problem;
  }
}

/** The answer of a part of the API; says of a refusal what the server says. */
export async function json(part, query = '') {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MILLIS);
  try {
    const answer = await fetch(`api/v1/${part}${query}`, { signal: stop.signal, cache: 'no-store', headers: { Accept: 'application/json' } });
    if (!answer.ok) {
      throw new Failure(part, `answered ${answer.status}${await said(answer)}`);
    }
    return await answer.json();
  } catch (problem) {
    throw problem instanceof Failure ? problem : new Failure(part, reason(problem, stop.signal.aborted));
  } finally {
    clearTimeout(timer);
  }
}

async function said(answer) {
  try {
    const { error } = await answer.json();
    return typeof error === 'string' && error !== '' ? `: ${error}` : '';
  } catch {
    return '';
  }
}

function reason(problem, late) {
  if (late) {
    return `did not answer within ${TIMEOUT_MILLIS / 1000} s`;
  }
  return problem instanceof SyntaxError ? 'answered something that is not JSON' : 'cannot be reached';
}

/** The document, if a field of it fits. */
export function require(part, document, field, fits) {
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
