import { licenseAges } from '@basics/contract/fleet/fleet.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { groupInScope, inScope, type Viewer } from '#server/features/users/scope.repository.ts';
import { days, addMonths } from '#server/platform/clock/clock.ts';

const countTimeKey = 'fleetCountedAt';

export async function findCountTime(db: Db): Promise<number | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', countTimeKey).executeTakeFirst();
  return row ? Number(row.value) : null;
}

/** Returns the largest id of a licence, or 0 if there is no licence. */
export async function findLastLicenseId(db: Db): Promise<number> {
  const { lastId } = await db
    .selectFrom('licenses')
    .select(({ fn }) => fn.max('id').as('lastId'))
    .executeTakeFirstOrThrow();
  return lastId ?? 0;
}

/** Counts the PCs whose licence has an id after `after` and up to `upTo`, by tool, group of owners, brand, version and age of the licence. */
export const countPcsInRange = (db: Db, { after, upTo }: { after: number; upTo: number }, now: number) =>
  selectPcs(db, now)
    .where('licenses.id', '>', after)
    .where('licenses.id', '<=', upTo)
    .innerJoin('listedUsers', 'listedUsers.userId', 'licenses.userId')
    .select((select) => [
      'licenses.toolId',
      'listedUsers.groupId',
      'licenses.brandId',
      'licenses.toolVersion',
      createAgeIndex(now).as('age'),
      select.fn.countAll<number>().as('pcs'),
    ])
    .groupBy(['licenses.toolId', 'listedUsers.groupId', 'licenses.brandId', 'licenses.toolVersion', 'age'])
    .execute();

/**
 * Creates the SQL expression for the index of a licence's age in `licenseAges`. PostgreSQL treats an untyped number as an integer, which is
 * too small for times in milliseconds.
 */
const createAgeIndex = (now: number) =>
  sql<number>`case ${sql.join(
    licenseAges.flatMap(({ to }, index) =>
      to === null ? [] : [sql`when licenses.issued_at > cast(${addMonths(now, -to)} as bigint) then ${sql.lit(index)}`],
    ),
    sql` `,
  )} else ${sql.lit(licenseAges.length - 1)} end`;

/** A PC whose licence expired more than this number of days ago is regarded as no longer in use. */
const countedDaysAfterExpiry = 90;

/** Selects the current licence of each PC that is regarded as in use. */
const selectPcs = (db: Db, now: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    // The `+ 0` keeps the databases from using the index on the expiry date, which would not help: nearly all licences
    // expire later.
    .where(sql`licenses.expires_at + 0`, '>', now - days(countedDaysAfterExpiry))
    .where('machines.releasedAt', 'is', null);

export const findToolNames = (db: Db) =>
  db.selectFrom('tools').select(['id', 'name']).where('code', 'is not', null).orderBy('name').execute();

export const findBrandNames = (db: Db) => db.selectFrom('brands').select(['id', 'name']).orderBy('id').execute();

/** The number of rows that one statement inserts. */
const rowsPerInsert = 200;

/** Replaces all stored counts of PCs. */
export async function storeCounts(
  trx: Trx,
  counts: readonly NewRow<'fleetCounts'>[],
  countedAt: number,
): Promise<void> {
  await trx.deleteFrom('fleetCounts').execute();
  for (let start = 0; start < counts.length; start += rowsPerInsert)
    // The statements of a transaction share its connection.
    // oxlint-disable-next-line no-await-in-loop
    await trx
      .insertInto('fleetCounts')
      .values(counts.slice(start, start + rowsPerInsert))
      .execute();
  await trx
    .insertInto('settings')
    .values({ key: countTimeKey, value: String(countedAt) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(countedAt) }))
    .execute();
}

export type CountFilter = { tool?: string | undefined } & PcFilter & { version?: string | undefined };
type PcFilter = { country?: string | undefined; brand?: string | undefined };

/**
 * Selects the stored counts of the PCs whose owners are active and in the viewer's scope. The viewer's own PCs are included only if the
 * viewer is a customer in this scope.
 */
function selectCounts(db: Db, viewer: Viewer, { tool, country, brand, version }: CountFilter) {
  const scope = groupInScope(viewer);
  return db
    .selectFrom('fleetCounts')
    .innerJoin('listedUserGroups as g', 'g.id', 'fleetCounts.groupId')
    .where('g.status', '=', 'active')
    .$if(scope !== null, (query) => query.where(scope ?? sql<boolean>`1 = 0`))
    .$if(tool !== undefined, (query) => query.where('fleetCounts.toolId', '=', tool ?? ''))
    .$if(country !== undefined, (query) => query.where('g.country', '=', country ?? ''))
    .$if(brand !== undefined, (query) => query.where('fleetCounts.brandId', '=', brand ?? ''))
    .$if(version !== undefined, (query) => query.where('fleetCounts.toolVersion', '=', version ?? ''))
    .select((select) => select.fn.sum<number | string>('fleetCounts.pcs').as('pcs'));
}

