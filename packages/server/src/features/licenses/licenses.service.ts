import type { bulkLicenses } from '@basics/contract/bulk.ts';
import type { Body, Query } from '@basics/contract/endpoint.ts';
import type { License, licenses, LicensePreview } from '@basics/contract/licenses.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Database, Db } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { recordAction } from '#server/platform/writing.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import type { LicenseContextInput } from './license-context.ts';
import { hashVerificationCode } from './code-hash.ts';
import { changeLicenses } from './change-licenses.ts';
import { addCodeOwners } from './code-owners.ts';
import { findCurrentKey, issueWithCurrentKey } from './current-key.ts';
import { findEntitlements } from './entitlements.ts';
import { createLicenseFileName } from './license-file-name.ts';
import type { LicenseKeys } from './license-key.ts';
import { toLicense } from './license-of.ts';
import { findLicense, findLicenseByCode, findLicenseFile, findLicenses } from './licenses.repository.ts';
import type { LicenseRow } from './licenses.repository.ts';
import { requireOverrideReason } from './override.ts';
import { previewLicense } from './preview-license.ts';
import { toCodeProblem } from './refusal.ts';
import { renewLicense, renewLicenses } from './renew-license.ts';
import { reportDeclaredGone } from './report-declared-gone.ts';
import { reportMisuse } from './report-misuse.ts';
import { sendLicense } from './send-license.ts';
import { paceTrialLookUps } from './trial-pace.ts';

export type LicensesDependencies = {
  database: Database;
  clock: Clock;
  chance: (bytes: number) => Uint8Array;
  queueLetter: QueueLetter;
  /** Starts sending the e-mails that are due. */
  wake: () => void;
  /** Null: licences can be read and listed, but not issued. */
  keys: LicenseKeys | null;
};

type IssueBody = Body<typeof licenses.issue>;
type ListQuery = Query<typeof licenses.list>;

/** Licences: preview, issue, list and download. Clock, randomness and keys are parameters. */
export function licensesService({ database, clock, chance, queueLetter, wake, keys }: LicensesDependencies) {
  const db = database.kysely;
  const needs = { database, keys, chance, queueLetter, wake };
  const acting = (actor: Actor, origin: Origin) => ({ ...needs, actor, origin, now: clock() });

  return {
    async preview(actor: Actor, userId: number, body: IssueBody, origin: Origin): Promise<LicensePreview> {
      await requireInScope(db, actor, userId);
      const asked = toContextInput(actor, userId, body, clock());
      await paceTrialLookUps(db, actor, asked);
      const already = await findLicenseByCode(db, hashVerificationCode(asked.request));
      // Reported here too: the portal does not send such a code further, so staff would never learn of it.
      if (already) await checkOwner(already, { database, queueLetter, actor, asked, origin });
      const preview = await previewLicense(db, asked, (await findCurrentKey(db, keys)) !== null);
      await reportIfGone(preview.problem?.code, { database, queueLetter, actor, asked, origin });
      return addCodeOwners(db, actor, asked, preview);
    },

    /** The same code returns the same licence, for repeated and for simultaneous requests. */
    async issue(actor: Actor, userId: number, body: IssueBody, origin: Origin): Promise<License> {
      await requireInScope(db, actor, userId);
      const asked = toContextInput(actor, userId, body, clock());
      const hash = hashVerificationCode(asked.request);
      const already = await findLicenseByCode(db, hash);
      if (already) return requireOwnLicense(already, { database, queueLetter, actor, asked, origin });
      await paceTrialLookUps(db, actor, asked);
      const overrideReason = requireOverrideReason(actor, userId, body.overrideReason);
      const issuing = {
        asked,
        hash,
        actorId: actor.userId,
        requestId: origin.requestId,
        overrideReason,
        chance,
        queueLetter,
      };
      await issueWithCurrentKey(database, keys, issuing).catch(async (thrown: unknown) => {
        if (thrown instanceof Problem) await reportIfGone(thrown.code, { database, queueLetter, actor, asked, origin });
        ignoreCodeUsedByOther(thrown);
      });
      const issued = await findLicenseByCode(db, hash);
      if (!issued) throw new Error('a licence that was just issued is not there');
      return requireOwnLicense(issued, { database, queueLetter, actor, asked, origin });
    },

    entitlements: (actor: Actor, userId: number) => findEntitlements(db, actor, { userId, now: clock() }),

    list: (actor: Actor, userId: number, query: ListQuery) => listLicenses({ db, actor, now: clock() }, userId, query),

    get: (actor: Actor, userId: number, licenseId: number) =>
      readLicense({ db, actor, now: clock() }, userId, licenseId),

    renew: (actor: Actor, userId: number, licenseId: number, origin: Origin): Promise<License> =>
      renewLicense(acting(actor, origin), userId, licenseId),

    renewMany: (actor: Actor, ids: readonly number[], origin: Origin) => renewLicenses(acting(actor, origin), ids),

    changeMany: (actor: Actor, body: Body<typeof bulkLicenses.changeMany>, origin: Origin) =>
      changeLicenses(acting(actor, origin), body),

    async send(actor: Actor, userId: number, licenseId: number, origin: Origin): Promise<License> {
      const at = clock();
      await sendLicense({ database, queueLetter, wake, actor, origin, at }, userId, licenseId);
      return readLicense({ db, actor, now: at }, userId, licenseId);
    },

    download: (actor: Actor, userId: number, licenseId: number, origin: Origin) =>
      downloadLicense({ database, actor, origin, at: clock() }, userId, licenseId),
  };
}

