import type { Query, Reply } from '@basics/contract/calls/endpoint.ts';
import type { RenewalWeeks, renewals } from '@basics/contract/licenses/renewals.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { days, toUtcDay, startOfDay } from '#server/platform/clock/clock.ts';
import type { CallContext, Actor } from '#server/platform/http/call-context.ts';
import {
  countExpiringLicensesByWeek,
  countRenewalStates,
  countRenewalResults,
  findLicensesExpiringInSpan,
  findLatestReminders,
  findOwnerId,
  findLicensesOfCompany,
  findMailRecipient,
} from './renewals.repository.ts';
import type { BulkResult } from '@basics/contract/calls/bulk.ts';
import { lockUser } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { requireInScope, type Viewer } from '#server/features/users/scope.repository.ts';
import { countTouched } from '#server/features/users/users.repository.ts';
import { recordAudits, createAuditEntry } from '#server/platform/audit/audit.ts';
import { runBulk, toPreviewFields } from '#server/platform/bulk.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { IssueContext } from '../issue/issue-license.ts';
import { findLicenseStatus } from '../license.ts';
import { createInactiveProblem } from '../issue/refusal.ts';
import { renewLicense } from './renew-license.ts';
import { sendRateLimit, toLicenseLetterFields } from '../contacts/send-license.ts';
import { lockLicenseToSend } from '../licenses.repository.ts';
import type { MailRecipient } from './renewals.repository.ts';

/** The weeks that the page of renewals shows: this week with the next ones, and the past ones. */
const weekCount = 8;
const pastWeeks = 4;
/** How many days the list of customers covers if no week is chosen. */
const listedDays = 30;
const monthsShown = 12;
const resultDays = 30;
const remindedDays = 60;

/** `pageSize`: the maximum number of licences in a reply. */
type RenewalWeeksQuery = Query<typeof renewals.renewalWeeks> & { pageSize?: number };
type ViewContext = Pick<CallContext, 'db' | 'at'> & { actor: Viewer };

/**
 * Finds the licences that expire in the next 8 weeks by week and customer, and the results of the last 30 days by salesman, within the
 * actor's scope. `from` is the first day of the seven days whose customers are listed; without a day that the page shows, the next 30 days are listed. `after` is
 * the position of the last licence of the previous page.
 */
export async function findRenewalWeeks(
  { db, actor: viewer, at: now }: ViewContext,
  { from, after, pageSize = 200 }: RenewalWeeksQuery,
): Promise<RenewalWeeks> {
  const readDb = dbForLongReads(db);
  const firstWeekStart = startOfDay(now);
  const weekStarts = Array.from({ length: weekCount }, (_, index) => firstWeekStart + days(7 * index));
  const weekCounts = await countExpiringLicensesByWeek(readDb, viewer, {
    start: firstWeekStart,
    from: now,
    until: firstWeekStart + days(7 * weekCount) - 1,
  });
  const chosenWeekStart = findWeekStart(from, firstWeekStart);
  const listStart = chosenWeekStart ?? firstWeekStart;
  const listEnd = listStart + days(chosenWeekStart === undefined ? listedDays : 7);
  // In days that begin today, the licences that have already expired are not listed.
  const span = { from: listStart === firstWeekStart ? now : listStart - 1, until: listEnd - 1 };
  const rows = await findLicensesExpiringInSpan(readDb, viewer, {
    ...span,
    after: readPosition(after),
    limit: pageSize + 1,
  });
  const pageRows = rows.slice(0, pageSize);
  const lastRow = rows.length > pageSize ? pageRows.at(-1) : undefined;
  const reminders = await findLatestReminders(readDb, {
    userIds: [...new Set(pageRows.map(({ userId }) => userId))],
    licenseIds: pageRows.map(({ id }) => id),
    since: now - days(remindedDays),
  });
  const results = await countRenewalResults(readDb, viewer, { from: now - days(resultDays), until: now });
  return {
    weeks: weekStarts.map((at, index) => {
      const { licenses = 0, customers = 0 } = weekCounts.find(({ week }) => week === index) ?? {};
      return {
        from: toUtcDay(at),
        to: toUtcDay(at + days(6)),
        licenses,
        customers,
      };
    }),
    week: { from: toUtcDay(listStart), to: toUtcDay(listEnd - 1) },
    customers: groupByOwner(pageRows, reminders),
    ...(lastRow && { next: `${lastRow.expiresAt}-${lastRow.id}` }),
    results: results.map((row) => ({
      salesmanId: row.salesmanId,
      name: `${row.firstName} ${row.lastName}`.trim() || row.login,
      ended: row.ended,
      renewed: row.renewed,
    })),
  };
}

/** Returns the start of the day `from`, if the page of renewals shows it. */
function findWeekStart(from: string | undefined, firstWeekStart: number): number | undefined {
  const start = Date.parse(`${from}T00:00:00.000Z`);
  const isShown = start >= firstWeekStart - days(7 * (pastWeeks + 1)) && start < firstWeekStart + days(7 * weekCount);
  return isShown ? start : undefined;
}

