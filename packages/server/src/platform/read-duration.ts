import { days, hours, minutes } from './clock.ts';

const units = { m: minutes, h: hours, d: days };

/** `30m`, `6h` or `1d` in milliseconds; null for another text. */
export function readDuration(text: string): number | null {
  const [, count = '', unit] = /^([1-9]\d{0,2})([mhd])$/.exec(text) ?? [];
  return unit === 'm' || unit === 'h' || unit === 'd' ? units[unit](Number(count)) : null;
}
