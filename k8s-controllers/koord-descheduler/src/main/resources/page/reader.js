// Reads the API of koord-descheduler. An answer that is late, refused or not of the expected shape is an error with a sentence.

const TIMEOUT_MILLIS = 4000;

async function said(answer) {
  try {
    const { error } = await answer.json();
    return typeof error === 'string' && error !== '' ? `: ${error}` : '';
  } catch {
    return '';
  }
}

/** A document of the API that has these lists. */
export async function read(part, lists) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MILLIS);
  let answer;
  let document;
  try {
    answer = await fetch(`apis/v1/${part}`, { signal: stop.signal, cache: 'no-store', headers: { Accept: 'application/json' } });
    document = answer.ok ? await answer.json() : null;
  } catch (problem) {
    const late = stop.signal.aborted ? `did not answer within ${TIMEOUT_MILLIS / 1000} s` : 'cannot be reached';
    throw new Error(`${part} ${problem instanceof SyntaxError ? 'answered something that is not JSON' : late}`);
  } finally {
    clearTimeout(timer);
  }
  if (!answer.ok) {
    throw new Error(`${part} answered ${answer.status}${await said(answer)}`);
  }
  const lacking = lists.find((list) => !Array.isArray(document?.[list]));
  if (lacking !== undefined) {
    throw new Error(`${part} answered without "${lacking}"`);
  }
  return document;
}
