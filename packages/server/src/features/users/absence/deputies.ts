import type { Db } from '#server/database/database.ts';
import { findCustomersOfAbsentSalesmen, findDeputies } from './absences.repository.ts';
import { formatName } from '../user.ts';

/** A member of staff who gets an e-mail. */
type StaffMember = { id: number; firstName: string; lastName: string; login: string; brandId: string | null };

/** `deputyFor` is the absent salesman to whom the e-mail would have been sent, with the last day of the absence. */
export type StaffRecipient = StaffMember & { deputyFor?: { userId: number; name: string; until: string } };

type Replacement = {
  now: number;
  /** The ids of the people that the e-mail is about. They do not get the e-mail as a deputy. */
  except: readonly number[];
};

/**
 * Replaces absent salesmen by their deputies. Each person is listed once, so a deputy who is also a recipient of their
 * own gets one e-mail.
 */
export async function replaceAbsentSalesmen(
  db: Db,
  people: readonly StaffMember[],
  { now, except }: Replacement,
): Promise<StaffRecipient[]> {
  const deputies = await findDeputies(
    db,
    people.map(({ id }) => id),
    now,
  );
  const recipients = new Map<number, StaffRecipient>();
  for (const person of people) {
    const deputy = deputies.find(({ id, salesmanId }) => salesmanId === person.id && !except.includes(id));
    const recipient = deputy ? toDeputyRecipient(deputy) : person;
    const isKnown = recipients.has(recipient.id);
    if (!isKnown || !deputy) recipients.set(recipient.id, recipient);
  }
  return [...recipients.values()];
}

type DeputyRow = Awaited<ReturnType<typeof findDeputies>>[number];

/** Converts the deputy of an absence to the recipient of an e-mail. */
export const toDeputyRecipient = (row: DeputyRow): StaffRecipient => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  login: row.login,
  brandId: row.brandId,
  deputyFor: {
    userId: row.salesmanId,
    name: formatName({ firstName: row.absentFirstName, lastName: row.absentLastName, login: row.absentLogin }),
    until: row.lastDay,
  },
});

/** Returns the fields of an e-mail that name its recipient. */
export const toLetterRecipient = ({ id, login, brandId, firstName, deputyFor }: Omit<StaffRecipient, 'lastName'>) => ({
  to: login,
  userId: id,
  brandId,
  firstName,
  ...(deputyFor && { deputyFor }),
});

/**
 * Finds the name of the absent salesman for each of the given users whom the account `deputyId` sees only as a deputy.
 */
export async function findAbsentSalesmanNames(
  db: Db,
  { deputyId, userIds, now }: { deputyId: number; userIds: readonly number[]; now: number },
): Promise<Map<number, string>> {
  const rows = await findCustomersOfAbsentSalesmen(db, { deputyIds: [deputyId], userIds, now });
  return new Map(rows.filter(({ isOwn }) => isOwn === 0).map((row) => [row.userId, formatName(row)]));
}
