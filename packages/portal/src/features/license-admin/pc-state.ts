import type { Machine, ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { countDaysUntil } from '#portal/messages/times.ts';
import { byNextStep, findWaitingLicense } from './license-format.tsx';
import { findRenewableLicense } from './renew/use-renewal.ts';

/** A PC with a licence. `daysLeft` is negative if the licence has expired. */
export type LicensedPc = { machine: Machine; license: License; toolName: string; daysLeft: number };

/** The PCs that need their owner, by what they need, and those with a valid licence. */
export type PcNeeds = Record<'expired' | 'soon' | 'waiting' | 'licensed', readonly LicensedPc[]>;

/** Returns the PCs with a valid licence, and those whose licence has expired and that are not removed, by what is next to do. `now` is in milliseconds. */
export const listLicensedPcs = (toolUsages: readonly ToolUsage[], now: number): LicensedPc[] =>
  toolUsages
    .flatMap(({ toolName, machines }) =>
      machines.flatMap((machine) => {
        const { license } = machine;
        if (license === null) return [];
        return { machine, license, toolName, daysLeft: countDaysUntil(license.expiryDate, now) };
      }),
    )
    .filter(({ machine, daysLeft }) => daysLeft >= 0 || machine.releasedAt === null)
    .toSorted(byNextStep(now));

/** Sorts the PCs by what they need. A renewed licence that waits for its installation does not need a renewal. */
export function findNeeds(pcs: readonly LicensedPc[], now: number): PcNeeds {
  const waiting = pcs.filter(({ machine }) => findWaitingLicense(machine) !== null);
  const installed = pcs.filter((pc) => !waiting.includes(pc));
  return {
    expired: installed.filter(({ daysLeft }) => daysLeft < 0),
    soon: installed.filter(({ machine, daysLeft }) => daysLeft >= 0 && isSoon(machine, daysLeft, now)),
    waiting,
    licensed: pcs.filter(({ daysLeft }) => daysLeft >= 0),
  };
}

/**
 * Returns whether the licence of a PC expires within a month, or can already be renewed because its policy opens
 * renewals earlier.
 */
const isSoon = (machine: Machine, daysLeft: number, now: number): boolean =>
  daysLeft <= limits.licence.renewalOpensDays || findRenewableLicense(machine, now) !== null;
