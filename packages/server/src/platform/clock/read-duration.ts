import { days, hours, minutes } from './clock.ts';

const unitsMs = { m: minutes, h: hours, d: days };

/** Converts a text such as `30m`, `6h` or `1d` to milliseconds; null for any other text. */
export function readDuration(text: string): number | null {
  const [, count = '', unit] = /^([1-9]\d{0,2})([mhd])$/.exec(text) ?? [];
  return unit === 'm' || unit === 'h' || unit === 'd' ? unitsMs[unit](Number(count)) : null;
}
