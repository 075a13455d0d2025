import type { bulkLicenses } from '@basics/contract/bulk.ts';
import type { Body, Query, Reply } from '@basics/contract/endpoint.ts';
import type { License, licenses, LicensePreview } from '@basics/contract/licenses.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Database, Db, Trx } from '#server/database/database.ts';
import { toUndoFields, undoMs } from '#server/platform/undo/record-undo.ts';
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
import { findCurrentKey, transactWithCurrentKey } from './current-key.ts';
import { findEntitlements } from './entitlements.ts';
import { issueLicense } from './issue-license.ts';
import type { IssueContext } from './issue-license.ts';
import { createLicenseFileName } from './license-file-name.ts';
import type { LicenseKeys } from './license-key.ts';
import { toLicense } from './license-of.ts';
import {
  findLicense,
  findLicenseByCode,
  findLicenseFile,
  findLicenses,
  storeInstalledAt,
} from './licenses.repository.ts';
import type { LicenseRow } from './licenses.repository.ts';
import { requireOverrideReason } from './override.ts';
import { previewLicense } from './preview-license.ts';
import { toCodeProblem } from './refusal.ts';
import { createRenewalCalls } from './renewals/renewal-calls.ts';
import { renewAndSend, renewLicenses } from './renew-license.ts';
import { reportDeclaredGone } from './report-declared-gone.ts';
import { reportLostSeen } from './report-lost-seen.ts';
import { reportMisuse } from './report-misuse.ts';
import { sendLicense } from './send-license.ts';
import { limitTrialLookUps } from './trial-pace.ts';

export type LicensesDependencies = {
  database: Database;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
  queueLetter: QueueLetter;
  /** Starts sending the e-mails that are due. */
  wake: () => void;
  /** The keys that sign licences; null if the portal has no keys: then licences can be read and listed, but not issued. */
  keys: LicenseKeys | null;
};

type IssueBody = Body<typeof licenses.issue>;
type ListQuery = Query<typeof licenses.list>;

/** Previews, issues, lists and downloads licences. The clock, the randomness and the keys are parameters. */
export function licensesService({ database, clock, randomBytes, queueLetter, wake, keys }: LicensesDependencies) {
  const db = database.kysely;
  const dependencies = { database, keys, randomBytes, queueLetter, wake };

  return {
    ...createRenewalCalls(dependencies, clock),

    async preview(actor: Actor, userId: number, body: IssueBody, origin: Origin): Promise<LicensePreview> {
      const input = await readCode({ database, queueLetter, now: clock() }, { actor, userId, body, origin });
      await limitTrialLookUps(db, actor, input);
      const existingLicense = await findLicenseByCode(db, hashVerificationCode(input.request));
      // Staff are notified already at the preview. If the licence belongs to another account, the page does not send the call that issues a
      // licence, so no later call would notify staff.
      if (existingLicense) await checkOwner(existingLicense, { database, queueLetter, actor, input, origin });
      const preview = await previewLicense(db, input, (await findCurrentKey(db, keys)) !== null);
      await reportIfDeclaredGone(preview.problem?.code, { database, queueLetter, actor, input, origin });
      return addCodeOwners(db, actor, input, preview);
    },

    /**
     * A code always gets the same licence, for repeated and for simultaneous requests. `decision` runs in the transaction that issues the
     * licence, so that both are stored or none.
     */
    async issue(
      actor: Actor,
      userId: number,
      { body, origin, decision }: { body: IssueBody; origin: Origin; decision?: IssueDecision },
    ): Promise<License> {
      const input = await readCode({ database, queueLetter, now: clock() }, { actor, userId, body, origin });
      const codeHash = hashVerificationCode(input.request);
      const existingLicense = await findLicenseByCode(db, codeHash);
      if (existingLicense) {
        const license = await requireOwnLicense(existingLicense, { database, queueLetter, actor, input, origin });
        if (decision)
          await database.transact((trx) => decideAbout(trx, decision, { row: existingLicense, now: input.now }));
        return license;
      }
      await limitTrialLookUps(db, actor, input);
      const overrideReason = requireOverrideReason(actor, userId, body.overrideReason);
      const { requestId } = origin;
      const issuer = { actorId: actor.userId, requestId, overrideReason, randomBytes, queueLetter };
      const issueInput = { input, codeHash, ...issuer };
      const request = { database, queueLetter, actor, input, origin };
      await issueAndDecide(database, keys, { issueInput, decision }).catch(async (thrown: unknown) => {
        if (thrown instanceof Problem) await reportIfDeclaredGone(thrown.code, request);
        ignoreCodeUsedByOther(thrown);
      });
      const issuedLicense = await findLicenseByCode(db, codeHash);
      if (!issuedLicense) throw new Error('a licence that was just issued was not found');
      return requireOwnLicense(issuedLicense, { database, queueLetter, actor, input, origin });
    },

    entitlements: (actor: Actor, userId: number) => findEntitlements(db, actor, { userId, now: clock() }),

    list: (actor: Actor, userId: number, query: ListQuery) => listLicenses({ db, actor, now: clock() }, userId, query),

    get: (actor: Actor, userId: number, licenseId: number) =>
      readLicense({ db, actor, now: clock() }, userId, licenseId),

    ...createRenewCalls(dependencies, clock),

    setInstalled: (actor: Actor, tick: InstalledTick, origin: Origin) =>
      setInstalled({ database, actor, origin, at: clock() }, tick),

    send: (actor: Actor, userId: number, licenseId: number, origin: Origin) =>
      sendAndRead({ ...dependencies, actor, origin, now: clock() }, userId, licenseId),

    download: (actor: Actor, userId: number, licenseId: number, origin: Origin) =>
      downloadLicense({ database, actor, origin, at: clock() }, userId, licenseId),
  };
}

