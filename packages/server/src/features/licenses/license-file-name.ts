import { formatDay } from './calendar.ts';

/**
 * Creates the name `Basics_{brand}_{machine}_{expiry}.lic`. Characters that are unsafe in file names or headers are
 * replaced by a hyphen or removed.
 */
export function createLicenseFileName(licence: { brandId: string; machineName: string; expiresAt: number }): string {
  const machine =
    licence.machineName
      .normalize('NFKC')
      .slice(0, 64)
      .toWellFormed()
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '') || 'PC';
  return `Basics_${licence.brandId}_${machine}_${formatDay(licence.expiresAt)}.lic`;
}
