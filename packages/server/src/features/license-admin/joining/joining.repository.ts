import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { inScope, type Viewer } from '#server/features/users/scope.repository.ts';
import { days, toUtcDay } from '#server/platform/clock/clock.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';

const accountColumns = ['id', 'login', 'firstName', 'lastName', 'company', 'profileId', 'brandId'] as const;
const stateColumns = ['country', 'status', 'version', 'companyId', 'companyRole'] as const;

export const findUserIdByLogin = async (db: Db, login: string): Promise<number | null> =>
  (await db.selectFrom('users').select('id').where('loginFold', '=', foldLogin(login)).executeTakeFirst())?.id ?? null;

/** Locks and returns the given accounts that are in the viewer's scope, in the order of their ids. */
export const lockAccounts = (trx: Trx, viewer: Viewer, ids: readonly number[]) =>
  trx
    .selectFrom('users')
    .select([...accountColumns, ...stateColumns])
    .where('users.id', 'in', ids)
    .where(inScope(viewer))
    .orderBy('users.id')
    .forNoKeyUpdate()
    .execute();

export type JoinedAccount = Awaited<ReturnType<typeof lockAccounts>>[number];

type AccountIds = { from: number; to: number };

/**
 * Finds the PCs in use that both accounts have, as pairs of rows: one row of each account. Each row of a PC is in one
 * pair at most.
 */
export async function findSamePcs(db: Db, { from, to }: AccountIds): Promise<SamePc[]> {
  const machines = await db
    .selectFrom('machines')
    .select(['id', 'userId', 'toolId', 'name', 'anchor', 'anchorUuid'])
    .where('userId', 'in', [from, to])
    .where('releasedAt', 'is', null)
    .orderBy('id')
    .execute();
  const pcs = machines.map(({ anchor, anchorUuid, ...machine }) => ({
    ...machine,
    bytes: hexToBytes(anchor + (anchorUuid ?? '')),
  }));
  const pairedIds = new Set<number>();
  return pcs
    .filter(({ userId }) => userId === from)
    .flatMap((pc) => {
      const keptPc = pcs.find(
        ({ id, userId, toolId, bytes }) =>
          userId === to &&
          toolId === pc.toolId &&
          !pairedIds.has(id) &&
          relateFingerprints(bytes, pc.bytes) !== 'different',
      );
      if (!keptPc) return [];
      pairedIds.add(keptPc.id);
      return [{ machineId: pc.id, keptId: keptPc.id, name: keptPc.name }];
    });
}

/** Two rows of the same PC: the row `machineId` is deleted, and the row `keptId` with this name is kept. */
type SamePc = { machineId: number; keptId: number; name: string };

/** The number of PCs that one statement changes. */
const pcsPerStatement = 200;

/**
 * Joins two rows of the same PC into one, for each pair. The current licence that expires last stays current; the other current licence counts as
 * replaced and stays valid. The number of statements does not grow with each PC, because a customer can have thousands of PCs.
 */
export async function mergeMachines(trx: Trx, pairs: readonly SamePc[], at: number): Promise<void> {
  for (let start = 0; start < pairs.length; start += pcsPerStatement)
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    await mergeBatch(trx, pairs.slice(start, start + pcsPerStatement), at);
}

async function mergeBatch(trx: Trx, pairs: readonly SamePc[], at: number): Promise<void> {
  const deletedIds = pairs.map(({ machineId }) => machineId);
  const keptIds = pairs.map(({ keptId }) => keptId);
  const mapToKeptId = (column: string) =>
    mapIds(column, new Map(pairs.map(({ machineId, keptId }) => [machineId, keptId])));
  const keptMachineId = mapToKeptId('machine_id');
  await trx.updateTable('licenses').set({ machineId: keptMachineId }).where('machineId', 'in', deletedIds).execute();
  await replaceOlderLicenses(trx, keptIds, at);
  await trx
    .updateTable('machineParts')
    .set({ machineId: keptMachineId })
    .where('machineId', 'in', deletedIds)
    .execute();
  await trx
    .updateTable('machineReleases')
    .set({ machineId: keptMachineId })
    .where('machineId', 'in', deletedIds)
    .execute();
  await trx
    .updateTable('moves')
    .set({ fromMachineId: mapToKeptId('from_machine_id') })
    .where('fromMachineId', 'in', deletedIds)
    .execute();
  await trx
    .updateTable('moves')
    .set({ toMachineId: mapToKeptId('to_machine_id') })
    .where('toMachineId', 'in', deletedIds)
    .execute();
  const lostMachineRows = await trx
    .selectFrom('lostMachines')
    .select('machineId')
    .where('machineId', 'in', [...deletedIds, ...keptIds])
    .execute();
  const lostIds = new Set(lostMachineRows.map((row) => row.machineId));
  // A PC that was on the watch list of one of the two accounts stays on the watch list.
  const movedPcs = pairs.filter((pair) => lostIds.has(pair.machineId) && !lostIds.has(pair.keptId));
  if (movedPcs.length > 0)
    await trx
      .updateTable('lostMachines')
      .set({ machineId: keptMachineId })
      .where(
        'machineId',
        'in',
        movedPcs.map((pair) => pair.machineId),
      )
      .execute();
  await trx.deleteFrom('machines').where('id', 'in', deletedIds).execute();
}

