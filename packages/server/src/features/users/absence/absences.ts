import type { AbsenceReply, absenceCalls } from '@basics/contract/users/absences.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { lockUser } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { days, toIsoTime, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { findSentId } from '#server/platform/writing.ts';
import {
  deleteAbsence,
  deleteAbsencesOf,
  findAbsence,
  findPossibleDeputies,
  isAbsentBetween,
  lockSalesmanAndDeputy,
  storeAbsence,
  findCustomersOfAbsentSalesmen,
  findDeputies,
} from './absences.repository.ts';
import { recordUserChange, formatName, type UserChange, type UserChangeContext } from '../user.ts';
import { isInScope, requireInScope } from '../scope.repository.ts';
import { findUser, readUser } from '../users.repository.ts';

/**
 * Reads the current or future absence of a salesman in the actor's scope, and the possible deputies. Throws
 * USER_NOT_FOUND.
 */
export async function readAbsence(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  userId: number,
): Promise<AbsenceReply> {
  await requireInScope(db, actor, userId);
  if (!(await isActiveSalesman(db, userId))) return { absence: null, deputies: [] };
  const row = await findAbsence(db, userId, at);
  const deputies = await findPossibleDeputies(db, userId);
  return {
    absence: row
      ? {
          deputy: { userId: row.deputyId, name: formatName(row) },
          from: row.firstDay,
          until: row.lastDay,
          namedAt: toIsoTime(row.namedAt),
        }
      : null,
    deputies: deputies.map((deputy) => ({ userId: deputy.id, name: formatName(deputy) })),
  };
}

type AbsenceContext = UserChangeContext & Pick<CallContext, 'db'>;
type AbsenceInput = Body<typeof absenceCalls.setAbsence> & { userId: number };

/**
 * The last day of an absence is at most this number of days from today. A salesman who is away for longer hands over
 * the territory.
 */
const maxDaysUntilEnd = 366;

/**
 * Sets the deputy of a salesman in the actor's scope. A salesman can set only their own deputy, and an administrator
 * the deputy of any salesman. A new absence replaces the previous absence of the salesman. Throws USER_NOT_FOUND, also
 * for a user who is not an active salesman. Throws STALE if the client sends `namedAt` and the stored absence has another one (null if there
 * is no absence). Throws INVALID for a deputy who is not another active member of staff or is absent on one of the days,
 * and for days that are over, in the wrong order or too far in the future. Returns the absence after the change.
 */
export async function setAbsence(
  context: AbsenceContext,
  { userId, from, until, namedAt, ...sentDeputy }: AbsenceInput,
): Promise<AbsenceReply> {
  const { actor, at } = context;
  const deputyId = findSentId({ deputyId: sentDeputy.deputyId, deputy: sentDeputy.deputy });
  if (deputyId === undefined) throw invalid({ deputyId: fieldMessages.deputy });
  await context.database.transact(async (trx) => {
    await requireInScope(trx, actor, userId);
    await lockSalesmanAndDeputy(trx, userId, deputyId);
    if (!(await isActiveSalesman(trx, userId))) throw problem('USER_NOT_FOUND');
    const absenceBefore = await findAbsence(trx, userId, at);
    if (namedAt !== undefined && namedAt !== (absenceBefore ? toIsoTime(absenceBefore.namedAt) : null))
      throw problem('STALE');
    const [deputy] = await findPossibleDeputies(trx, userId, deputyId);
    if (!deputy) throw invalid({ deputyId: fieldMessages.notAllowed });
    if (until < from || until < toUtcDay(at) || until > toUtcDay(at + days(maxDaysUntilEnd)))
      throw invalid({ until: fieldMessages.notAllowed });
    if (await isAbsentBetween(trx, deputyId, { from, until })) throw invalid({ deputyId: fieldMessages.notAllowed });
    await storeAbsence(trx, {
      salesmanId: userId,
      deputyId,
      firstDay: from,
      lastDay: until,
      namedBy: actor.userId,
      namedAt: at,
    });
    await recordUserChange(trx, context, {
      action: 'user.setAbsence',
      userId,
      ...(absenceBefore && { before: toAuditValues(absenceBefore) }),
      after: { deputyId, from, until },
    });
    if (absenceBefore && absenceBefore.deputyId !== deputyId)
      await queueNotices(trx, context, { ...absenceBefore, salesmanId: userId, change: 'ended', to: ['deputy'] });
    await queueNotices(trx, context, {
      salesmanId: userId,
      deputyId,
      firstDay: from,
      lastDay: until,
      change: 'named',
      to: salesmanAndDeputy,
    });
  });
  return readAbsence(context, userId);
}

/**
 * Ends the absence of a salesman at once. The actor must be the deputy, or have the salesman in their scope. Throws USER_NOT_FOUND or
 * RESULTS_NOT_FOUND. Returns that there is no absence, and the possible deputies.
 */
