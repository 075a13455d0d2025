import { formatDay } from './calendar.ts';

/**
 * `Basics_{brand}_{machine}_{expiry}.lic`; characters that are unsafe in file names or headers are replaced by a hyphen
 * or removed.
 */
export function createLicenseFileName(of: { brandId: string; machineName: string; expiresAt: number }): string {
  const machine =
    of.machineName
      .normalize('NFKC')
      .slice(0, 64)
      .toWellFormed()
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '') || 'PC';
  return `Basics_${of.brandId}_${machine}_${formatDay(of.expiresAt)}.lic`;
}
