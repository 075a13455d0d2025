import type { Trx } from '#server/database/database.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import type { Owner } from './license-context.ts';

/** Whom a letter about a customer goes to: his salesmen, else the administrators, and never himself. */
export async function caretakersOf(trx: Trx, owner: Owner) {
  const { people } = await findCaretakers(trx, owner);
  return people
    .filter(({ id }) => id !== owner.id)
    .map(({ id, login, brandId, firstName }) => ({ to: login, userId: id, brandId, firstName }));
}

/** The customer as a letter names him. */
export const customerIn = ({ firstName, lastName, login, company }: Owner) => ({
  name: `${firstName} ${lastName}`.trim() || login,
  login,
  company,
});