async function sendAndRead(
  { now, ...context }: Omit<LicensesDependencies, 'clock'> & { actor: Actor; origin: Origin; now: number },
  userId: number,
  licenseId: number,
): Promise<License> {
  await sendLicense({ ...context, at: now }, userId, licenseId);
  return readLicense({ db: context.database.kysely, actor: context.actor, now }, userId, licenseId);
}

type InstalledTick = { id: number; licenseId: number; isInstalled: boolean };

/** Stores whether a valid licence is installed on its PC. A repeated call changes nothing. */
async function setInstalled(
  { database, ...writer }: WriteContext,
  { id: userId, licenseId, isInstalled }: InstalledTick,
): Promise<License> {
  const readContext = { actor: writer.actor, now: writer.at };
  const license = await readLicense({ db: database.kysely, ...readContext }, userId, licenseId);
  if (license.status !== 'Active') throw problem('LICENSE_ENDED');
  return database.transact(async (trx) => {
    if (await storeInstalledAt(trx, licenseId, isInstalled ? writer.at : null))
      await recordAction(trx, writer, {
        action: 'license.confirmInstalled',
        subject: { kind: 'license', id: licenseId, personId: userId },
        after: { isInstalled },
      });
    return readLicense({ db: trx, ...readContext }, userId, licenseId);
  });
}

/** A decision that leads to a licence: `claim` writes it before the licence is issued, and `complete` adds the licence to it. */
export type IssueDecision = {
  claim: (trx: Trx) => Promise<void>;
  complete: (trx: Trx, licenseId: number) => Promise<void>;
};

type DecidedIssue = { issueInput: Omit<IssueContext, 'key'>; decision: IssueDecision | undefined };

/** Issues a licence in one transaction with the decision that leads to it. Throws CODE_USED_BY_OTHER. */
const issueAndDecide = (
  database: Database,
  keys: LicenseKeys | null,
  { issueInput, decision }: DecidedIssue,
): Promise<void> =>
  transactWithCurrentKey(database, keys, async (trx, key) => {
    await decision?.claim(trx);
    await issueLicense(trx, { ...issueInput, key });
    if (!decision) return;
    const row = await findLicenseByCode(trx, issueInput.codeHash);
    if (row?.userId !== issueInput.input.userId) throw problem('CODE_USED_BY_OTHER');
    await decision.complete(trx, row.id);
  });

/** Decides about a licence that the code got before. Throws LICENSE_ENDED if it is no longer valid. */
async function decideAbout(
  trx: Trx,
  decision: IssueDecision,
  { row, now }: { row: LicenseRow; now: number },
): Promise<void> {
  await decision.claim(trx);
  if (toLicense(row, now).status !== 'Active') throw problem('LICENSE_ENDED');
  await decision.complete(trx, row.id);
}

/** Creates the functions of the API that renew licences, which staff can undo for a short time. */
function createRenewCalls(dependencies: Omit<LicensesDependencies, 'clock'>, clock: Clock) {
  const createUndoable = (actor: Actor, origin: Origin, waitMs: number) => {
    const now = clock();
    return { ...dependencies, actor, origin, now, undoUntil: now + waitMs };
  };

  return {
    async renew(
      actor: Actor,
      userId: number,
      licenseId: number,
      origin: Origin,
    ): Promise<Reply<typeof licenses.renew>> {
      const context = createUndoable(actor, origin, undoMs.one);
      const license = await renewAndSend(context, userId, licenseId);
      const isNew = license.issuedAt === new Date(context.now).toISOString();
      return { ...license, ...(isNew && actor.userId !== userId && toUndoFields(context)) };
    },

    renewMany: (actor: Actor, ids: readonly number[], origin: Origin) =>
      renewLicenses(createUndoable(actor, origin, undoMs.mass), ids),

    changeMany: (actor: Actor, body: Body<typeof bulkLicenses.changeMany>, origin: Origin) =>
      changeLicenses(createUndoable(actor, origin, body.ids.length === 1 ? undoMs.one : undoMs.mass), body),
  };
}

