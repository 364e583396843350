// The strip on top: one item per part the system depends on, and the list of problems below it.

import { attribute, byId, el, keyed, text } from './dom.js';

/** level: good, warn, bad, idle, or none for what is not known. */
export const item = (id, label, level, word, detail, link) => ({ id, label, level, word, detail, link });

function create() {
  return el(
    'li',
    {},
    el('a', { class: 'health' },
      el('span', { class: 'health-label' }),
      el('span', { class: 'health-word' }, el('span', { class: 'dot', 'aria-hidden': 'true' }), el('b')),
      el('span', { class: 'health-detail' })),
  );
}

function update(element, entry) {
  const link = element.firstElementChild;
  attribute(link, 'href', entry.link);
  attribute(link, 'data-health', entry.id);
  attribute(link, 'data-level', entry.level);
  text(link.querySelector('.health-label'), entry.label);
  text(link.querySelector('b'), entry.word);
  text(link.querySelector('.health-detail'), entry.detail);
}

export function renderStrip(items, problems) {
  keyed(byId('strip'), items, (entry) => entry.id, create, update);
  byId('problems').hidden = problems.length === 0;
  const numbered = problems.map((problem, index) => ({ problem, index }));
  keyed(byId('problems'), numbered, (entry) => entry.index, () => el('li'), (element, entry) => text(element, entry.problem));
}