/** The bytes that were stored when the licence was issued; each download is in the audit log. */
async function downloadLicense({ database, ...writer }: WriteContext, userId: number, licenseId: number) {
  await requireInScope(database.kysely, writer.actor, userId);
  const found = await findLicenseFile(database.kysely, userId, licenseId);
  if (!found) throw problem('RESULTS_NOT_FOUND');
  const subject = { kind: 'license', id: licenseId, personId: userId } as const;
  await database.transact((trx) => recordAction(trx, writer, { action: 'license.download', subject }));
  return {
    bytes: new TextEncoder().encode(found.licenceFile),
    name: createLicenseFileName(found),
    type: 'application/vnd.basics.licence',
  };
}

type ReadContext = { db: Db; actor: Actor; now: number };

async function listLicenses({ db, actor, now }: ReadContext, userId: number, query: ListQuery) {
  await requireInScope(db, actor, userId);
  const page = await findLicenses(db, userId, { ...query, now });
  return { ...page, items: page.items.map((row) => toLicense(row, now)) };
}

async function readLicense({ db, actor, now }: ReadContext, userId: number, licenseId: number): Promise<License> {
  await requireInScope(db, actor, userId);
  const found = await findLicense(db, userId, licenseId);
  if (!found) throw problem('RESULTS_NOT_FOUND');
  return toLicense(found, now);
}

type IssueRequest = Pick<LicensesDependencies, 'database' | 'queueLetter'> & {
  actor: Actor;
  asked: LicenseContextInput;
  origin: Origin;
};

/** Returns the licence of a code if the account owns it; otherwise staff get an e-mail. */
async function checkOwner(row: LicenseRow, { database, queueLetter, ...sending }: IssueRequest): Promise<boolean> {
  const { userId, now: at } = sending.asked;
  if (row.userId === userId) return true;
  const misuse = { row, userId, actorId: sending.actor.userId, requestId: sending.origin.requestId, at };
  await reportMisuse(database, queueLetter, misuse);
  return false;
}

/** Notifies staff of a licence request for a PC that was declared gone, unless staff sent the request. */
async function reportIfGone(
  code: string | undefined,
  { database, queueLetter, ...sending }: IssueRequest,
): Promise<void> {
  const { actor, asked, origin } = sending;
  if (code !== 'PC_DECLARED_GONE' || actor.userId !== asked.userId) return;
  await reportDeclaredGone(database, queueLetter, { asked, actorId: actor.userId, requestId: origin.requestId });
}

async function requireOwnLicense(row: LicenseRow, sending: IssueRequest): Promise<License> {
  if (await checkOwner(row, sending)) return toLicense(row, sending.asked.now);
  throw problem('CODE_USED_BY_OTHER');
}

export type LicensesService = ReturnType<typeof licensesService>;

/** Another account used the same code at the same moment: its licence now exists, and the refusal must be recorded. */
function ignoreCodeUsedByOther(thrown: unknown): void {
  if (!(thrown instanceof Problem && thrown.code === 'CODE_USED_BY_OTHER')) throw thrown;
}

function toContextInput(actor: Actor, userId: number, body: IssueBody, now: number): LicenseContextInput {
  const reading = readVerificationCode(body.verificationCode, nodePrimitives);
  if (!reading.ok) throw toCodeProblem(reading.refusal);
  const overridden = requireOverrideReason(actor, userId, body.overrideReason) !== null;
  const { tool, brand, bridge } = body;
  return { userId, request: reading.value, tool, brand, overridden, bridge, now };
}
