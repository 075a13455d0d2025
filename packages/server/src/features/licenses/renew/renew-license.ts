import type { Reply, Body } from '@basics/contract/calls/endpoint.ts';
import type { License, licenses } from '@basics/contract/licenses/licenses.ts';
import { bytesToHex, hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode, writeVerificationCode } from '@basics/licensing/verification-code.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { recordUndo, toBulkUndoFields, toUndoFields, undoMs } from '#server/platform/undo/undo.repository.ts';
import type { Restore, UndoableContext } from '#server/platform/undo/undo.repository.ts';
import { holdLetters } from '#server/mail/queue-letter.ts';
import { seconds } from '#server/platform/clock/clock.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { hashRenewal } from '../license.ts';
import { transactWithCurrentKey } from '../license-key.ts';
import { issueInTransaction, type IssueContext } from '../issue/issue-license.ts';
import { findLicenseByCode } from '../licenses.repository.ts';
import { toLicense } from '../read-license.ts';
import { findRenewalProblem } from './renewability.ts';
import { queueLicense, sendLicense } from '../contacts/send-license.ts';
import {
  deleteRenewal,
  findLicenseToRenew,
  findOwnerId,
  findRenewalFacts,
  findRenewalToUndo,
  isReceived,
  findOwnerIds,
} from './renewals.repository.ts';
import type { bulkLicenses } from '@basics/contract/calls/bulk.ts';
import { countTouched } from '#server/features/users/users.repository.ts';
import {
  listDone,
  runBulk,
  runInOneTransaction,
  toPreviewFields,
  type RowDetails,
  type WithIds,
} from '#server/platform/bulk.ts';
import { remindOwner } from '../contacts/remind-owners.ts';

export type RenewContext = IssueContext & UndoableContext;

/**
 * Renews a licence like `renewLicense`, and sends the new licence to its owner by e-mail, because the file must still be installed on the PC.
 * Repeated requests send no further e-mail. Staff can undo the renewal for a short time.
 */
export async function renewAndSend(
  { wake, ...issueContext }: IssueContext & { wake: () => void },
  userId: number,
  licenseId: number,
): Promise<Reply<typeof licenses.renew>> {
  const { actor, at } = issueContext;
  const context = { ...issueContext, undoUntil: at + undoMs.one };
  // The e-mail of staff waits until the renewal can no longer be undone.
  const sendContext = actor.userId === userId ? { ...context, undoUntil: undefined } : context;
  const license = await renewLicense(context, userId, licenseId, sendRenewed(sendContext, userId));
  wake();
  const isNew = license.issuedAt === new Date(at).toISOString();
  return { ...license, ...(isNew && actor.userId !== userId && toUndoFields(context)) };
}

/** Returns the function that queues the e-mail with a renewed licence. The e-mail waits as long as the renewal can be undone. */
const sendRenewed = (context: RenewContext, userId: number) => async (trx: Trx, licenseId: number) => {
  const { holdLetter, letterIds } = holdLetters(context);
  await queueLicense(trx, { ...context, queueLetter: holdLetter }, { userId, licenseId });
  return letterIds;
};

/**
 * Renews a valid licence without a new code from the PC, with the parts in the PC's last code. The rules and limits for a renewal are those
 * for a code, except the limit of licences that an account gets in a day. Repeated and simultaneous requests return the same licence, and
 * `onIssued` is called only once, and returns the ids of the e-mails that wait. Throws the problems of `renewalRefusals`.
 */
