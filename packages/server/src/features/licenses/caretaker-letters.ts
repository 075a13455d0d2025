import type { Trx } from '#server/database/database.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import type { Owner } from './license-context.ts';

/** Returns the recipients of an e-mail about a customer: the customer's salesmen, else the administrators, but never the customer. */
export async function findCaretakersOfOwner(trx: Trx, owner: Owner) {
  const { people } = await findCaretakers(trx, owner);
  return people
    .filter(({ id }) => id !== owner.id)
    .map(({ id, login, brandId, firstName }) => ({ to: login, userId: id, brandId, firstName }));
}

/** Returns the name of the customer for an e-mail. */
export const toLetterCustomer = ({ id, firstName, lastName, login, company }: Owner) => ({
  userId: id,
  name: `${firstName} ${lastName}`.trim() || login,
  login,
  company,
});
