import type { Trx } from '#server/database/foundation.ts';
import type { NewRow, UserStatus } from '#server/database/schema.ts';
import { writeSearchTexts } from '#server/features/users/list/search-users.repository.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import { insertHistory, insertUsers } from '../demo.repository.ts';

export type Brand = 'blue' | 'red';

/** A user of the demo. */
export type Person = {
  login: string;
  firstName: string;
  lastName: string;
  company: string;
  phone: string;
  profileId: number | null;
  brand: Brand | null;
  /** The code of the country (ISO 3166-1 alpha-2). */
  country: string;
  createdDaysAgo: number;
  /** The login of the user who created the account; absent if the user has registered. */
  createdBy?: string;
};

/** The row of a person before it is inserted, with the logins of the users to whom it refers. */
export type PersonEntry = {
  person: Person;
  row: Pick<NewRow<'users'>, 'status' | 'createdAt'> & Partial<NewRow<'users'>>;
  decidedBy: string | null;
  /** The reason for the decision, as sent to the user. */
  reason?: string;
};

/** The ids of all people who have been inserted so far, by login. */
export type IdsByLogin = Map<string, number>;

/** Inserts people, and the history of each person up to the current status. */
export async function insertPeople(trx: Trx, entries: readonly PersonEntry[], ids: IdsByLogin): Promise<void> {
  const rows = entries.map((entry) => toRow(entry, ids));
  const insertedUsers = await insertUsers(trx, rows);
  for (const { id, login } of insertedUsers) ids.set(login, id);
  await writeSearchTexts(
    trx,
    rows.map((row) => ({ ...row, id: findId(ids, row.login) ?? 0, crmAccount: row.crmAccount ?? null })),
  );
  await insertHistory(
    trx,
    entries.flatMap((entry) => createHistory(entry, ids)),
  );
}

function toRow({ person, row, decidedBy }: PersonEntry, ids: IdsByLogin): NewRow<'users'> {
  return {
    login: person.login,
    loginFold: foldLogin(person.login),
    firstName: person.firstName,
    lastName: person.lastName,
    phone: person.phone,
    company: person.company,
    profileId: person.profileId,
    brandId: person.brand,
    country: person.country,
    language: 'en',
    canReceiveMail: 1,
    userDomain: person.login.split('@')[1] ?? null,
    preferences: '{}',
    passwordHash: null,
    requestDate: null,
    reason: null,
    comment: null,
    decidedAt: null,
    ...row,
    createdBy: findId(ids, person.createdBy ?? null),
    decidedBy: findId(ids, decidedBy),
  };
}

export const findId = (ids: IdsByLogin, login: string | null): number | null =>
  login === null ? null : (ids.get(login) ?? null);

/** Lists the statuses of an account up to its current one. An account that staff have created begins as approved. */
function listStages(status: UserStatus, isCreatedByStaff: boolean): UserStatus[] {
  const registrationStages: UserStatus[] = isCreatedByStaff ? [] : ['unverified', 'pending'];
  if (status === 'unverified') return ['unverified'];
  if (status === 'pending') return registrationStages;
  return status === 'active' ? [...registrationStages, 'approved', 'active'] : [...registrationStages, status];
}

function createHistory({ person, row, decidedBy, reason }: PersonEntry, ids: IdsByLogin): NewRow<'userHistory'>[] {
  const personId = findId(ids, person.login) ?? 0;
  const deciderId = findId(ids, decidedBy);
  const decidedAt = row.decidedAt ?? row.createdAt;
  const stepsByStatus: Record<UserStatus, { at: number; actor: number | null }> = {
    unverified: { at: row.createdAt, actor: personId },
    pending: { at: row.createdAt + minutes(6), actor: personId },
    approved: { at: decidedAt, actor: deciderId },
    rejected: { at: decidedAt, actor: deciderId },
    expired: { at: decidedAt, actor: null },
    withdrawn: { at: decidedAt, actor: personId },
    active: { at: decidedAt + hours(3), actor: personId },
    suspended: { at: decidedAt, actor: deciderId },
    deleted: { at: decidedAt, actor: deciderId },
  };
  const stages = listStages(row.status, deciderId !== null && person.createdBy !== undefined);
  return stages.map((status, index) => ({
    userId: personId,
    at: stepsByStatus[status].at,
    actorId: stepsByStatus[status].actor,
    fromStatus: stages[index - 1] ?? null,
    toStatus: status,
    reason: status === row.status ? (reason ?? null) : null,
  }));
}
