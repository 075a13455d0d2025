import type { CompanySeats } from '@basics/contract/companies/companies.ts';

/** Adds up the valid seats of all tools. `allowed` is null if the licence policy of each person sets the number. */
export function countSeats(seats: readonly CompanySeats[]): { used: number; allowed: number | null } {
  const valid = seats.filter(({ state }) => state === 'valid');
  const isCounted = valid.length > 0 && valid.every(({ seatsAllowed }) => seatsAllowed !== null);
  return {
    used: valid.reduce((sum, { seatsUsed }) => sum + seatsUsed, 0),
    allowed: isCounted ? valid.reduce((sum, { seatsAllowed }) => sum + (seatsAllowed ?? 0), 0) : null,
  };
}

/** Whether the company needs more seats before it can get another licence. */
export function areSeatsTaken(seats: readonly CompanySeats[]): boolean {
  const { used, allowed } = countSeats(seats);
  return allowed !== null && used >= allowed;
}
