import { dayOf } from './calendar.ts';

/** `Basics_{brand}_{machine}_{expiry}.lic`; what a file system or a header could trip over becomes a hyphen, or is cut. */
export function licenseFileName(of: { brand_id: string; machine_name: string; expires_at: number }): string {
  const machine =
    of.machine_name
      .normalize('NFKC')
      .slice(0, 64)
      .toWellFormed()
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '') || 'PC';
  return `Basics_${of.brand_id}_${machine}_${dayOf(of.expires_at)}.lic`;
}
