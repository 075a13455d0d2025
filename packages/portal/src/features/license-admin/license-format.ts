import { limits } from '@basics/contract/limits.ts';
import type { OwnedLicense, PartChanges, ToolMachines } from '@basics/contract/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { formatDay } from '#portal/messages/times.ts';

/** Returns the name of a PC; a code may contain none. */
export const formatMachine = (name: string): string => name || texts.unnamed;

export const formatOwner = ({ firstName, lastName, login }: OwnedLicense['owner']): string =>
  `${firstName} ${lastName}`.trim() || login;

/** "LAPTOP-7, Grace Hopper" */
export const formatOwnedLicense = ({ machineName, owner }: OwnedLicense): string =>
  `${formatMachine(machineName)}, ${formatOwner(owner)}`;

/** "2 of 3 PCs in use; 1 of 3 moves used, the next one is free on 3 March 2027." */
export function describeStanding({
  seatsUsed,
  seatsAllowed,
  movesUsed,
  movesAllowed,
  nextMoveAt,
}: ToolMachines): string {
  const seats = texts.machines.seats(seatsUsed, seatsAllowed);
  if (movesUsed === 0 || nextMoveAt === null) return `${seats}; ${texts.machines.noMoves(movesAllowed)}.`;
  const next = texts.machines.nextMove(formatDay(nextMoveAt.slice(0, 10)));
  return `${seats}; ${texts.machines.moves(movesUsed, movesAllowed)}, ${next}.`;
}

const dayMs = 86_400_000;

/** When all seats are used: which PC frees the next one, and when. A licence holds its seat until the end of its last day. */
export function describeNextSeat({ seatsUsed, seatsAllowed, machines }: ToolMachines): string {
  const [next] = machines
    .flatMap(({ name, holdsSeat, license }) => (holdsSeat && license ? [{ name, day: license.expiryDate }] : []))
    .toSorted((one, other) => one.day.localeCompare(other.day));
  if (seatsUsed < seatsAllowed || !next) return '';
  const free = new Date(Date.parse(next.day) + dayMs).toISOString().slice(0, 10);
  return texts.machines.nextSeat(formatDay(free), formatMachine(next.name));
}

/** "parts changed 4 times this week", for staff; null if the parts do not change often. */
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
