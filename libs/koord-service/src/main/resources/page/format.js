// Amounts as people read them. Every function takes raw units of the API and answers '–' for what is not known.

export const UNKNOWN = '–';

const STEPS = ['B', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];

function known(value) {
  return typeof value === 'number' && Number.isFinite(value);
}

/** At most two decimals, no trailing zeros. */
function short(value) {
  return String(Math.round(value * 100) / 100);
}

export function cores(milli) {
  return known(milli) ? String(Math.round(milli / 10) / 100) : UNKNOWN;
}

export function bytes(amount) {
  if (!known(amount)) {
    return UNKNOWN;
  }
  let step = 0;
  let value = amount;
  while (Math.abs(value) >= 1024 && step < STEPS.length - 1) {
    value /= 1024;
    step += 1;
  }
  return `${short(value)} ${STEPS[step]}`;
}

export function mebibytes(amount) {
  return known(amount) ? bytes(amount * 1048576) : UNKNOWN;
}

export function count(value) {
  return known(value) ? String(value) : UNKNOWN;
}

export function seconds(value) {
  if (!known(value)) {
    return UNKNOWN;
  }
  if (value < 10) {
    return `${Math.round(value * 10) / 10} s`;
  }
  if (value < 120) {
    return `${Math.round(value)} s`;
  }
  if (value < 7200) {
    return `${Math.round(value / 60)} min`;
  }
  return `${Math.round(value / 360) / 10} h`;
}

export function percent(part, whole) {
  return known(part) && known(whole) && whole > 0 ? `${Math.round((part * 100) / whole)} %` : UNKNOWN;
}

export function clock(millis) {
  return new Date(millis).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
}

/** The exact amount, for tooltips. */
export function exact(value, unit) {
  return known(value) ? `${value} ${unit}` : 'not known';
}

/** How each field of the API is shown, by the unit in its name. */
export function show(field, value) {
  if (field.endsWith('CpuMilli')) {
    return { text: cores(value), exact: exact(value, 'milli-cores') };
  }
  if (field.endsWith('MemoryBytes')) {
    return { text: bytes(value), exact: exact(value, 'bytes') };
  }
  if (field.endsWith('MemoryMb')) {
    return { text: mebibytes(value), exact: exact(value, 'MiB') };
  }
  if (field.endsWith('Vcores')) {
    return { text: count(value), exact: exact(value, 'vcores') };
  }
  if (field.endsWith('Seconds')) {
    return { text: seconds(value), exact: exact(value, 's') };
  }
  return { text: count(value), exact: exact(value, '') };
}
