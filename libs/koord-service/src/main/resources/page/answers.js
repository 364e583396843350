// Reads an API. An answer that is late, refused or not of the expected shape is an error with a sentence.

export const TIMEOUT_MILLIS = 4000;

/** A failed read: what of the API, and what is wrong with it. */
export class Failure extends Error {
  constructor(part, problem) {
    super(`${part} ${problem}`);
    this.part = part;
    this.problem = problem;
  }
}

/**
 * Asks for a part of the API and hands the answer to read(answer, patience); patience() begins the time limit anew. signal ends it
 * early.
 */
async function ask(part, query, accept, read, signal) {
  const stop = new AbortController();
  let timer = 0;
  const patience = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), TIMEOUT_MILLIS);
  };
  signal?.addEventListener('abort', () => stop.abort(), { once: true });
  patience();
  try {
    const answer = await fetch(`api/v1/${part}${query}`, { signal: stop.signal, cache: 'no-store', headers: { Accept: accept } });
    if (!answer.ok) {
      throw new Failure(part, `answered ${answer.status}${await said(answer)}`);
    }
    return await read(answer, patience);
  } catch (problem) {
    throw problem instanceof Failure ? problem : new Failure(part, reason(problem, stop.signal.aborted));
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** The answer of a part of the API; says of a refusal what the server says. */
export function json(part, query = '') {
  return ask(part, query, 'application/json', (answer) => answer.json());
}

/**
 * Reads server-sent events until the server ends the stream; then the promise is fulfilled. accept(data) gets the data of each.
 */
export function stream(part, query, signal, accept) {
  return ask(part, query, 'text/event-stream', async (answer, patience) => {
    if (!(answer.headers.get('Content-Type') ?? '').startsWith('text/event-stream')) {
      throw new Failure(part, 'answered something that is not a stream of events');
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let buffer = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      patience();
      const events = (buffer + value).split('\n\n');
      buffer = events.pop();
      for (const event of events.filter((each) => each.startsWith('data: '))) {
        accept(JSON.parse(event.slice('data: '.length)));
      }
    }
  }, signal);
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

export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** A JSON merge patch (RFC 7396), applied in place where both sides are objects. */
export function merge(target, patch) {
  if (!isObject(patch)) {
    return patch;
  }
  const merged = isObject(target) ? target : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      delete merged[name];
    } else {
      merged[name] = merge(merged[name], value);
    }
  }
  return merged;
}

/** The list that the server sends as rows by key and their order. */
export const listed = (keyed) => keyed.order.map((key) => keyed.rows[key]);