/** Counts what became of the licences in the actor's scope that expire in the past weeks, this week and the next weeks. */
export async function findRenewalStates({ db, actor: viewer, at: now }: ViewContext) {
  const today = startOfDay(now);
  const thisWeekStart = today - days((new Date(today).getUTCDay() + 6) % 7);
  const start = thisWeekStart - days(7 * pastWeeks);
  const weeksShown = pastWeeks + weekCount;
  const countOf = await countStates(
    { db, actor: viewer, at: now },
    {
      starts: Array.from({ length: weeksShown }, (_, week) => start + days(7 * week)),
      until: start + days(7 * weeksShown),
    },
  );
  return {
    weeks: Array.from({ length: weeksShown }, (_, week) => ({
      from: toUtcDay(start + days(7 * week)),
      to: toUtcDay(start + days(7 * week + 6)),
      renewed: countOf(week, 'renewed'),
      reminded: countOf(week, 'reminded'),
      waiting: countOf(week, 'waiting'),
      lost: countOf(week, 'lost'),
    })),
  };
}

/** Counts the licences in the actor's scope that were renewed and lost in the last twelve months, and in the same months of the year before. */
export async function findRenewalMonths({
  db,
  actor,
  at: now,
}: ViewContext): Promise<Reply<typeof renewals.renewalMonths>> {
  const today = new Date(now);
  const findStart = (monthsFromNow: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + monthsFromNow, 1);
  const starts = Array.from({ length: 2 * monthsShown }, (_, index) => findStart(index + 1 - 2 * monthsShown));
  const countOf = await countStates({ db, actor, at: now }, { starts, until: findStart(1) });
  return {
    months: starts.slice(monthsShown).map((start, index) => ({
      month: toUtcDay(start).slice(0, 7),
      renewed: countOf(index + monthsShown, 'renewed'),
      lost: countOf(index + monthsShown, 'lost'),
      yearBefore: { renewed: countOf(index, 'renewed'), lost: countOf(index, 'lost') },
    })),
  };
}

/** Returns a function that says for how many licences of a period the state is the given one. */
async function countStates(
  { db, actor: viewer, at: now }: ViewContext,
  span: { starts: readonly number[]; until: number },
) {
  const remindedSince = now - days(remindedDays);
  const counts = await countRenewalStates(dbForLongReads(db), viewer, { ...span, now, remindedSince });
  return (period: number, state: (typeof counts)[number]['state']): number =>
    counts.find((row) => row.period === period && row.state === state)?.licenses ?? 0;
}

type EndingRow = Awaited<ReturnType<typeof findLicensesExpiringInSpan>>[number];

function readPosition(position: string | undefined) {
  if (position === undefined) return undefined;
  const [expiresAt = 0, id = 0] = position.split('-').map(Number);
  return { expiresAt, id };
}

type Reminders = Awaited<ReturnType<typeof findLatestReminders>>;

function groupByOwner(
  rows: readonly EndingRow[],
  { ofUsers, ofLicenses, waitingUserIds }: Reminders,
): RenewalWeeks['customers'] {
  const findReminderTime = (reminders: Reminders['ofUsers'], id: number) =>
    reminders.find(({ subjectId }) => subjectId === String(id))?.at ?? 0;
  const customers = new Map<number, RenewalWeeks['customers'][number]>();
  for (const row of rows) {
    const customer = customers.get(row.userId) ?? {
      userId: row.userId,
      name: `${row.firstName} ${row.lastName}`.trim() || row.login,
      company: row.company,
      canReceiveMail: row.canReceiveMail === 1,
      remindedAt: null,
      isReminderWaiting: waitingUserIds.includes(row.userId),
      licenses: [],
    };
    customer.licenses.push({
      licenseId: row.id,
      machineName: row.machineName,
      tool: row.tool,
      expiryDate: toUtcDay(row.expiresAt),
    });
    const remindedAt = Math.max(
      Date.parse(customer.remindedAt ?? '1970-01-01'),
      findReminderTime(ofUsers, row.userId),
      findReminderTime(ofLicenses, row.id),
    );
    customers.set(row.userId, {
      ...customer,
      remindedAt: remindedAt === 0 ? null : new Date(remindedAt).toISOString(),
    });
  }
  return [...customers.values()];
}

/** The maximum number of licences in one pack. */
const maxLicensesInPack = 100;

type CompanyLicense = Awaited<ReturnType<typeof findLicensesOfCompany>>[number];

/**
 * Renews the licences of a user's company where possible, each in its own transaction, and sends the user one e-mail with all licence files. A
 * preview renews and sends nothing. Throws USER_NOT_FOUND, ACCOUNT_SUSPENDED, ACCOUNT_NOT_ACTIVE, RESULTS_NOT_FOUND, TOO_MANY_ATTEMPTS.
 */
