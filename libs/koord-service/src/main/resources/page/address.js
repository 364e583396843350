// Every view has an address: what is open is in it, and the view before comes back when it is closed.

let before = '';

/** The node, or another kind of thing, that the address names; null when it names none. */
export function nodeInAddress(kind = 'node') {
  const start = `#${kind}/`;
  const { hash } = window.location;
  try {
    return hash.startsWith(start) && hash.length > start.length ? decodeURIComponent(hash.slice(start.length)) : null;
  } catch {
    return null;
  }
}

export function enterNode(name, kind = 'node') {
  if (nodeInAddress(kind) === null) {
    before = window.location.hash;
  }
  window.history.replaceState(null, '', `#${kind}/${encodeURIComponent(name)}`);
}

export function leaveNode() {
  window.history.replaceState(null, '', window.location.pathname + window.location.search + before);
}
