import type { Insertable } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Tables } from '#server/database/schema.ts';
import { searchable } from '#server/platform/searchable.ts';

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

const licenseColumns = [
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
    .select(['id', 'name', 'fingerprint'])
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

export async function countMoves(db: Db, key: { userId: number; toolId: string; since: number }): Promise<number> {
  const counted = await db
    .selectFrom('moves')
    .select(({ fn }) => fn.countAll().as('moves'))
    .where('user_id', '=', key.userId)
    .where('tool_id', '=', key.toolId)
    .where('at', '>', key.since)
    // A move that staff let pass beyond the limit is on record, but does not use up the owner's own.
    .where('override_reason', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(counted.moves);
}

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
  const inserted = await trx.insertInto('machines').values(machine).returning('id').executeTakeFirstOrThrow();
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
    .set({ ...seen, released_at: null })
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

type PageAsked = {
  pageNumber: number;
  pageSize: number;
  keyword: string;
  sort?: { field: 'issuedAt' | 'expiryDate' | 'machineName'; direction: 'asc' | 'desc' } | undefined;
};

const sortColumns = {
  issuedAt: 'licenses.issued_at',
  expiryDate: 'licenses.expires_at',
  machineName: 'machines.name',
} as const;

/** A page of a user's licences, newest first unless asked otherwise; the keyword is looked for in the PC's name. */
export async function findLicenses(db: Db, userId: number, page: PageAsked) {
  const machineIds = page.keyword.trim() === '' ? null : await findMachinesNamed(db, userId, page.keyword);
  if (machineIds?.length === 0) return { items: [], total: 0 };
  const matching = db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machine_id')
    .where('licenses.user_id', '=', userId)
    .$if(machineIds !== null, (query) => query.where('licenses.machine_id', 'in', machineIds ?? []));
  const { field, direction } = page.sort ?? { field: 'issuedAt', direction: 'desc' };
  const items = await matching
    .select(licenseColumns)
    .orderBy(sortColumns[field], direction)
    .orderBy('licenses.id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNumber - 1) * page.pageSize)
    .execute();
  const counted = await matching.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { items, total: Number(counted.total) };
}

export type LicenseRow = NonNullable<Awaited<ReturnType<typeof findLicenseByCode>>>;

/** A user's PCs whose name holds the keyword; compared here, because the databases fold only the letters A to Z. */
async function findMachinesNamed(db: Db, userId: number, keyword: string): Promise<number[]> {
  const machines = await db.selectFrom('machines').select(['id', 'name']).where('user_id', '=', userId).execute();
  const sought = searchable(keyword.trim());
  return machines.filter(({ name }) => searchable(name).includes(sought)).map(({ id }) => id);
}
