import { limits } from '@basics/contract/calls/limits.ts';
import type { Trx } from '#server/database/foundation.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import { replaceAbsentSalesmen, toLetterRecipient } from '#server/features/users/absence/absences.ts';
import type { StaffRecipient } from '#server/features/users/absence/absences.ts';
import { isInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit, recordAction } from '#server/platform/audit/audit.ts';
import { days, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { claimFirstCallOfDay, deleteAttempts } from '#server/platform/security/throttle.repository.ts';
import { gatherLicenseContext } from '../issue/license-context.ts';
import type { LicenseContext, LicenseContextInput, Owner } from '../issue/license-context.ts';
import { countPartChanges, planLicense } from '../license.ts';
import { findOwner, findStaff, type LicenseRow } from '../licenses.repository.ts';
import {
  claimPartChangeNotice,
  findLostMachines,
  findPartHistory,
  markLostMachineSeen,
} from './machine-parts.repository.ts';
import type { LostMachineRow } from './machine-parts.repository.ts';

type ReportContext = Pick<CallContext, 'database' | 'queueLetter' | 'actor' | 'origin' | 'at'>;

/** `row`: the licence that the code created. `userId`: the account for which the code was sent. */
type Misuse = { row: LicenseRow; userId: number };

/** Records in the audit log that a code of one account was sent by another account, and notifies staff. */
export async function reportMisuse(context: ReportContext, misuse: Misuse): Promise<void> {
  const { database, queueLetter, at } = context;
  const { row, userId } = misuse;
  // Repeated attempts are limited: the audit log gets each code of an account once a day, and staff get one e-mail about it a day.
  if (!(await claimFirstCallOfDay(database, `misuse:${row.id}:${userId}`, at))) return;
  const isFirstOfSender = await claimFirstCallOfDay(database, `misuse letter:${userId}`, at);
  await database.transact(async (trx) => {
    if (isFirstOfSender)
      for (const letter of await createMisuseLetters(trx, misuse, at)) await queueLetter(trx, letter);
    await recordAction(trx, context, {
      action: 'license.refuse',
      subject: { kind: 'license', id: row.id, personId: row.userId },
      after: { code: 'CODE_USED_BY_OTHER', userId },
    });
  });
}

async function createMisuseLetters(trx: Trx, { row, userId }: Misuse, now: number) {
  const owner = await findOwner(trx, row.userId);
  const sendingUser = await findOwner(trx, userId);
  if (!owner || !sendingUser) return [];
  const isOwnerDeleted = owner.status === 'deleted';
  const letterFacts = {
    machineName: isOwnerDeleted ? '' : row.machineName,
    owner: { userId: owner.id, name: isOwnerDeleted ? 'an account that was deleted' : owner.login },
    other: { userId: sendingUser.id, name: sendingUser.login },
  };
  return (await findStaffForAll(trx, [owner.id, sendingUser.id], now)).map((recipient) => ({
    kind: 'codeUsedByOther' as const,
    ...toLetterRecipient(recipient),
    ...letterFacts,
  }));
}

/** Records in the audit log that a licence was requested for a PC that was declared gone, and notifies staff: once a day for each PC. */
export async function reportDeclaredGone(context: ReportContext, input: LicenseContextInput): Promise<void> {
  const { database, queueLetter, at } = context;
  const { owner, tool, situation } = await gatherLicenseContext(database.kysely, input);
  const { machine } = planLicense(situation);
  const declaration = machine?.declaredGone;
  if (!machine || !declaration) return;
  if (!(await claimFirstCallOfDay(database, `gone:${machine.machineId}`, at))) return;
  await database.transact(async (trx) => {
    for (const to of await findCaretakersOfOwner(trx, owner, at))
      await queueLetter(trx, {
        kind: 'pcDeclaredGone',
        ...to,
        customer: toLetterCustomer(owner),
        machineName: input.request.claims.machineName,
        tool: tool.name,
        goneAt: declaration.at,
        goneBy: declaration.by,
      });
    await recordAction(trx, context, {
      action: 'license.refuse',
      subject: { kind: 'machine', id: machine.machineId, personId: input.userId },
      after: { code: 'PC_DECLARED_GONE', userId: input.userId },
    });
  });
}

/** `requestId` is null for a command, which runs without a request. */
type SentCode = { input: Pick<LicenseContextInput, 'userId' | 'request' | 'now'>; requestId: string | null };

/**
 * Notifies staff of a code whose PC is on the watch list, and records the code in the audit log: once a day for each PC and account. The
 * sender gets the usual answer, so that the sender does not learn that the PC is watched.
 */
export async function reportLostSeen(
  { database, queueLetter }: Pick<CallContext, 'database' | 'queueLetter'>,
  sentCode: SentCode,
): Promise<void> {
  const { userId, now, request } = sentCode.input;
  for (const machine of await findLostMachines(database.kysely, request.claims.fingerprint)) {
    const key = `lost:${machine.id}:${machine.reportedAt}:${userId}`;
    // oxlint-disable-next-line no-await-in-loop -- a PC is on the list for one or two tools
    if (!(await claimFirstCallOfDay(database, key, now))) continue;
    try {
      // oxlint-disable-next-line no-await-in-loop -- SQLite runs one transaction at a time anyway
      await database.transact((trx) => recordSighting(trx, queueLetter, { machine, ...sentCode }));
    } catch (error) {
      // If the e-mail cannot be queued, the next code of this PC notifies staff.
      // oxlint-disable-next-line no-await-in-loop -- this ends the loop
      await deleteAttempts(database.kysely, [key]);
      throw error;
    }
  }
}

async function recordSighting(
  trx: Trx,
  queueLetter: QueueLetter,
  { machine, input, requestId }: SentCode & { machine: LostMachineRow },
): Promise<void> {
  const { userId, now: at } = input;
  await markLostMachineSeen(trx, machine.id, { at, userId });
  const owner = await findOwner(trx, machine.userId);
  const sender = await findOwner(trx, userId);
  if (owner && sender)
    for (const recipient of await findStaffForAll(trx, [...new Set([owner.id, sender.id])], at))
      await queueLetter(trx, {
        kind: 'lostPcSeen',
        ...toLetterRecipient(recipient),
        machineName: machine.name,
        reportedAt: machine.reportedAt,
        owner: { userId: owner.id, name: owner.login },
        sender: { userId: sender.id, name: sender.login },
      });
  const auditSubject = { kind: 'machine', id: machine.id, personId: machine.userId } as const;
  // The audit entry names the sender neither as actor nor as value, because sender and owner can export the entries of the audit log about
  // themselves.
  await recordAudit(trx, { at, actorId: null, requestId, action: 'machine.lostSeen', subject: auditSubject });
}

/**
 * Returns the salesmen who have all the given users in their own scope, else the administrators, because the e-mail names all these users.
 * Deputies replace absent salesmen.
 */
async function findStaffForAll(trx: Trx, userIds: readonly number[], now: number): Promise<StaffRecipient[]> {
  const staff = await findStaff(trx);
  const salesmenOfAllUsers = [];
  for (const salesman of staff.filter(({ profileId: profile }) => profile === 2)) {
    const viewer = { userId: salesman.id, profileID: salesman.profileId };
    // Sequential: a transaction has only one connection.
    // oxlint-disable-next-line no-await-in-loop -- a transaction runs one statement at a time anyway
    if (await isEachInScope(trx, viewer, userIds)) salesmenOfAllUsers.push(salesman);
  }
  return salesmenOfAllUsers.length > 0
    ? replaceAbsentSalesmen(trx, salesmenOfAllUsers, { now, except: userIds })
    : staff.filter(({ profileId: profile }) => profile === 1);
}

async function isEachInScope(
  trx: Trx,
  viewer: Parameters<typeof isInScope>[1],
  userIds: readonly number[],
): Promise<boolean> {
  for (const userId of userIds)
    // oxlint-disable-next-line no-await-in-loop -- a transaction runs one statement at a time anyway
    if (viewer.userId === userId || !(await isInScope(trx, viewer, userId))) return false;
  return true;
}

type ChangedMachine = { licenseContext: LicenseContext; machineId: number; machineName: string; now: number };

/** Notifies staff, at most once a week, of a PC whose parts changed at least 3 times in 30 days. */
export async function reportPartChange(
  trx: Trx,
  queueLetter: QueueLetter,
  changedMachine: ChangedMachine,
): Promise<void> {
  const { licenseContext, machineId, machineName, now } = changedMachine;
  const { owner, tool } = licenseContext;
  const parts = await findPartHistory(trx, machineId);
  const counts = countPartChanges(
    parts.map(({ at }) => at),
    now,
  );
  if (counts.month < limits.licence.drift.changes) return;
  if (
    !(await claimPartChangeNotice(trx, machineId, {
      at: now,
      notNotifiedSince: now - days(limits.licence.drift.reportedOnceInDays),
    }))
  )
    return;
  for (const to of await findCaretakersOfOwner(trx, owner, now))
    await queueLetter(trx, {
      kind: 'partsChange',
      ...to,
      customer: toLetterCustomer(owner),
      machineName,
      tool: tool.name,
      ...counts,
    });
}

type IssuedBridge = { licenseContext: LicenseContext; machineName: string; expiresAt: number; now: number };

/** Notifies the customer's salesmen, else the administrators, by e-mail that a bridge licence (of a few days) was issued. */
export async function reportBridge(
  trx: Trx,
  queueLetter: QueueLetter,
  { licenseContext: { owner, tool }, machineName, expiresAt, now }: IssuedBridge,
): Promise<void> {
  for (const to of await findCaretakersOfOwner(trx, owner, now))
    await queueLetter(trx, {
      kind: 'bridgeIssued',
      ...to,
      customer: toLetterCustomer(owner),
      machineName,
      tool: tool.name,
      expiryDate: toUtcDay(expiresAt),
    });
}

/** Returns the recipients of an e-mail about a customer: the customer's salesmen, else the administrators, but never the customer. */
async function findCaretakersOfOwner(trx: Trx, owner: Owner, now: number) {
  const { people } = await findCaretakers(trx, owner, now);
  return people.map(toLetterRecipient);
}

/** Returns the data about the customer that an e-mail to staff contains. */
const toLetterCustomer = ({ id, firstName, lastName, login, company }: Owner) => ({
  userId: id,
  name: `${firstName} ${lastName}`.trim() || login,
  login,
  company,
});