export async function renewLicense(
  context: RenewContext,
  userId: number,
  licenseId: number,
  onIssued: (trx: Trx, licenseId: number) => Promise<readonly number[]> = () => Promise.resolve([]),
): Promise<License> {
  const { database, actor, at } = context;
  await requireInScope(database.kysely, actor, userId, 'issuing');
  const row = await transactWithCurrentKey(context, async (trx, key) => {
    await lockUser(trx, userId);
    const oldLicense = await findLicenseToRenew(trx, userId, licenseId);
    if (!oldLicense) throw problem('RESULTS_NOT_FOUND');
    const codeHash = bytesToHex(hashRenewal(oldLicense.licenceUid));
    const existingRenewal = await findLicenseByCode(trx, codeHash);
    if (existingRenewal) return existingRenewal;
    await requireRenewable(trx, licenseId, at);
    const request = writeRenewalCode(oldLicense, at);
    const { toolId: tool, brandId: brand } = oldLicense;
    const input = {
      userId,
      request,
      tool,
      brand,
      isOverridden: false,
      isRenewalWithoutCode: true,
      viewer: actor,
      now: at,
    };
    await issueInTransaction(trx, context, { input, codeHash, overrideReason: null, key });
    const issuedLicense = await findLicenseByCode(trx, codeHash);
    if (!issuedLicense) throw new Error('a licence that was just issued was not found');
    const letterIds = await onIssued(trx, issuedLicense.id);
    if (actor.userId !== userId)
      await recordUndo(trx, context, { ...toUndoableRenewal(userId, issuedLicense.id, oldLicense), letterIds });
    return findLicenseByCode(trx, codeHash);
  });
  if (!row) throw new Error('a licence that was just issued was not found');
  return toLicense(row, at);
}

/** The data with which `restoreRenewed` undoes a renewal: the former state of the PC. */
const toUndoableRenewal = (
  userId: number,
  licenseId: number,
  { machineId, anchor, anchorUuid, anchoredAt, releasedAt }: LicenseToRenew,
): Parameters<typeof recordUndo>[2] => ({
  kind: 'renewal',
  userId,
  subjectId: licenseId,
  payload: { machineId, anchor, anchorUuid, anchoredAt, releasedAt },
});

const storedRenewal = z.strictObject({
  machineId: z.int(),
  anchor: z.string(),
  anchorUuid: z.nullable(z.string()),
  anchoredAt: z.int(),
  releasedAt: z.nullable(z.int()),
});

/**
 * Undoes a renewal: the new licence is deleted, and the former licence is valid again. Throws ALREADY_DOWNLOADED if someone has the new
 * licence already, because it could then never be revoked.
 */
export const restoreRenewed: Restore = async (trx, context, { userId, subjectId: licenseId, payload }) => {
  const { machineId, ...machineFields } = storedRenewal.parse(JSON.parse(payload));
  await requireInScope(trx, context.actor, userId, 'issuing');
  await lockUser(trx, userId);
  if (!(await findRenewalToUndo(trx, { userId, licenseId }))) throw problem('CHANGED_SINCE');
  if (await isReceived(trx, licenseId)) throw problem('ALREADY_DOWNLOADED');
  await deleteRenewal(trx, { licenseId, machineId, machineFields });
  await recordAction(trx, context, {
    action: 'license.undo',
    subject: { kind: 'license', id: licenseId, personId: userId },
    before: { userId, machineId },
  });
  return [];
};

type Renewals = Reply<typeof licenses.renewMany>;

/** Renews each licence in a separate transaction. Staff can undo the renewals for some minutes. Throws CANNOT_ISSUE. */
export async function renewLicenses(issueContext: IssueContext, ids: readonly number[]): Promise<Renewals> {
  const context = { ...issueContext, undoUntil: issueContext.at + undoMs.mass };
  const results: Renewals['results'] = [];
  for (const id of new Set(ids)) results.push({ id, ...(await renewOne(context, id)) });
  return { results, ...toBulkUndoFields(context, results, false) };
}

async function renewOne(context: RenewContext, licenseId: number): Promise<Omit<Renewals['results'][number], 'id'>> {
  try {
    const userId = await findOwnerId(context.database.kysely, licenseId);
    if (userId === undefined) return { outcome: 'notFound' };
    return { outcome: 'renewed', license: await renewLicense(context, userId, licenseId) };
  } catch (thrownError) {
    if (!(thrownError instanceof Problem) || thrownError.code === 'CANNOT_ISSUE') throw thrownError;
    if (thrownError.status === 404) return { outcome: 'notFound' };
    return { outcome: 'refused', message: thrownError.message };
  }
}

