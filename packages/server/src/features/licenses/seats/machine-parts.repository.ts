import { bytesToHex, hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { padFingerprint, relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { clockSkewMs } from '#server/platform/clock/clock.ts';
import { inScope, type Viewer } from '#server/features/users/scope.repository.ts';

/** Adds the parts in a PC's newest code to the part history of the PC. */
export async function insertParts(trx: Db, parts: NewRow<'machineParts'>): Promise<void> {
  await trx.insertInto('machineParts').values(parts).execute();
}

/** Finds the fingerprints that a PC has had, with their times, newest first. */
export const findPartHistory = (db: Db, machineId: number) =>
  db
    .selectFrom('machineParts')
    .select(['at', 'fingerprint'])
    .where('machineId', '=', machineId)
    .orderBy('id', 'desc')
    .execute();

/** Finds the PCs of a user whose parts changed after the time `since`, with the time of each change. */
export const findPartChanges = (db: Db, userId: number, since: number) =>
  db
    .selectFrom('machineParts')
    .innerJoin('machines', 'machines.id', 'machineParts.machineId')
    .select(['machineParts.machineId', 'machineParts.at'])
    .where('machines.userId', '=', userId)
    .where('machineParts.at', '>', since)
    .execute();

/**
 * Records that staff are notified now of changed parts of a PC. Returns false and records nothing if staff were already notified after the
 * time `notNotifiedSince`. A recorded time in the future comes from a wrong clock and is ignored.
 */
export async function claimPartChangeNotice(
  trx: Db,
  machineId: number,
  { at, notNotifiedSince }: { at: number; notNotifiedSince: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('machines')
    .set({ driftToldAt: at })
    .where('id', '=', machineId)
    .where((where) =>
      where.or([
        where('driftToldAt', 'is', null),
        where('driftToldAt', '<=', notNotifiedSince),
        where('driftToldAt', '>', at + clockSkewMs),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the licences of all tools and PCs that an account got after the time `since`. */
export const findLicensesIssuedSince = (db: Db, userId: number, since: number) =>
  db
    .selectFrom('licenses')
    .select(['machineId', 'issuedAt', 'verificationHash'])
    .where('userId', '=', userId)
    .where('issuedAt', '>', since)
    .execute();

/** Finds the ids (hex) of the licences that were replaced by a licence that the account got after the time `since`. */
export const findLicenseIdsReplacedSince = (db: Db, userId: number, since: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('licenses as replaced', 'replaced.replacedBy', 'licenses.id')
    .select('replaced.licenceUid')
    .where('licenses.userId', '=', userId)
    .where('licenses.issuedAt', '>', since)
    .execute();

/**
 * Finds the PCs that were removed from an account because they no longer use the tool, the last removed first, with the user who removed
 * each.
 */
export const findReleases = (db: Db, userId: number, toolId: string) =>
  db
    .selectFrom('machineReleases')
    .innerJoin('users', 'users.id', 'machineReleases.releasedBy')
    .select(['machineReleases.machineId', 'machineReleases.at', 'machineReleases.releasedBy'])
    .select(['users.firstName', 'users.lastName', 'users.login'])
    .where('machineReleases.userId', '=', userId)
    .where('machineReleases.toolId', '=', toolId)
    // A row with a licence id records a returned licence. The PC of a returned licence may get a licence again.
    .where('machineReleases.licenseId', 'is', null)
    .orderBy('machineReleases.id', 'desc')
    .execute();

type TrialKey = { userId: number; toolId: string };

/** Returns when the account's trial of a tool ends or ended, in Unix milliseconds; null if the account had no trial. */
export async function findTrialEnd(db: Db, { userId, toolId }: TrialKey): Promise<number | null> {
  const row = await db
    .selectFrom('licenses')
    .select('expiresAt')
    .where('userId', '=', userId)
    .where('toolId', '=', toolId)
    .where('isTrial', '=', 1)
    .orderBy('expiresAt', 'desc')
    .executeTakeFirst();
  return row?.expiresAt ?? null;
}

/** Finds the fingerprints (hex) of the trials that other accounts have of the tool, if they share a known part with `fingerprint`. */
export async function findTrialFingerprints(db: Db, key: TrialKey, fingerprint: string): Promise<string[]> {
  const fingerprints: string[] = [];
  for (const { from, part } of listSearchedParts(fingerprint)) {
    // The searches run one after the other, because each uses a different index.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await selectTrialsWithPart(db, key, { from, part }).execute();
    fingerprints.push(...rows.map((row) => row.fingerprint));
  }
  return fingerprints;
}

/** A part of a fingerprint: eight hex digits that begin at position `from`, counted from 1 as in SQL. */
export type FingerprintPart = { from: number; part: string };

/** Returns the known parts among the four parts that the table of licences stores. An unknown part is all zeros. */
export const listKnownParts = (fingerprint: string): FingerprintPart[] =>
  [1, 9, 17, 25]
    .map((from) => ({ from, part: fingerprint.slice(from - 1, from + 7) }))
    .filter(({ part }) => !/^0*$/.test(part));

/**
 * Returns the first three known parts. A search needs no more: if two of four parts are equal, at least one of the first three is equal.
 */
export const listSearchedParts = (fingerprint: string): FingerprintPart[] =>
  listKnownParts(fingerprint).filter(({ from }) => from <= 17);

/**
 * The SQL literals must be the same as in the indexes (migration 0004): SQLite uses a partial index only if the text of the condition is
 * the same.
 */
const selectTrialsWithPart = (db: Db, { userId, toolId }: TrialKey, { from, part }: FingerprintPart) =>
  db
    .selectFrom('licenses')
    .select('fingerprint')
    .where('toolId', '=', toolId)
    .where('isTrial', '=', sql.lit(1))
    .where(sql<string>`substr(fingerprint, ${sql.lit(from)}, 8)`, '=', part)
    .where('userId', '!=', userId);

/** The columns with the parts of a PC, in hex. The fifth part has a separate column, because many codes have only four parts. */
type MachineParts = { fingerprint: string; anchor: string; anchorUuid: string | null };

/**
 * Reads the latest parts of a PC, and the parts of its anchor. The UUID of the latest code is not stored, so the latest parts and the
 * anchor get the UUID of the anchor.
 */
export function readFingerprints({ fingerprint, anchor, anchorUuid }: MachineParts) {
  const uuid = anchorUuid ?? '';
  return { fingerprint: hexToBytes(fingerprint + uuid), anchor: hexToBytes(anchor + uuid) };
}

/** Converts the first four parts to hex, the form in which they are stored. */
export const toStoredParts = (fingerprint: Uint8Array): string => bytesToHex(padFingerprint(fingerprint, 1));

/** Converts the fifth part, the UUID, to hex; null if it is not known. */
export const toStoredUuid = (fingerprint: Uint8Array): string | null =>
  fingerprint.length > 16 ? bytesToHex(fingerprint.subarray(16)) : null;

type BridgeQuery = {
  userId: number;
  toolId: string;
  parts: readonly FingerprintPart[];
  uuid: string | null;
  since: number;
};

/**
 * Finds the bridges of a tool that were issued after a moment (Unix milliseconds): those of an account, and those on PCs that share one of
 * the given parts or the UUID of the firmware. The query contains the value 1 as a literal, because the partial index of migration 0004
 * applies only to this literal.
 */
export const findBridgeFingerprints = (db: Db, { userId, toolId, parts, uuid, since }: BridgeQuery) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select(['licenses.userId', 'licenses.fingerprint', 'machines.anchorUuid'])
    .where('licenses.toolId', '=', toolId)
    .where('licenses.isBridge', '=', sql.lit(1))
    .where('licenses.issuedAt', '>', since)
    .where((where) =>
      where.or([
        where('licenses.userId', '=', userId),
        ...(uuid === null ? [] : [where('machines.anchorUuid', '=', uuid)]),
        ...parts.map(({ from, part }) => sql<boolean>`substr(licenses.fingerprint, ${sql.lit(from)}, 8) = ${part}`),
      ]),
    )
    .execute();

/** Finds the PCs on the watch list that match the given fingerprint, of any user who is not deleted, and of any tool. */
export async function findLostMachines(db: Db, fingerprint: Uint8Array) {
  const parts = listSearchedParts(bytesToHex(fingerprint));
  if (parts.length === 0) return [];
  const rows = await db
    .selectFrom('lostMachines')
    // The cross join makes SQLite always begin with the lost PCs, because they are few.
    .crossJoin('machines')
    .whereRef('machines.id', '=', 'lostMachines.machineId')
    .where(sql<boolean>`exists (select 1 from users where users.id = machines.user_id and users.status <> 'deleted')`)
    .select(['machines.id', 'machines.userId', 'machines.name', 'lostMachines.reportedAt'])
    .select(sql<string>`machines.anchor || coalesce(machines.anchor_uuid, '')`.as('anchor'))
    .where((where) =>
      where.or(parts.map(({ from, part }) => sql<boolean>`substr(machines.anchor, ${sql.lit(from)}, 8) = ${part}`)),
    )
    .execute();
  return rows.filter(({ anchor }) => relateFingerprints(hexToBytes(anchor), fingerprint) !== 'different');
}

export type LostMachineRow = Awaited<ReturnType<typeof findLostMachines>>[number];

/** Records that a code of a lost PC was sent. */
export async function markLostMachineSeen(
  trx: Trx,
  machineId: number,
  sighting: { at: number; userId: number },
): Promise<void> {
  await trx
    .updateTable('lostMachines')
    .set({ seenAt: sighting.at, seenUserId: sighting.userId })
    .where('machineId', '=', machineId)
    .execute();
}

/** Many cloned PCs can share a part, so at most this many candidates are read for each part. */
const maxCandidatesPerPart = 100;

const ownerColumns = ['users.id', 'users.login', 'users.firstName', 'users.lastName', 'users.company'] as const;

export type OwnerRow = { id: number; login: string; firstName: string; lastName: string; company: string | null };

/**
 * Finds the PCs with a licence for a tool whose owner is an active user in the viewer's scope, and which have a part in common with the
 * fingerprint (hex). Parts without a value are not compared. Returns each PC with its owner.
 */
export async function findSimilarMachines(
  db: Db,
  viewer: Viewer,
  { toolId, fingerprint }: { toolId: string; fingerprint: string },
): Promise<(OwnerRow & { anchor: string })[]> {
  const machines: (OwnerRow & { anchor: string })[] = [];
  for (const { from, part } of listSearchedParts(fingerprint)) {
    const rows = await db
      .selectFrom('machines')
      .innerJoin('users', 'users.id', 'machines.userId')
      .select(ownerColumns)
      .select(sql<string>`machines.anchor || coalesce(anchor_uuid, '')`.as('anchor'))
      .where('machines.toolId', '=', toolId)
      .where(sql<string>`substr(anchor, ${sql.lit(from)}, 8)`, '=', part)
      .where('users.status', '=', 'active')
      .where(inScope(viewer, 'licences'))
      .orderBy('machines.id', 'desc')
      .limit(maxCandidatesPerPart)
      .execute();
    machines.push(...rows);
  }
  return machines;
}

export const findHelpRequesters = (db: Db, viewer: Viewer, codeHash: string): Promise<OwnerRow[]> =>
  db
    .selectFrom('helpRequests')
    .innerJoin('users', 'users.id', 'helpRequests.userId')
    .select(ownerColumns)
    .where('helpRequests.codeHash', '=', codeHash)
    .where('helpRequests.state', '=', sql.lit('open'))
    .where(inScope(viewer))
    .orderBy('helpRequests.id')
    .execute();

/** Returns whether a licence can be issued for another active user in the viewer's scope. */
export async function hasCustomers(db: Db, viewer: Viewer): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.status', '=', 'active')
    .where('users.id', '!=', viewer.userId)
    .where(inScope(viewer, 'licences'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
