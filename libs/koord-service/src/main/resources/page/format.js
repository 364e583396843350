// Amounts as people read them. Every function takes raw units of the API and answers '–' for what is not known.

export const UNKNOWN = '–';

const STEPS = ['B', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];

function known(value) {
  return typeof value === 'number' && Number.isFinite(value);
}

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Two decimals at most, no trailing zeros; from 1,000 on none, and thousands apart. */
function short(value) {
  const hundredths = Math.round(value * 100) / 100;
  return GROUPED.format(Math.abs(hundredths) < 1000 ? hundredths : Math.round(value));
}

export function cores(milli) {
  return known(milli) ? short(milli / 1000) : UNKNOWN;
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
  return known(value) ? GROUPED.format(value) : UNKNOWN;
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
  return `${short(Math.round(value / 360) / 10)} h`;
}

/** Time until something, in full: it is waited for. */
export function timeLeft(value) {
  if (!known(value)) {
    return UNKNOWN;
  }
  const whole = Math.max(0, Math.floor(value));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function percent(part, whole) {
  return known(part) && known(whole) && whole > 0 ? `${Math.round((part * 100) / whole)} %` : UNKNOWN;
}

export function clock(millis) {
  return new Date(millis).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
}

/** The day with the time, without seconds. */
export function moment(millis) {
  return new Date(millis).toLocaleString([], { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false });
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