export async function endAbsence(context: AbsenceContext, userId: number): Promise<AbsenceReply> {
  const { db, actor, at } = context;
  await context.database.transact(async (trx) => {
    await lockUser(trx, userId);
    const absenceBefore = await findAbsence(trx, userId, at);
    if (absenceBefore?.deputyId !== actor.userId) await requireInScope(trx, actor, userId);
    if (!absenceBefore) throw problem('RESULTS_NOT_FOUND');
    await deleteAbsence(trx, userId);
    await recordUserChange(trx, context, { action: 'user.endAbsence', userId, before: toAuditValues(absenceBefore) });
    await queueNotices(trx, context, { ...absenceBefore, salesmanId: userId, change: 'ended', to: salesmanAndDeputy });
  });
  // A salesman who was the deputy can no longer see the account of the absent salesman after the absence.
  return (await isInScope(db, actor, userId)) ? readAbsence(context, userId) : { absence: null, deputies: [] };
}

type AbsenceNotice = {
  salesmanId: number;
  deputyId: number;
  firstDay: string;
  lastDay: string;
  change: 'named' | 'ended';
  to: readonly ('salesman' | 'deputy')[];
};

const salesmanAndDeputy: AbsenceNotice['to'] = ['salesman', 'deputy'];

/** Queues the e-mails that tell the salesman or the deputy of a change of an absence. */
async function queueNotices(trx: Trx, { queueLetter }: UserChangeContext, notice: AbsenceNotice): Promise<void> {
  const { change, firstDay: from, lastDay: until } = notice;
  const people = { salesman: await readUser(trx, notice.salesmanId), deputy: await readUser(trx, notice.deputyId) };
  const salesman = { userId: people.salesman.id, name: formatName(people.salesman) };
  const deputy = { userId: people.deputy.id, name: formatName(people.deputy) };
  for (const role of notice.to) {
    const { id: userId, login, brandId, firstName } = people[role];
    const recipient = { to: login, userId, brandId, firstName };
    // oxlint-disable-next-line no-await-in-loop -- a transaction runs one statement at a time anyway
    await queueLetter(trx, { kind: 'absenceChanged', ...recipient, change, salesman, deputy, from, until });
  }
}

/**
 * Deletes the absences in which a user is the salesman or the deputy, and returns the changes to record in the audit
 * log, one for each current or future absence.
 */
export async function endAbsencesOf(trx: Trx, userId: number, at: number): Promise<UserChange[]> {
  const rows = await deleteAbsencesOf(trx, userId);
  return rows
    .filter(({ lastDay }) => lastDay >= toUtcDay(at))
    .map((row) => ({ action: 'user.endAbsence', userId: row.salesmanId, before: toAuditValues(row) }));
}

async function isActiveSalesman(db: Db, userId: number): Promise<boolean> {
  const user = await findUser(db, userId);
  return user?.status === 'active' && findRole(user.profileId) === 'Salesman';
}

const toAuditValues = (row: { deputyId: number; firstDay: string; lastDay: string }) => ({
  deputyId: row.deputyId,
  from: row.firstDay,
  until: row.lastDay,
});

/** A member of staff who gets an e-mail. */
type StaffMember = { id: number; firstName: string; lastName: string; login: string; brandId: string | null };

/** `deputyFor` is the absent salesman to whom the e-mail would have been sent, with the last day of the absence. */
export type StaffRecipient = StaffMember & { deputyFor?: { userId: number; name: string; until: string } };

type Replacement = {
  now: number;
  /** The ids of the people that the e-mail is about. They do not get the e-mail as a deputy. */
  except: readonly number[];
};

/**
 * Replaces absent salesmen by their deputies. Each person is listed once, so a deputy who is also a recipient of their
 * own gets one e-mail.
 */
export async function replaceAbsentSalesmen(
  db: Db,
  people: readonly StaffMember[],
  { now, except }: Replacement,
): Promise<StaffRecipient[]> {
  const deputies = await findDeputies(
    db,
    people.map(({ id }) => id),
    now,
  );
  const recipients = new Map<number, StaffRecipient>();
  for (const person of people) {
    const deputy = deputies.find(({ id, salesmanId }) => salesmanId === person.id && !except.includes(id));
    const recipient = deputy ? toDeputyRecipient(deputy) : person;
    const isKnown = recipients.has(recipient.id);
    if (!isKnown || !deputy) recipients.set(recipient.id, recipient);
  }
  return [...recipients.values()];
}

type DeputyRow = Awaited<ReturnType<typeof findDeputies>>[number];

/** Converts the deputy of an absence to the recipient of an e-mail. */
export const toDeputyRecipient = (row: DeputyRow): StaffRecipient => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  login: row.login,
  brandId: row.brandId,
  deputyFor: {
    userId: row.salesmanId,
    name: formatName({ firstName: row.absentFirstName, lastName: row.absentLastName, login: row.absentLogin }),
    until: row.lastDay,
  },
});

/** Returns the fields of an e-mail that name its recipient. */
export const toLetterRecipient = ({ id, login, brandId, firstName, deputyFor }: Omit<StaffRecipient, 'lastName'>) => ({
  to: login,
  userId: id,
  brandId,
  firstName,
  ...(deputyFor && { deputyFor }),
});

/**
 * Finds the name of the absent salesman for each of the given users whom the account `deputyId` sees only as a deputy.
 */
export async function findAbsentSalesmanNames(
  db: Db,
  { deputyId, userIds, now }: { deputyId: number; userIds: readonly number[]; now: number },
): Promise<Map<number, string>> {
  const rows = await findCustomersOfAbsentSalesmen(db, { deputyIds: [deputyId], userIds, now });
  return new Map(rows.filter(({ isOwn }) => isOwn === 0).map((row) => [row.userId, formatName(row)]));
}
