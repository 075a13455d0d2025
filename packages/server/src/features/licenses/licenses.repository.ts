import type { LicenseStatus } from '@basics/contract/licenses.ts';
import type { Insertable } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { readPage } from '#server/database/read-page.ts';
import type { PageAsked } from '#server/database/read-page.ts';
import type { Tables } from '#server/database/schema.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import { searchable } from '#server/platform/search/searchable.ts';
import { statusIs } from './status-condition.repository.ts';

/** What a licence is issued for: the person, as the rules need him. */
export const findOwner = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'first_name', 'last_name', 'profile_id', 'brand_id', 'status', 'preferences'])
    .where('id', '=', userId)
    .executeTakeFirst();

/** Whoever can be told of something: the active salesmen and administrators. */
export const findStaff = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'first_name', 'brand_id', 'profile_id'])
    .where('status', '=', 'active')
    .where('profile_id', 'in', [1, 2])
    .orderBy('id')
    .execute();

/** The name of a brand as people know it. */
export const findBrandName = (db: Db, brandId: string) =>
  db.selectFrom('brands').select('name').where('id', '=', brandId).executeTakeFirst();

/** Policies of viewers stand under profile 0. */
export const findPolicy = (db: Db, key: { profileId: number; toolId: string; brandId: string }) =>
  db
    .selectFrom('licence_policies')
    .select(['months', 'days', 'seats', 'moves', 'grace_days'])
    .where('profile_id', '=', key.profileId)
    .where('tool_id', '=', key.toolId)
    .where('brand_id', '=', key.brandId)
    .executeTakeFirst();

export const findLicenseByCode = (db: Db, verificationHash: string) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machine_id')
    .select(licenseColumns)
    .where('verification_hash', '=', verificationHash)
    .executeTakeFirst();

/** What the wire tells of a licence: of the tables `licenses` and `machines`. */
export const licenseColumns = [
  'licenses.id',
  'licenses.user_id',
  'licenses.licence_code',
  'licenses.expires_at',
  'licenses.verification_code',
  'licenses.tool_version',
  'licenses.tool_id',
  'licenses.brand_id',
  'licenses.issued_at',
  'licenses.mail_state',
  'licenses.revoked_at',
  'licenses.replaced_at',
  'machines.name as machine_name',
] as const;

/** A user's PCs for a tool, newest first, each with its newest licence that was neither revoked nor replaced. */
export async function findMachines(db: Db, userId: number, toolId: string) {
  const machines = await db
    .selectFrom('machines')
    .select(['id', 'name', 'fingerprint', 'released_at'])
    .where('user_id', '=', userId)
    .where('tool_id', '=', toolId)
    .orderBy('id', 'desc')
    .execute();
  const licenses = await db
    .selectFrom('licenses')
    .select(['id', 'machine_id', 'issued_at', 'expires_at', 'revoked_at', 'replaced_at'])
    .where('user_id', '=', userId)
    .where('tool_id', '=', toolId)
    .where('revoked_at', 'is', null)
    .where('replaced_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return machines.map((machine) => ({
    ...machine,
    licence: licenses.find((licence) => licence.machine_id === machine.id) ?? null,
  }));
}

/**
 * When within the window a user moved to another PC or gave one up, oldest first: each uses up one of his moves. One that staff let pass
 * beyond the limit is on record, but does not use up the owner's own.
 */
export async function findMoves(db: Db, key: MovesAsked): Promise<number[]> {
  const rows = await movesIn(db, 'moves', key)
    .unionAll(movesIn(db, 'machine_releases', key))
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at);
}

type MovesAsked = { userId: number; toolId: string; since: number };

const movesIn = (db: Db, table: 'moves' | 'machine_releases', key: MovesAsked) =>
  db
    .selectFrom(table)
    .select('at')
    .where('user_id', '=', key.userId)
    .where('tool_id', '=', key.toolId)
    .where('at', '>', key.since)
    .where('override_reason', 'is', null);

/** How many licences a PC has had, over all of its owner's tools: the next one's `seq` is one more. */
export async function countLicensesOf(db: Db, machineId: number): Promise<number> {
  const counted = await db
    .selectFrom('licenses')
    .select(({ fn }) => fn.countAll().as('licenses'))
    .where('machine_id', '=', machineId)
    .executeTakeFirstOrThrow();
  return Number(counted.licenses);
}

export async function insertMachine(trx: Db, machine: Insertable<Tables['machines']>): Promise<number> {
  const searched = { ...machine, name_fold: foldText(machine.name) };
  const inserted = await trx.insertInto('machines').values(searched).returning('id').executeTakeFirstOrThrow();
  return inserted.id;
}

/** The PC as its newest code describes it: a known one may have changed a part, or its name. */
export async function updateMachine(
  trx: Db,
  machineId: number,
  seen: { fingerprint: string; name: string },
): Promise<void> {
  await trx
    .updateTable('machines')
    .set({ ...seen, name_fold: foldText(seen.name), released_at: null })
    .where('id', '=', machineId)
    .execute();
}

export async function releaseMachine(trx: Db, machineId: number, at: number): Promise<void> {
  await trx.updateTable('machines').set({ released_at: at }).where('id', '=', machineId).execute();
}

export async function insertMove(trx: Db, move: Insertable<Tables['moves']>): Promise<void> {
  await trx.insertInto('moves').values(move).execute();
}