/** Returns the bytes that were stored when the licence was issued, and writes the download to the audit log. */
async function downloadLicense({ database, ...writer }: WriteContext, userId: number, licenseId: number) {
  await requireInScope(database.kysely, writer.actor, userId);
  const row = await findLicenseFile(database.kysely, userId, licenseId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  const auditSubject = { kind: 'license', id: licenseId, personId: userId } as const;
  await database.transact((trx) => recordAction(trx, writer, { action: 'license.download', subject: auditSubject }));
  return {
    bytes: new TextEncoder().encode(row.licenceFile),
    name: createLicenseFileName(row),
    type: 'application/vnd.basics.licence',
  };
}

type CodeContext = Pick<LicensesDependencies, 'database' | 'queueLetter'> & { now: number };
type SentCode = { actor: Actor; userId: number; body: IssueBody; origin: Origin };

/** Reads the code, and notifies staff if its PC was reported lost. Throws USER_NOT_FOUND or the refusal of an unreadable code. */
async function readCode({ database, queueLetter, now }: CodeContext, { actor, userId, body, origin }: SentCode) {
  await requireInScope(database.kysely, actor, userId);
  const input = toContextInput(actor, userId, body, now);
  await reportLostSeen(database, queueLetter, { input, requestId: origin.requestId });
  return input;
}

type ReadContext = { db: Db; actor: Actor; now: number };

async function listLicenses({ db, actor, now }: ReadContext, userId: number, query: ListQuery) {
  await requireInScope(db, actor, userId);
  const page = await findLicenses(db, userId, { ...query, now });
  return { ...page, items: page.items.map((row) => toLicense(row, now)) };
}

async function readLicense({ db, actor, now }: ReadContext, userId: number, licenseId: number): Promise<License> {
  await requireInScope(db, actor, userId);
  const row = await findLicense(db, userId, licenseId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toLicense(row, now);
}

type IssueRequest = Pick<LicensesDependencies, 'database' | 'queueLetter'> & {
  actor: Actor;
  input: LicenseContextInput;
  origin: Origin;
};

/** Returns whether the account owns the licence of the code. If another account owns the licence, staff are notified by e-mail. */
async function checkOwner(row: LicenseRow, { database, queueLetter, ...request }: IssueRequest): Promise<boolean> {
  const { userId, now: at } = request.input;
  if (row.userId === userId) return true;
  const misuse = { row, userId, actorId: request.actor.userId, requestId: request.origin.requestId, at };
  await reportMisuse(database, queueLetter, misuse);
  return false;
}

/** Notifies staff if a customer requests a licence for a PC that was declared gone. */
async function reportIfDeclaredGone(
  code: string | undefined,
  { database, queueLetter, ...request }: IssueRequest,
): Promise<void> {
  const { actor, input, origin } = request;
  if (code !== 'PC_DECLARED_GONE' || actor.userId !== input.userId) return;
  await reportDeclaredGone(database, queueLetter, { input, actorId: actor.userId, requestId: origin.requestId });
}

async function requireOwnLicense(row: LicenseRow, request: IssueRequest): Promise<License> {
  if (await checkOwner(row, request)) return toLicense(row, request.input.now);
  throw problem('CODE_USED_BY_OTHER');
}

export type LicensesService = ReturnType<typeof licensesService>;

/**
 * Ignores the error that another account used the same code at the same time: the caller then finds the licence of that account, refuses this
 * request and records the refusal.
 */
function ignoreCodeUsedByOther(thrown: unknown): void {
  if (!(thrown instanceof Problem && thrown.code === 'CODE_USED_BY_OTHER')) throw thrown;
}

function toContextInput(actor: Actor, userId: number, body: IssueBody, now: number): LicenseContextInput {
  const readResult = readVerificationCode(body.verificationCode, nodePrimitives);
  if (!readResult.ok) throw toCodeProblem(readResult.refusal);
  const isOverridden = requireOverrideReason(actor, userId, body.overrideReason) !== null;
  const { tool, brand, bridge } = body;
  return { userId, request: readResult.value, tool, brand, isOverridden, requestsBridge: bridge, now };
}
