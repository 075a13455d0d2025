import type { bulkUsers } from '@basics/contract/calls/bulk.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { findMessage } from '@basics/contract/calls/problems.ts';
import type { users } from '@basics/contract/users/users.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Trx } from '#server/database/foundation.ts';
import { readArchives } from '#server/database/personal/archive-rows.ts';
import { previewDeletion } from '#server/platform/bulk.ts';
import { recordAudits } from '#server/platform/audit/audit.ts';
import type { AuditEntry } from '#server/platform/audit/audit.ts';
import { erasePerson } from '#server/platform/audit/erasure.repository.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, CallContext } from '#server/platform/http/mount.ts';
import { sealPurposes } from '#server/platform/security/seal.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { endAbsencesOf } from '../absence/absences.ts';
import { isSeenOnlyAsDeputy } from '../scope.repository.ts';
import {
  countTouched,
  insertHistory,
  lockAdministrators,
  lockUserInScope,
  revokeLicenses,
} from '../users.repository.ts';
import { findAuthenticatorSecrets, insertIntoBin } from './users-bin.repository.ts';
import type { LockedUser } from '../users.repository.ts';
import * as z from 'zod/mini';
import type { PersonArchive } from '#server/database/personal/archive-rows.ts';
import type { Seal } from '#server/platform/security/seal.ts';

type DeletionRefusal = 'USER_NOT_FOUND' | 'OWN_ACCOUNT' | 'LAST_ADMINISTRATOR' | 'onlyRequests' | 'asDeputy';
type DeletionDecision = { id: number; row: LockedUser } | { id: number; refusal: DeletionRefusal };

/**
 * What a deletion of users needs. Without `forGood`, the deleted users can be restored for 30 days. A preview returns
 * the same outcomes, and deletes nothing.
 */
type DeletionContext = RemovalCall & { forGood: boolean; isPreview?: boolean };
type RemovalCall = WriteContext & Pick<CallContext, 'seal'>;

/** Deletes one user. Throws a problem if the user cannot be deleted. */
export async function removeUser(context: DeletionContext, userId: number): Promise<void> {
  const [decision] = await decideAndDelete(context, [userId]);
  if (!decision || !('refusal' in decision)) return;
  const { refusal } = decision;
  throw problem(refusal === 'onlyRequests' || refusal === 'asDeputy' ? 'NOT_PERMITTED' : refusal);
}

/** Deletes all users that the actor may delete, in one transaction, and returns the outcome of each id. */
export async function removeUsers(
  context: DeletionContext,
  ids: readonly number[],
): Promise<Reply<typeof users.removeMany>> {
  const decisions = await decideAndDelete(context, [...new Set(ids)]);
  return { results: decisions.map(toOutcome) };
}

/** Returns the outcome that the deletion of each user would have. It makes the same decisions as the deletion, and erases nothing. */
export const previewRemoval = (
  context: RemovalCall,
  ids: readonly number[],
): Promise<Reply<typeof bulkUsers.previewDeletion>> =>
  previewDeletion(
    context.database,
    (database) => removeUsers({ ...context, database, forGood: true, isPreview: true }, ids),
    (deletedIds) => countTouched(context.database.kysely, deletedIds),
  );

function toOutcome(decision: DeletionDecision): Reply<typeof users.removeMany>['results'][number] {
  const { id } = decision;
  if (!('refusal' in decision)) return { id, outcome: 'deleted' };
  const { refusal } = decision;
  if (refusal === 'USER_NOT_FOUND') return { id, outcome: 'notFound' };
  const message = refusal === 'onlyRequests' || refusal === 'asDeputy' ? serverMessages[refusal] : findMessage(refusal);
  return { id, outcome: 'refused', message };
}

async function decideAndDelete(context: DeletionContext, ids: readonly number[]): Promise<DeletionDecision[]> {
  const secretsByUser = context.forGood
    ? new Map<number, Record<string, string>>()
    : await openAuthenticatorSecrets(context, ids);
  return context.database.transact(async (trx) => {
    const remainingAdministrators = new Set(await lockAdministrators(trx));
    const decisions = new Map<number, DeletionDecision>();
    // The users are locked in the order of their ids, so that two deletions of the same users cannot deadlock.
    for (const id of ids.toSorted((a, b) => a - b)) {
      const decision = await decideDeletion(trx, context.actor, { id, remainingAdministrators });
      decisions.set(id, decision);
      if ('row' in decision) remainingAdministrators.delete(id);
    }
    const orderedDecisions = ids.flatMap((id) => decisions.get(id) ?? []);
    if (context.isPreview) return orderedDecisions;
    const deletedUsers = [...decisions.values()].flatMap((decision) => ('row' in decision ? [decision.row] : []));
    const archives = await readArchives(trx, context.forGood ? [] : deletedUsers.map(({ id }) => id));
    const entries: AuditEntry[] = [];
    for (const user of deletedUsers) {
      entries.push(...(await eraseUser(trx, context, user)));
      const rows = archives.get(user.id);
      if (rows)
        await moveToBin(trx, context, {
          user,
          archive: { rows, authenticatorSecrets: secretsByUser.get(user.id) ?? {} },
        });
    }
    if (entries.length > 0) await recordAudits(trx, entries);
    return orderedDecisions;
  });
}

/**
 * Decrypts the secrets of authenticator apps. This happens before the transaction, because a transaction must wait only
 * for the database.
 */