/** Marks the current licences of each PC as replaced by the licence of this PC that expires last. */
async function replaceOlderLicenses(trx: Trx, machineIds: readonly number[], at: number): Promise<void> {
  const licenses = await trx
    .selectFrom('licenses')
    .select(['id', 'machineId'])
    .where('machineId', 'in', machineIds)
    .where('replacedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .orderBy('expiresAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const replacements = [...Map.groupBy(licenses, ({ machineId }) => machineId).values()].flatMap(
    ([current, ...others]) => (current ? others.map(({ id }) => [id, current.id] as const) : []),
  );
  for (let start = 0; start < replacements.length; start += pcsPerStatement) {
    const newIdByOldId = new Map(replacements.slice(start, start + pcsPerStatement));
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    await trx
      .updateTable('licenses')
      .set({ replacedAt: at, replacedBy: mapIds('id', newIdByOldId) })
      .where('id', 'in', [...newIdByOldId.keys()])
      .execute();
  }
}

/**
 * Creates the SQL that maps the ids in a column to other ids. The ids are literals, because PostgreSQL regards parameters of `case` as
 * text.
 */
const mapIds = (column: string, newIds: ReadonlyMap<number, number>) =>
  sql<number>`case ${sql.ref(column)} ${sql.join(
    Array.from(newIds, ([id, newId]) => sql`when ${sql.lit(id)} then ${sql.lit(newId)}`),
    sql` `,
  )} end`;

const grantColumns = ['id', 'userId', 'toolId', 'brandId', 'configTools', 'validFrom', 'validTo', 'pcs'] as const;

export const findGrantsOf = (db: Db, ids: readonly number[]) =>
  db.selectFrom('toolGrants').select(grantColumns).where('userId', 'in', ids).orderBy('id').execute();

export type GrantOfAccount = Awaited<ReturnType<typeof findGrantsOf>>[number];

export async function moveGrant(trx: Trx, grantId: number, userId: number): Promise<void> {
  await trx.updateTable('toolGrants').set({ userId }).where('id', '=', grantId).execute();
}

export async function changeGrant(
  trx: Trx,
  grantId: number,
  grant: Pick<GrantOfAccount, 'configTools' | 'validFrom' | 'validTo' | 'pcs'>,
): Promise<void> {
  await trx.updateTable('toolGrants').set(grant).where('id', '=', grantId).execute();
}

/**
 * Withdraws an open help request of the account to be erased if the kept account has an open help request for the same
 * code with the same problem.
 */
export async function withdrawSameHelpRequests(trx: Trx, { from, to }: AccountIds, at: number): Promise<void> {
  await trx
    .updateTable('helpRequests')
    .set({ state: 'withdrawn', closedBy: to, closedAt: at })
    .where('userId', '=', from)
    .where('state', '=', 'open')
    .where((where) =>
      where.exists(
        where
          .selectFrom('helpRequests as kept')
          .select('kept.id')
          .where('kept.userId', '=', to)
          .where('kept.state', '=', 'open')
          .whereRef('kept.codeHash', '=', 'helpRequests.codeHash')
          .whereRef('kept.problemCode', '=', 'helpRequests.problemCode'),
      ),
    )
    .execute();
}

/**
 * Removes the references to the erased account from e-mails that name both accounts: otherwise these e-mails would be deleted with that
 * account.
 */
export async function deleteLetterMentions(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('letterPeople').where('userId', '=', userId).execute();
}

/** Counts the emergency kits that may have issued licences that were not imported and can still be valid. */
export async function countOpenKits(db: Db, now: number): Promise<number> {
  const kits = await db.selectFrom('emergencyKits').select(['until', 'days', 'importedAt']).execute();
  return kits.filter(
    ({ until, days: licenceDays, importedAt }) =>
      (importedAt === null || importedAt < until) &&
      // One day is added, because a licence ends at the end of its last day.
      until + days(licenceDays + 1) > now,
  ).length;
}

/**
 * Replaces the erased account by the kept account as the account that removed PCs, because the refusal of a removed PC names who removed
 * it.
 */
export async function replaceReleaser(trx: Trx, { from, to }: AccountIds): Promise<void> {
  await trx.updateTable('machineReleases').set({ releasedBy: to }).where('releasedBy', '=', from).execute();
}

/** Counts the sessions, second steps of sign-in and permission overrides that are deleted together with an account. */
export async function countRowsToErase(db: Db, userId: number, now: number) {
  const [sessions, secondFactors, permissions] = [
    await db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', now)
      .execute(),
    await db
      .selectFrom('secondFactors')
      .select('id')
      .where('userId', '=', userId)
      .where('confirmedAt', 'is not', null)
      .execute(),
    await db
      .selectFrom('permissionOverrides')
      .select('permission')
      .where('userId', '=', userId)
      .where('validTo', '>=', toUtcDay(now))
      .execute(),
  ];
  return { sessions: sessions.length, secondFactors: secondFactors.length, permissions: permissions.length };
}

/** Raises the version of an account, so that a form that is already open cannot overwrite the joined account. */
export async function raiseAccountVersion(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}