export const sumByTool = (db: Db, viewer: Viewer) =>
  selectCounts(db, viewer, {}).select('fleetCounts.toolId').groupBy('fleetCounts.toolId').execute();

export const sumByVersion = (db: Db, viewer: Viewer, filter: CountFilter) =>
  selectCounts(db, viewer, filter)
    .select(['fleetCounts.toolVersion', 'fleetCounts.age'])
    .groupBy(['fleetCounts.toolVersion', 'fleetCounts.age'])
    .execute();

export const sumByCountry = (db: Db, viewer: Viewer, filter: CountFilter) =>
  selectCounts(db, viewer, filter).select('g.country').groupBy('g.country').execute();

export const sumByBrand = (db: Db, viewer: Viewer, filter: CountFilter) =>
  selectCounts(db, viewer, filter).select('fleetCounts.brandId').groupBy('fleetCounts.brandId').execute();

/** Selects the PCs whose owners get a release note. */
export type NoteSelection = PcFilter & { releaseId: number; tool: string; versions?: readonly string[] | undefined };

/** The query for the owners who get a release note; `now` is in Unix milliseconds. */
type OwnersQuery = NoteSelection & { limit: number; now: number };

/**
 * Selects the active users in the viewer's scope who own the selected PCs, and joins the e-mails about the release note that they already
 * got. Reads the licences themselves, not the stored counts.
 */
const selectOwners = (
  db: Db,
  viewer: Viewer,
  { releaseId, tool, versions, country, brand, now }: Omit<OwnersQuery, 'limit'>,
) =>
  db
    .selectFrom('users')
    .leftJoin('releaseNoteLetters as sent', (join) =>
      join.onRef('sent.userId', '=', 'users.id').on('sent.releaseNoteId', '=', releaseId),
    )
    .where('users.status', '=', 'active')
    .where(inScope(viewer))
    .where(
      'users.id',
      'in',
      selectPcs(db, now)
        .select('licenses.userId')
        .where('licenses.toolId', '=', tool)
        .$if(versions !== undefined, (query) => query.where('licenses.toolVersion', 'in', versions ?? []))
        .$if(brand !== undefined, (query) => query.where('licenses.brandId', '=', brand ?? '')),
    )
    .$if(country !== undefined, (query) => query.where('users.country', '=', country ?? ''));

/**
 * Counts at most `limit` owners by language, by whether they receive mail, and by whether they already got the release
 * note.
 */
export const countOwners = (db: Db, viewer: Viewer, { limit, ...selection }: OwnersQuery) =>
  db
    .selectFrom(
      selectOwners(db, viewer, selection)
        .select(['users.language', 'users.canReceiveMail'])
        .select(sql<0 | 1>`case when sent.user_id is null then 0 else 1 end`.as('isInformed'))
        .limit(limit)
        .as('owner'),
    )
    .select(['owner.language', 'owner.canReceiveMail', 'owner.isInformed'])
    .select((select) => select.fn.countAll<number>().as('owners'))
    .groupBy(['owner.language', 'owner.canReceiveMail', 'owner.isInformed'])
    .orderBy('owner.language')
    .execute();

/** Finds the next owners who receive mail and have not got an e-mail about the release note yet. */
export const findOwnersToInform = async (
  db: Db,
  viewer: Viewer,
  { limit, ...selection }: OwnersQuery,
): Promise<number[]> =>
  (
    await selectOwners(db, viewer, selection)
      .select('users.id')
      .where('users.canReceiveMail', '=', 1)
      .where('sent.userId', 'is', null)
      .orderBy('users.id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/**
 * Records that the given owners get the release note, and returns the owners to send it to: those who had not got it and are still active,
 * receive mail, and are in the viewer's scope.
 */
export async function claimOwnersToInform(
  trx: Trx,
  viewer: Viewer,
  { ids, releaseId, at }: { ids: readonly number[]; releaseId: number; at: number },
) {
  const reachableOwners = await trx
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'brandId'])
    .where('users.id', 'in', ids)
    .where('users.status', '=', 'active')
    .where('users.canReceiveMail', '=', 1)
    .where(inScope(viewer))
    // Simultaneous calls insert the same rows in the same order, so that they cannot deadlock.
    .orderBy('users.id')
    .execute();
  if (reachableOwners.length === 0) return [];
  const insertedRows = await trx
    .insertInto('releaseNoteLetters')
    .values(reachableOwners.map(({ id }) => ({ releaseNoteId: releaseId, userId: id, queuedAt: at })))
    .onConflict((conflict) => conflict.columns(['releaseNoteId', 'userId']).doNothing())
    .returning('userId')
    .execute();
  const insertedOwnerIds = new Set(insertedRows.map(({ userId }) => userId));
  return reachableOwners.filter(({ id }) => insertedOwnerIds.has(id));
}

/** Forgets that an owner got a release note. */
export async function deleteNoteLetter(trx: Trx, { userId, releaseId }: { userId: number; releaseId: number }) {
  await trx
    .deleteFrom('releaseNoteLetters')
    .where('userId', '=', userId)
    .where('releaseNoteId', '=', releaseId)
    .execute();
}
