import type { Trx } from '#server/database/database.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import { toLetterRecipient } from '#server/features/users/deputies.ts';
import type { Owner } from './license-context.ts';

/** Returns the recipients of an e-mail about a customer: the customer's salesmen, else the administrators, but never the customer. */
export async function findCaretakersOfOwner(trx: Trx, owner: Owner, now: number) {
  const { people } = await findCaretakers(trx, owner, now);
  return people.map(toLetterRecipient);
}

/** Returns the data about the customer that an e-mail to staff contains. */
export const toLetterCustomer = ({ id, firstName, lastName, login, company }: Owner) => ({
  userId: id,
  name: `${firstName} ${lastName}`.trim() || login,
  login,
  company,
});