async function openAuthenticatorSecrets(
  { database, seal }: DeletionContext,
  ids: readonly number[],
): Promise<Map<number, Record<string, string>>> {
  const secretsByUser = new Map<number, Record<string, string>>();
  for (const { id, userId, secret: sealedSecret } of await findAuthenticatorSecrets(database.kysely, ids)) {
    // oxlint-disable-next-line no-await-in-loop -- a key is read from its file once
    const secret = await seal.open(sealPurposes.authenticatorApp(userId), sealedSecret);
    if (secret !== null) secretsByUser.set(userId, { ...secretsByUser.get(userId), [id]: secret });
  }
  return secretsByUser;
}

async function moveToBin(
  trx: Trx,
  { actor, at, seal }: DeletionContext,
  { user, archive }: { user: LockedUser; archive: UserArchive },
): Promise<void> {
  const { id: userId, login, company, profileId, status } = user;
  const binName = { name: `${user.firstName} ${user.lastName}`.trim(), login, company };
  await insertIntoBin(trx, {
    userId,
    profileId,
    status,
    deletedAt: at,
    deletedBy: actor.userId,
    ...sealArchive(seal, userId, { name: binName, archive }),
  });
}

async function decideDeletion(
  trx: Trx,
  actor: Actor,
  { id, remainingAdministrators }: { id: number; remainingAdministrators: ReadonlySet<number> },
): Promise<DeletionDecision> {
  if (id === actor.userId) return { id, refusal: 'OWN_ACCOUNT' };
  const row = await lockUserInScope(trx, actor, id);
  if (!row) return { id, refusal: 'USER_NOT_FOUND' };
  const isOpen = row.status === 'pending' || row.status === 'rejected';
  const canDelete =
    actor.permissions.includes('users.delete') || (isOpen && actor.permissions.includes('requests.delete'));
  if (!canDelete) return { id, refusal: 'onlyRequests' };
  // Otherwise a deputy could delete a request, create the customer again, and keep the customer after the absence.
  if (await isSeenOnlyAsDeputy(trx, actor, id)) return { id, refusal: 'asDeputy' };
  if (remainingAdministrators.has(id) && remainingAdministrators.size === 1)
    return { id, refusal: 'LAST_ADMINISTRATOR' };
  return { id, row };
}

/** Erases the personal data of a user, and returns the audit entries, which contain no personal data of the user. */
async function eraseUser(trx: Trx, context: DeletionContext, { id, status }: LockedUser): Promise<AuditEntry[]> {
  const { actor, at } = context;
  // The licences of a suspended user are only in the lists of revoked licences because of the suspension. Without their
  // revocation, tools would accept them again.
  if (status === 'suspended') await revokeLicenses(trx, id, at);
  // The absences in which the user is the deputy end too.
  const endedAbsences = await endAbsencesOf(trx, id, at);
  const erasedCounts = await erasePerson(trx, id, at);
  const statusChange = { userId: id, at, actorId: actor.userId, fromStatus: status, toStatus: 'deleted' as const };
  await insertHistory(trx, { ...statusChange, reason: null });
  const absenceEntries = endedAbsences.map(({ userId, ...endedAbsence }) => {
    const subject = { kind: 'user' as const, id: userId, ...(userId === id && { personId: null }) };
    return createAuditEntry(context, { ...endedAbsence, subject });
  });
  const deletion = createAuditEntry(context, {
    action: 'user.delete',
    subject: { kind: 'user', id, personId: null },
    before: { status },
    after: { status: 'deleted', ...(context.forGood && { forGood: true }), ...erasedCounts },
  });
  return [deletion, ...absenceEntries];
}

/** The name of a deleted user as the bin shows it. */
const binNameSchema = z.object({ name: z.string(), login: z.string(), company: z.string() });
type BinName = z.infer<typeof binNameSchema>;

const archivedRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/**
 * Everything that is needed to restore a deleted user. `authenticatorSecrets` contains the secrets of authenticator apps by the id of the
 * app: the secrets are sealed again when the user is restored, perhaps with a newer key.
 */
const userArchive = z.object({
  format: z.literal(1),
  rows: z.record(z.string(), z.array(archivedRow)),
  authenticatorSecrets: z.record(z.string(), z.string()),
});
export type UserArchive = { rows: PersonArchive; authenticatorSecrets: Readonly<Record<string, string>> };

/** Encrypts the name and the archive of a deleted user for the bin. */
const sealArchive = (seal: Seal, userId: number, { name, archive }: { name: BinName; archive: UserArchive }) => ({
  name: seal.close(sealPurposes.deletedUserName(userId), JSON.stringify(name)),
  archive: seal.close(sealPurposes.deletedUserArchive(userId), JSON.stringify({ format: 1, ...archive })),
});

/** Decrypts the name of a deleted user; null if the key is not on this machine, or if the name has another format. */
export const openName = async (seal: Seal, userId: number, sealedName: string): Promise<BinName | null> =>
  parseJson(binNameSchema, await seal.open(sealPurposes.deletedUserName(userId), sealedName));

/** Decrypts an archive; null if the key is not on this machine, or if a newer version of the portal wrote the archive in another format. */
export const openArchive = async (seal: Seal, userId: number, sealedArchive: string): Promise<UserArchive | null> =>
  parseJson(userArchive, await seal.open(sealPurposes.deletedUserArchive(userId), sealedArchive));

/**
 * Parses a decrypted text. Returns null if the text does not match the schema, so that one wrong name does not break
 * the list of the bin.
 */
function parseJson<Schema extends z.ZodMiniType>(schema: Schema, text: string | null): z.infer<Schema> | null {
  if (text === null) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    // A text that is not JSON was written by another version of the portal.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
