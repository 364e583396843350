// Points by time, the older the coarser, as the operator keeps them: so a page that stays open shows what one does that is opened now.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Each step a multiple of the one before. */
const LEVELS = [
  { step: SECOND, keep: 15 * MINUTE },
  { step: MINUTE, keep: 2 * HOUR },
  { step: 10 * MINUTE, keep: 24 * HOUR },
  { step: HOUR, keep: 15 * 24 * HOUR },
];

const slot = (at, step) => Math.floor(at / step);

/** The step of a point, undefined for one that is too old. A whole slot becomes coarser at a time, so it is averaged once. */
function stepOf(at, newest) {
  const level = LEVELS.find(({ step, keep }, index) => {
    const next = LEVELS[index + 1]?.step ?? step;
    return slot(at, next) >= slot(newest - keep, next);
  });
  return level?.step;
}

function mean(points, field) {
  const known = points.map((point) => point[field] ?? null).filter((value) => value !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0) / known.length);
}

function joined(points) {
  if (points.length === 1) {
    return points[0];
  }
  const fields = Object.keys(points[0]).filter((field) => field !== 'at');
  return { at: points[0].at, ...Object.fromEntries(fields.map((field) => [field, mean(points, field)])) };
}

/** points: in order of time. At most about 1,600, whatever they span. */
export function thinned(points) {
  const newest = points.at(-1)?.at;
  const groups = new Map();
  for (const point of points) {
    const step = stepOf(point.at, newest);
    if (step !== undefined) {
      const key = `${step}/${slot(point.at, step)}`;
      groups.get(key)?.push(point) ?? groups.set(key, [point]);
    }
  }
  return [...groups.values()].map(joined);
}