type LicenseToRenew = NonNullable<Awaited<ReturnType<typeof findLicenseToRenew>>>;

async function requireRenewable(trx: Trx, licenseId: number, now: number): Promise<void> {
  const [facts] = await findRenewalFacts(trx, [licenseId]);
  if (!facts) throw problem('RESULTS_NOT_FOUND');
  const renewalProblem = findRenewalProblem(facts, now);
  if (renewalProblem) throw renewalProblem;
}

/** Writes the code that the PC would create now to ask for a renewal. */
function writeRenewalCode(oldLicense: LicenseToRenew, now: number): VerificationCode {
  const lastCode = readVerificationCode(oldLicense.verificationCode, nodePrimitives);
  if (!lastCode.ok) throw problem('RECORD_UNREADABLE');
  const text = writeVerificationCode(
    {
      ...lastCode.value.claims,
      reason: 'renew',
      fingerprint: hexToBytes(
        oldLicense.fingerprint + (lastCode.value.claims.scheme === 1 ? '' : (oldLicense.anchorUuid ?? '')),
      ),
      nonce: hashRenewal(oldLicense.licenceUid).slice(0, lastCode.value.claims.nonce.length),
      createdAt: Math.floor(now / seconds(1)),
      machineName: oldLicense.machineName,
    },
    nodePrimitives,
  );
  const request = readVerificationCode(text, nodePrimitives);
  if (!request.ok) throw new Error(`the code that was just written cannot be read: ${request.refusal.code}`);
  return request.value;
}

type Change = Body<typeof bulkLicenses.changeMany> & WithIds;

/** `wake` starts sending the e-mails that are due. */
type ChangeContext = RenewContext & { wake: () => void };

/** Makes the same change to many licences; a preview changes nothing, so it sends no e-mails. */
export async function changeLicenses(
  issueContext: IssueContext & { wake: () => void },
  change: Change,
): Promise<Reply<typeof bulkLicenses.changeMany>> {
  const context = {
    ...issueContext,
    undoUntil: issueContext.at + (change.ids.length === 1 ? undoMs.one : undoMs.mass),
  };
  const { results } = await runBulk({
    database: context.database,
    ids: change.ids,
    preview: change.preview,
    changeRecord: (database, id) =>
      changeOneLicense({ ...context, database, ...(change.preview && { wake: () => {} }) }, id, change),
  });
  if (change.preview) {
    const { kysely } = context.database;
    const ownerIds = await findOwnerIds(kysely, listDone(results));
    return { results, ...toPreviewFields(results, await countTouched(kysely, ownerIds)) };
  }
  return { results, ...toBulkUndoFields(context, results, false) };
}

/** Changes one licence with the function of the call for a single licence. Throws RESULTS_NOT_FOUND, or the problems of the function. */
export async function changeOneLicense(
  context: ChangeContext,
  licenseId: number,
  { change }: Pick<Change, 'change'>,
): Promise<RowDetails> {
  const userId = await findOwnerId(context.database.kysely, licenseId);
  if (userId === undefined) throw problem('RESULTS_NOT_FOUND');
  if (change === 'remind') {
    await remindOwner(context, userId, licenseId);
    return { effect: 'reminded' };
  }
  if (change === 'send') {
    await sendLicense(context, userId, licenseId);
    return { effect: 'sent' };
  }
  if (change === 'renew') return pickExpiry(await renewLicense(context, userId, licenseId));
  return runInOneTransaction(context.database, async (database) => {
    // A licence that is renewed already is sent again.
    let isSent = false;
    const renewedLicense = await renewLicense({ ...context, database }, userId, licenseId, (trx, newLicenseId) => {
      isSent = true;
      return sendRenewed(context, userId)(trx, newLicenseId);
    });
    if (!isSent) await sendLicense({ ...context, database }, userId, renewedLicense.licenseId);
    return pickExpiry(renewedLicense);
  });
}

const pickExpiry = ({ expiryDate }: License): RowDetails => ({ expiryDate, effect: 'renewed' });
