import type { Trx } from '#server/database/database.ts';
import type { NewRow, UserStatus } from '#server/database/schema.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import { hours, minutes } from '#server/platform/clock.ts';
import { insertHistory, insertUsers } from './demo.repository.ts';

export type Brand = 'blue' | 'red';

/** Somebody of the demo. */
export type Person = {
  login: string;
  firstName: string;
  lastName: string;
  company: string;
  phone: string;
  profileId: number | null;
  brand: Brand | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  createdDaysAgo: number;
  /** The login of who made the account; without it the person has registered himself. */
  createdBy?: string;
};

/** A person's row to be, with the logins of those whom it mentions. */
export type Entry = {
  person: Person;
  row: Pick<NewRow<'users'>, 'status' | 'created_at'> & Partial<NewRow<'users'>>;
  decidedBy: string | null;
  /** Why it was decided so, as the person was told. */
  because?: string;
};

/** The ids of all people so far, by login. */
export type Ids = Map<string, number>;

/** Writes people, and for each the history of how he came to be what he is. */
export async function insertPeople(trx: Trx, entries: readonly Entry[], ids: Ids): Promise<void> {
  const rows = entries.map((entry) => rowOf(entry, ids));
  const inserted = await insertUsers(trx, rows);
  for (const { id, login } of inserted) ids.set(login, id);
  await insertHistory(
    trx,
    entries.flatMap((entry) => historyOf(entry, ids)),
  );
}

function rowOf({ person, row, decidedBy }: Entry, ids: Ids): NewRow<'users'> {
  return {
    login: person.login,
    login_fold: foldLogin(person.login),
    first_name: person.firstName,
    last_name: person.lastName,
    phone: person.phone,
    company: person.company,
    profile_id: person.profileId,
    brand_id: person.brand,
    country: person.country,
    language: 'en',
    can_receive_mail: 1,
    user_domain: person.login.split('@')[1] ?? null,
    preferences: '{}',
    password_hash: null,
    request_date: null,
    reason: null,
    comment: null,
    decided_at: null,
    ...row,
    created_by: idOf(ids, person.createdBy ?? null),
    decided_by: idOf(ids, decidedBy),
  };
}

export const idOf = (ids: Ids, login: string | null): number | null =>
  login === null ? null : (ids.get(login) ?? null);

/** What an account passes through until it is what it is; one that staff make begins approved. */
function stagesOf(status: UserStatus, isMade: boolean): UserStatus[] {
  const registered: UserStatus[] = isMade ? [] : ['unverified', 'pending'];
  if (status === 'unverified') return ['unverified'];
  if (status === 'pending') return registered;
  return status === 'active' ? [...registered, 'approved', 'active'] : [...registered, status];
}

function historyOf({ person, row, decidedBy, because }: Entry, ids: Ids): NewRow<'user_history'>[] {
  const self = idOf(ids, person.login) ?? 0;
  const decider = idOf(ids, decidedBy);
  const decidedAt = row.decided_at ?? row.created_at;
  const moments: Record<UserStatus, { at: number; actor: number | null }> = {
    unverified: { at: row.created_at, actor: self },
    pending: { at: row.created_at + minutes(6), actor: self },
    approved: { at: decidedAt, actor: decider },
    rejected: { at: decidedAt, actor: decider },
    expired: { at: decidedAt, actor: null },
    withdrawn: { at: decidedAt, actor: self },
    active: { at: decidedAt + hours(3), actor: self },
    suspended: { at: decidedAt, actor: decider },
    deleted: { at: decidedAt, actor: decider },
  };
  const stages = stagesOf(row.status, decider !== null && person.createdBy !== undefined);
  return stages.map((status, index) => ({
    user_id: self,
    at: moments[status].at,
    actor_id: moments[status].actor,
    from_status: stages[index - 1] ?? null,
    to_status: status,
    reason: status === row.status ? (because ?? null) : null,
  }));
}
