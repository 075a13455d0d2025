import type { Query } from '@basics/contract/calls/endpoint.ts';
import type { RenewalWeeks, renewals } from '@basics/contract/licenses/renewals.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { days } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { formatDay, startOfDay } from '../calendar.ts';
import {
  countExpiringLicensesByWeek,
  countRenewalResults,
  findLicensesExpiringInSpan,
  findLatestReminders,
} from './due-renewals.repository.ts';

const weekCount = 8;
const resultDays = 30;
const remindedDays = 60;

/** `pageSize`: the maximum number of licences in a reply. */
type RenewalWeeksQuery = Query<typeof renewals.renewalWeeks> & { pageSize?: number };
type ViewContext = Pick<CallContext, 'db' | 'at'> & { actor: Viewer };

/**
 * Finds the licences that expire in the next 8 weeks by week and customer, and the results of the last 30 days by salesman, within the
 * actor's scope. `from` is the first day of the week whose customers are listed; for any other day, the first week is listed. `after` is
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
  const chosenWeekStart = weekStarts.find((at) => formatDay(at) === from) ?? firstWeekStart;
  const span = { from: Math.max(now, chosenWeekStart - 1), until: chosenWeekStart + days(7) - 1 };
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
        from: formatDay(at),
        to: formatDay(at + days(6)),
        licenses,
        customers,
      };
    }),
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

type EndingRow = Awaited<ReturnType<typeof findLicensesExpiringInSpan>>[number];

function readPosition(position: string | undefined) {
  if (position === undefined) return undefined;
  const [expiresAt = 0, id = 0] = position.split('-').map(Number);
  return { expiresAt, id };
}

type Reminders = Awaited<ReturnType<typeof findLatestReminders>>;

function groupByOwner(rows: readonly EndingRow[], { ofUsers, ofLicenses }: Reminders): RenewalWeeks['customers'] {
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
      licenses: [],
    };
    customer.licenses.push({
      licenseId: row.id,
      machineName: row.machineName,
      tool: row.tool,
      expiryDate: formatDay(row.expiresAt),
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
