import type { RenewalWeeks } from '@basics/contract/renewals.ts';
import type { Db } from '#server/database/database.ts';
import { longReads } from '#server/database/long-reads.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { days } from '#server/platform/clock.ts';
import { formatDay, startOfDay } from '../calendar.ts';
import { countEndingByWeek, countResults, findEnding } from './renewals.repository.ts';

const weekCount = 8;
const resultDays = 30;
const mostListed = 200;

/**
 * Finds the renewals ahead by week and customer, and the results of the last 30 days by salesman, within the viewer's scope. `from` is the
 * first day of the week whose customers are listed; any other day is the first week.
 */
export async function findRenewalWeeks(
  db: Db,
  viewer: Viewer,
  { from, now }: { from: string | undefined; now: number },
): Promise<RenewalWeeks> {
  const reads = longReads(db);
  const firstStart = startOfDay(now);
  const weekStarts = Array.from({ length: weekCount }, (_, index) => firstStart + days(7 * index));
  const weekCounts = await countEndingByWeek(reads, viewer, {
    start: firstStart,
    from: now,
    until: firstStart + days(7 * weekCount) - 1,
  });
  const chosenStart = weekStarts.find((at) => formatDay(at) === from) ?? firstStart;
  const span = { from: Math.max(now, chosenStart - 1), until: chosenStart + days(7) - 1 };
  const rows = await findEnding(reads, viewer, { ...span, limit: mostListed + 1 });
  const results = await countResults(reads, viewer, { from: now - days(resultDays), until: now });
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
    customers: groupByOwner(rows.slice(0, mostListed)),
    isCut: rows.length > mostListed,
    results: results.map((row) => ({
      salesmanId: row.salesmanId,
      name: `${row.firstName} ${row.lastName}`.trim() || row.login,
      ended: row.ended,
      renewed: row.renewed,
    })),
  };
}

type EndingRow = Awaited<ReturnType<typeof findEnding>>[number];

function groupByOwner(rows: readonly EndingRow[]): RenewalWeeks['customers'] {
  const customers = new Map<number, RenewalWeeks['customers'][number]>();
  for (const row of rows) {
    const customer = customers.get(row.userId) ?? {
      userId: row.userId,
      name: `${row.firstName} ${row.lastName}`.trim() || row.login,
      company: row.company,
      canReceiveMail: row.canReceiveMail === 1,
      licenses: [],
    };
    customer.licenses.push({
      licenseId: row.id,
      machineName: row.machineName,
      tool: row.tool,
      expiryDate: formatDay(row.expiresAt),
    });
    customers.set(row.userId, customer);
  }
  return [...customers.values()];
}