/** The new licence's id, or null when one for the same verification code stands already. */
export async function insertLicense(trx: Db, licence: Insertable<Tables['licenses']>): Promise<number | null> {
  const inserted = await trx
    .insertInto('licenses')
    .values(licence)
    .onConflict((conflict) => conflict.column('verification_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** Marks what still counts on these PCs as replaced by a newer licence. */
export async function replaceLicenses(
  trx: Db,
  machineIds: readonly number[],
  by: { licenseId: number; at: number },
): Promise<void> {
  await trx
    .updateTable('licenses')
    .set({ replaced_at: by.at, replaced_by: by.licenseId })
    .where('machine_id', 'in', machineIds)
    .where('id', '!=', by.licenseId)
    .where('replaced_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

export const findLicenseFile = (db: Db, userId: number, licenseId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machine_id')
    .innerJoin('brands', 'brands.id', 'licenses.brand_id')
    .select(['licenses.licence_file', 'licenses.expires_at', 'machines.name as machine_name', 'brands.id as brand_id'])
    .where('licenses.id', '=', licenseId)
    .where('licenses.user_id', '=', userId)
    .executeTakeFirst();

/** A licence with all that its mail tells, locked until the transaction ends, so that of two who send it one finds the other's letter. */
export const lockLicenseToSend = (trx: Trx, userId: number, licenseId: number) =>
  trx
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machine_id')
    .innerJoin('tools', 'tools.id', 'licenses.tool_id')
    .innerJoin('users', 'users.id', 'licenses.user_id')
    .select([
      ...licenseColumns,
      'licenses.licence_file',
      'tools.name as tool_name',
      'users.login',
      'users.first_name',
      'users.brand_id as owner_brand_id',
      'users.status as owner_status',
    ])
    .where('licenses.id', '=', licenseId)
    .where('licenses.user_id', '=', userId)
    .forUpdate('licenses')
    .executeTakeFirst();

export type LicenseToSend = NonNullable<Awaited<ReturnType<typeof lockLicenseToSend>>>;

/** Whether a letter with this licence is on its way already; one that waits for its next attempt is due at once. */
export async function hastenLetter(trx: Trx, licenseId: number, now: number): Promise<boolean> {
  const waiting = await trx
    .updateTable('outbox')
    .set((set) => ({
      next_attempt_at: set.case().when('state', '=', 'queued').then(now).else(set.ref('next_attempt_at')).end(),
    }))
    .where('license_id', '=', licenseId)
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirst();
  return waiting.numUpdatedRows > 0n;
}

export const findLicense = (db: Db, userId: number, licenseId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machine_id')
    .select(licenseColumns)
    .where('licenses.id', '=', licenseId)
    .where('licenses.user_id', '=', userId)
    .executeTakeFirst();

type LicensesAsked = PageAsked & {
  keyword: string;
  sort?: { field: 'issuedAt' | 'expiryDate' | 'machineName'; direction: 'asc' | 'desc' } | undefined;
  status?: LicenseStatus | undefined;
};

const sortColumns = {
  issuedAt: 'licenses.issued_at',
  expiryDate: 'licenses.expires_at',
  machineName: 'machines.name',
} as const;

/** A page of a user's licences, newest first unless asked otherwise, as they stand `now`; the keyword is looked for in the PC's name. */
export async function findLicenses(db: Db, userId: number, { now, ...asked }: LicensesAsked & { now: number }) {
  const { keyword, sort, status, ...page } = asked;
  const machineIds = keyword.trim() === '' ? null : await findMachinesNamed(db, userId, keyword);
  if (machineIds?.length === 0) return { items: [], total: 0, ...page };
  const { field, direction } = sort ?? { field: 'issuedAt', direction: 'desc' };
  const matching = db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machine_id')
    .select(licenseColumns)
    .where('licenses.user_id', '=', userId)
    .$if(machineIds !== null, (query) => query.where('licenses.machine_id', 'in', machineIds ?? []))
    .$if(status !== undefined, (query) => query.where(statusIs[status ?? 'Active'](now)))
    .orderBy(sortColumns[field], direction)
    .orderBy('licenses.id', 'desc');
  return readPage(matching, page);
}

export type LicenseRow = NonNullable<Awaited<ReturnType<typeof findLicenseByCode>>>;

/** A user's PCs whose name holds the keyword; compared here, because the databases fold only the letters A to Z. */
async function findMachinesNamed(db: Db, userId: number, keyword: string): Promise<number[]> {
  const machines = await db.selectFrom('machines').select(['id', 'name']).where('user_id', '=', userId).execute();
  const sought = searchable(keyword.trim());
  return machines.filter(({ name }) => searchable(name).includes(sought)).map(({ id }) => id);
}

/** The id of the key that signs now. */
export async function findCurrentKeyId(db: Db): Promise<string | null> {
  const found = await currentKeyId(db).executeTakeFirst();
  return found?.key_id ?? null;
}

/** The same, and nobody switches it before this transaction has ended; null where somebody just has. */
export async function holdCurrentKeyId(trx: Db): Promise<string | null> {
  const found = await currentKeyId(trx).forShare().executeTakeFirst();
  return found?.key_id ?? null;
}

const currentKeyId = (db: Db) => db.selectFrom('signing_keys').select('key_id').where('status', '=', 'current');