export async function sendRenewalPack(
  context: IssueContext,
  userId: number,
  preview = false,
): Promise<Reply<typeof renewals.sendPack>> {
  const { database, actor, at } = context;
  await requireInScope(database.kysely, actor, userId);
  const user = await requireRecipient(database.kysely, userId);
  const licenses = await findLicensesOfCompany(database.kysely, actor, { user, now: at, limit: maxLicensesInPack });
  if (licenses.length === 0) throw problem('RESULTS_NOT_FOUND');
  if (!preview) await claimAttempt(database.kysely, `license:pack:${userId}`, sendRateLimit, at);
  const { results } = await runBulk({
    database,
    ids: licenses.map(({ id }) => id),
    preview,
    changeRecord: async (transactionDatabase, id) => {
      const ownerId = await findOwnerId(transactionDatabase.kysely, id);
      if (ownerId === undefined) throw problem('RESULTS_NOT_FOUND');
      await renewLicense({ ...context, database: transactionDatabase }, ownerId, id);
    },
  });
  if (!preview) await mailPack(context, userId);
  const effects = results.map(({ id, outcome, message }): BulkResult =>
    outcome === 'done'
      ? { id, outcome, effect: 'renewed' }
      : { id, outcome: 'done', effect: 'sent', ...(message !== undefined && { message }) },
  );
  const ownerIds = licenses.map((license) => license.userId);
  return {
    ...(preview && toPreviewFields(effects, await countTouched(database.kysely, ownerIds))),
    recipient: user.login,
    licenses: licenses.map((license) => {
      const result = results.find(({ id }) => id === license.id);
      return {
        licenseId: license.id,
        machineName: license.machineName,
        owner: formatOwner(license),
        login: license.login,
        isRenewed: result?.outcome === 'done',
        ...(result?.message !== undefined && { message: result.message }),
      };
    }),
  };
}

/**
 * The recipient and the licences are read again, because both may have changed during the renewals. A licence that is no longer active is
 * left out. Throws USER_NOT_FOUND, ACCOUNT_SUSPENDED, ACCOUNT_NOT_ACTIVE, RESULTS_NOT_FOUND if no file is left.
 */
async function mailPack(context: IssueContext, userId: number): Promise<void> {
  const { database, queueLetter, actor, at } = context;
  await database.transact(async (trx) => {
    await lockUser(trx, userId);
    await requireInScope(trx, actor, userId);
    const user = await requireRecipient(trx, userId);
    const attachedLicenses = await lockPackedLicenses(trx, { user, actor, now: at });
    if (attachedLicenses.length === 0) throw problem('RESULTS_NOT_FOUND');
    const { login: to, brandId, firstName, company } = user;
    await queueLetter(trx, {
      kind: 'renewalPack',
      to,
      userId,
      brandId,
      firstName,
      company,
      licenses: attachedLicenses,
    });
    const auditSubject = { kind: 'user', id: userId } as const;
    const auditValues = { licenses: attachedLicenses.map(({ licenseId }) => licenseId) };
    await recordAudits(trx, [
      createAuditEntry(context, { action: 'user.sendPack', subject: auditSubject, after: auditValues }),
      ...attachedLicenses
        .filter(({ owner }) => owner.userId !== userId)
        .map(({ licenseId, owner }) =>
          createAuditEntry(context, {
            action: 'license.send',
            subject: { kind: 'license', id: licenseId, personId: owner.userId },
            after: { recipientId: userId },
          }),
        ),
    ]);
  });
}

async function lockPackedLicenses(trx: Trx, { user, actor, now }: { user: MailRecipient; actor: Actor; now: number }) {
  const attachedLicenses = [];
  for (const { id, userId, ...owner } of await findLicensesOfCompany(trx, actor, {
    user,
    now,
    limit: maxLicensesInPack,
  })) {
    const license = await lockLicenseToSend(trx, userId, id);
    if (license && findLicenseStatus(license, now) === 'Active')
      attachedLicenses.push({ ...toLicenseLetterFields(license), owner: { userId, name: formatOwner(owner) } });
  }
  return attachedLicenses;
}

/** Finds the active user who gets the e-mail. Throws USER_NOT_FOUND, ACCOUNT_SUSPENDED, ACCOUNT_NOT_ACTIVE. */
async function requireRecipient(db: Db, userId: number): Promise<MailRecipient> {
  const user = await findMailRecipient(db, userId);
  if (!user) throw problem('USER_NOT_FOUND');
  if (user.status !== 'active') throw createInactiveProblem(user.status);
  return user;
}

const formatOwner = ({
  firstName,
  lastName,
  login,
}: Pick<CompanyLicense, 'firstName' | 'lastName' | 'login'>): string => `${firstName} ${lastName}`.trim() || login;
