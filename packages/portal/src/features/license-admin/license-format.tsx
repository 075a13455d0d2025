import { limits } from '@basics/contract/calls/limits.ts';
import type { OwnedLicense, PartChanges, ToolUsage, Machine } from '@basics/contract/license-admin/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { formatDay } from '#portal/messages/times.ts';
import type { ReactNode } from 'react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Link } from '@tanstack/react-router';

/** Returns the name of a PC, or a placeholder if the name is empty. */
export const formatMachine = (machineName: string): string => machineName || texts.unnamed;

export const formatOwner = ({ firstName, lastName, login }: OwnedLicense['owner']): string =>
  `${firstName} ${lastName}`.trim() || login;

/** Returns the name of the PC and of the owner of a licence: "LAPTOP-7, Grace Hopper". */
export const formatOwnedLicense = ({ machineName, owner }: OwnedLicense): string =>
  `${formatMachine(machineName)}, ${formatOwner(owner)}`;

/**
 * Describes used PCs and moves: "2 of 3 PCs in use; 1 of 3 moves used." If no move is left, the text says when the next one is available.
 */
export function describeUsage({ seatsUsed, seatsAllowed, movesUsed, movesAllowed, nextMoveAt }: ToolUsage): string {
  const seats = texts.machines.seats(seatsUsed, seatsAllowed);
  if (movesUsed === 0 || nextMoveAt === null) return `${seats}; ${texts.machines.noMoves(movesAllowed)}.`;
  const moves = `${seats}; ${texts.machines.moves(movesUsed, movesAllowed)}`;
  return movesUsed < movesAllowed
    ? `${moves}.`
    : `${moves}, ${texts.machines.nextMove(formatDay(nextMoveAt.slice(0, 10)))}.`;
}

const msPerDay = 86_400_000;

/**
 * Describes which PC frees the next seat (the right to use one PC) and when; empty if a seat is free. A licence uses its seat until the end
 * of its last day.
 */
export function describeNextSeat({ seatsUsed, seatsAllowed, machines }: ToolUsage): string {
  const [nextToExpire] = machines
    .flatMap(({ name, holdsSeat, license }) => (holdsSeat && license ? [{ name, day: license.expiryDate }] : []))
    .toSorted((firstSeat, otherSeat) => firstSeat.day.localeCompare(otherSeat.day));
  if (seatsUsed < seatsAllowed || !nextToExpire) return '';
  const freeDay = new Date(Date.parse(nextToExpire.day) + msPerDay).toISOString().slice(0, 10);
  return texts.machines.nextSeat(formatDay(freeDay), formatMachine(nextToExpire.name));
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

/** Functions that render parts of a licence with components of the licences feature. The pages pass them in. `now` is in milliseconds. */
export type LicenseRenderers = {
  renderStatus: (license: License) => Elements;
  renderExpiry: (license: License, now: number) => ReactNode;
  /** Renders the buttons to download the licence file and to send it by e-mail. */
  renderDelivery: (license: License) => Elements;
};

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
