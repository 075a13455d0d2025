import { limits } from '@basics/contract/calls/limits.ts';
import type { SelectedLicense } from '@basics/contract/mass-acts/selections.ts';
import type { PartChanges, ToolUsage, Machine } from '@basics/contract/license-admin/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { countDaysUntil, formatDay, formatShortDate } from '#portal/messages/times.ts';
import type { ReactNode } from 'react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Link } from '@tanstack/react-router';

/** Returns the name of a PC, or a placeholder if the name is empty. */
export const formatMachine = (machineName: string): string => machineName || texts.unnamed;

export const formatOwner = ({ firstName, lastName, login }: SelectedLicense['owner']): string =>
  `${firstName} ${lastName}`.trim() || login;

/** Returns the name of the PC and of the owner of a licence: "LAPTOP-7, Grace Hopper". */
export const formatOwnedLicense = ({ machineName, owner }: Pick<SelectedLicense, 'machineName' | 'owner'>): string =>
  `${formatMachine(machineName)}, ${formatOwner(owner)}`;

/** Describes for staff when the next seat is free and which PC changes are left: "Next free: 17 Dec 2026. A licence can be moved to another PC 2 more times until 5 March 2027." */
export function describeUsage(toolUsage: ToolUsage): string {
  const nextSeat = findNextSeat(toolUsage);
  return [
    nextSeat ? `${texts.machines.nextFree(formatShortDate(nextSeat.freeDay))}.` : '',
    describeChangesLeft(toolUsage),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Describes how many PC changes are left until the first used one is free again; empty if none is used. */
export const describeChangesLeft = ({ movesUsed, movesAllowed, nextMoveAt }: ToolUsage): string =>
  nextMoveAt === null
    ? ''
    : texts.machines.changesLeft(Math.max(0, movesAllowed - movesUsed), formatDay(nextMoveAt.slice(0, 10)));

/** Describes the seats of each tool: "39 of 50 seats". The tools are named if there are several. */
export const describeSeats = (toolUsages: readonly ToolUsage[]): string =>
  toolUsages
    .map(({ seatsUsed, seatsAllowed, toolName }) =>
      texts.ownPcs.seats(seatsUsed, seatsAllowed, toolUsages.length > 1 ? toolName : ''),
    )
    .join(' · ');

const msPerDay = 86_400_000;

/** Describes which PC frees the next seat (the right to use one PC) and when; empty if a seat is free. */
export function describeNextSeat(toolUsage: ToolUsage): string {
  const nextSeat = findNextSeat(toolUsage);
  return nextSeat ? texts.machines.nextSeat(formatDay(nextSeat.freeDay), formatMachine(nextSeat.name)) : '';
}

/** Returns the PC that frees the next seat, and the day, if no seat is free. A licence uses its seat until the end of its last day. */
function findNextSeat({ seatsUsed, seatsAllowed, machines }: ToolUsage): { name: string; freeDay: string } | null {
  const [nextToExpire] = machines
    .flatMap(({ name, holdsSeat, license }) => (holdsSeat && license ? [{ name, day: license.expiryDate }] : []))
    .toSorted((firstSeat, otherSeat) => firstSeat.day.localeCompare(otherSeat.day));
  if (seatsUsed < seatsAllowed || !nextToExpire) return null;
  const freeDay = new Date(Date.parse(nextToExpire.day) + msPerDay).toISOString().slice(0, 10);
  return { name: nextToExpire.name, freeDay };
}

/** Describes frequent changes of the parts of a PC: "parts changed 4 times this week". Returns null if the parts do not change often. */
export function describePartChanges({ week, month }: PartChanges): string | null {
  const { changes } = limits.licence.drift;
  if (week >= changes) return texts.machines.changedThisWeek(week);
  return month >= changes ? texts.machines.changedThisMonth(month) : null;
}

/** Returns the name of an option, or its id if it is no longer available. */
export const findName = (options: readonly { id: string; name: string }[] | undefined, id: string): string =>
  options?.find((option) => option.id === id)?.name ?? id;

export const formatCountry = (
  countries: readonly { code: string; name: string }[] | undefined,
  code: string | null,
): string => countries?.find((country) => country.code === code)?.name ?? code ?? texts.none;

/** Returns whether a valid licence expires so soon that the next step is its renewal. */
export const isRenewedNext = ({ status, expiryDate }: License, now: number): boolean =>
  status === 'Active' && countDaysUntil(expiryDate, now) <= limits.licence.renewalOpensDays;

/** Functions that render parts of a licence with components of the licences feature. The pages pass them in. `now` is in milliseconds. */
export type LicenseRenderers = {
  renderStatus: (license: License) => Elements;
  renderExpiry: (license: License, now: number) => ReactNode;
  /** Renders the buttons to download the licence file and to send it by e-mail. Of a licence that is renewed next, no button is filled. */
  renderDelivery: (license: License, isRenewedNext: boolean) => Elements;
};

/**
 * Compares PCs by what is next to do: first those that expire within a month or have expired within a month, then the other valid ones, then
 * those that expired before, the newest first; a PC without a licence is last. `now` is in milliseconds.
 */
export const byNextStep =
  (now: number) =>
  ({ license: first }: Pick<Machine, 'license'>, { license: other }: Pick<Machine, 'license'>): number =>
    rankStep(first, now) - rankStep(other, now) ||
    (first?.expiryDate ?? '').localeCompare(other?.expiryDate ?? '') * (rankStep(first, now) === 2 ? -1 : 1);

function rankStep(license: License | null, now: number): number {
  if (license === null) return 3;
  const daysLeft = countDaysUntil(license.expiryDate, now);
  if (Math.abs(daysLeft) <= limits.licence.renewalOpensDays) return 0;
  return daysLeft > 0 ? 1 : 2;
}

/** Returns whether a PC can be removed: a PC with a seat, or one without a valid licence that is still in the list. */
export const isRemovable = ({ holdsSeat, releasedAt, license }: Machine): boolean =>
  holdsSeat || (releasedAt === null && license?.status !== 'Active');

/** Returns whether the page of the PCs lists a PC, and not below those that were removed. */
export const isListed = ({ releasedAt, license }: Machine): boolean => releasedAt === null || license !== null;

/** Returns the licence of a PC if it is valid and the portal does not know that it is installed. */
export const findWaitingLicense = ({ license, holdsSeat }: Machine): License | null =>
  license !== null &&
  license.installedAt === undefined &&
  (holdsSeat || license.bridge === true) &&
  license.status === 'Active'
    ? license
    : null;

/** The name of a PC, which links to the page of its licence. */
export const MachineName = ({ machine: { name, license } }: { machine: Machine }) =>
  license === null ? (
    <span>{formatMachine(name)}</span>
  ) : (
    <Link to={`/license/${license.licenseId}`}>{formatMachine(name)}</Link>
  );
