import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { Row } from '#server/database/schema.ts';
import { companyInScope, inScopeWithDeleted, type Viewer } from '#server/features/users/scope.repository.ts';
import { repeatUntilDone } from '#server/platform/background/batches.ts';
import type { Clock } from '#server/platform/clock/clock.ts';

/**
 * Gives the records that have changed their places in the order of changes. Each portal calls this every few seconds; the lock of the last place
 * lets one process at a time give places, so that the places appear in their order.
 */
export async function publishChanges(
  { kysely, transact }: Database,
  clock: Clock,
  signal?: AbortSignal,
): Promise<void> {
  for (const table of ['recordChanges', 'companyChanges'] as const) {
    // The tables share the last place, so one is published after the other.
    // oxlint-disable-next-line no-await-in-loop
    if ((await findMarked(kysely, table)).length === 0) continue;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await repeatUntilDone((limit) => transact((trx) => publishBatch(trx, table, { at: clock(), limit })), signal);
  }
}

/** The tables whose rows get a place: the changes of users, licences and PCs, and those of companies. */
type ChangeTable = 'recordChanges' | 'companyChanges';

const findMarked = (db: Db, table: ChangeTable) =>
  db.selectFrom(table).select('id').where('place', 'is', null).limit(1).execute();

async function publishBatch(
  trx: Trx,
  table: ChangeTable,
  { at, limit }: { at: number; limit: number },
): Promise<number> {
  const last = await trx.selectFrom('recordPlaces').select('place').forUpdate().executeTakeFirstOrThrow();
  // A record that another transaction changes now is skipped: it is marked again when that transaction ends.
  const marked = await trx
    .selectFrom(table)
    .select('id')
    .where('place', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (marked.length === 0) return 0;
  const place = last.place + 1;
  const ids = marked.map(({ id }) => id);
  await trx.updateTable(table).set({ place, changedAt: at }).where('id', 'in', ids).execute();
  await trx.updateTable('recordPlaces').set({ place }).execute();
  return marked.length;
}

/** Finds the place that was given last. */
export async function findLastPlace(db: Db): Promise<number> {
  return (await db.selectFrom('recordPlaces').select('place').executeTakeFirstOrThrow()).place;
}

/** The records of one place have the order of their ids. `changedAfter` is in Unix milliseconds. */
export type ChangeQuery = { place: number; id: number; changedAfter: number; limit: number };

/**
 * Selects the next changes of a kind in the viewer's scope. The changes and the records are read by one statement, so that each record is read
 * in the state of its place.
 */
const selectChanges = (
  db: Db,
  kind: Row<'recordChanges'>['kind'],
  viewer: Viewer,
  { place, id, changedAfter, limit }: ChangeQuery,
) =>
  db
    .selectFrom('recordChanges')
    .innerJoin('users', 'users.id', 'recordChanges.customerId')
    .select([
      'recordChanges.id as changeId',
      'recordChanges.recordId',
      'recordChanges.changedAt',
      'recordChanges.place',
    ])
    .select('users.status as ownerStatus')
    .where('recordChanges.kind', '=', kind)
    .where(sql<boolean>`(record_changes.place, record_changes.id) > (cast(${place} as bigint), cast(${id} as bigint))`)
    .where('recordChanges.changedAt', '>', changedAfter)
    .where(inScopeWithDeleted(viewer))
    .orderBy('recordChanges.place')
    .orderBy('recordChanges.id')
    .limit(limit);

export const findChangedUsers = (db: Db, viewer: Viewer, query: ChangeQuery) =>
  selectChanges(db, 'user', viewer, query)
    .select([
      'users.id as userId',
      'users.login',
      'users.firstName',
      'users.lastName',
      'users.company',
      'users.companyId',
    ])
    .select([
      'users.phone',
      'users.profileId as profileID',
      'users.brandId as brand',
      'users.country',
      'users.language',
    ])
    .select(['users.crmAccount', 'users.status', 'users.createdAt'])
    .execute();

export const findChangedLicenses = (db: Db, viewer: Viewer, query: ChangeQuery) =>
  selectChanges(db, 'license', viewer, query)
    .leftJoin('licenses', 'licenses.id', 'recordChanges.recordId')
    .select(['licenses.id as licenseId', 'licenses.userId', 'licenses.machineId', 'licenses.toolId as tool'])
    .select(['licenses.brandId as brand', 'licenses.configTools', 'licenses.notBefore', 'licenses.expiresAt'])
    .select(['licenses.issuedAt', 'licenses.installedAt', 'licenses.replacedAt', 'licenses.revokedAt'])
    .execute();

export const findChangedMachines = (db: Db, viewer: Viewer, query: ChangeQuery) =>
  selectChanges(db, 'machine', viewer, query)
    .leftJoin('machines', 'machines.id', 'recordChanges.recordId')
    .select(['machines.id as machineId', 'machines.userId', 'machines.toolId as tool', 'machines.name'])
    .select(['machines.firstSeenAt', 'machines.releasedAt'])
    .execute();

/** Finds the next changes of companies in the viewer's scope. A company is never deleted, only suspended. */
export const findChangedCompanies = (db: Db, viewer: Viewer, { place, id, changedAfter, limit }: ChangeQuery) =>
  db
    .selectFrom('companyChanges')
    .innerJoin('companies', 'companies.id', 'companyChanges.recordId')
    .select(['companyChanges.id as changeId', 'companyChanges.recordId'])
    .select(['companyChanges.changedAt', 'companyChanges.place', 'companies.status as ownerStatus'])
    .select(['companies.name', 'companies.country', 'companies.externalRef', 'companies.crmAccount'])
    .select(['companies.status', 'companies.createdAt'])
    .where(
      sql<boolean>`(company_changes.place, company_changes.id) > (cast(${place} as bigint), cast(${id} as bigint))`,
    )
    .where('companyChanges.changedAt', '>', changedAfter)
    .where(companyInScope(viewer))
    .orderBy('companyChanges.place')
    .orderBy('companyChanges.id')
    .limit(limit)
    .execute();
