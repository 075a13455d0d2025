import type { DatabaseKind } from './open-bench.ts';

/**
 * A request for a page of users: its filters, the user who sends it, and the limit of its CPU time, as a multiple of that of `GET /user` or in
 * milliseconds.
 */
export type ListRequest = {
  label: string;
  viewer: Viewer;
  body: Record<string, unknown>;
  limit: number;
  unit: 'x' | 'ms';
};

export const salesmen = ['sales1', 'sales3', 'sales40'] as const;
export type Viewer = 'root' | (typeof salesmen)[number];

/** The column headings of the viewers. A pair is a country and a brand that a salesman serves. */
export const viewerNames: Readonly<Record<Viewer, string>> = {
  root: 'administrator',
  sales1: 'salesman, 1 pair',
  sales3: 'salesman, 3 pairs',
  sales40: 'salesman, 40 pairs',
};

export type Reply = { items: unknown[]; total: number; totalIsMinimum?: boolean; next?: string };
type Ask = (viewer: Viewer, body: object) => Promise<Reply>;

const sortFields = ['firstName', 'company', 'login', 'country', 'status', 'createdAt'];
const sortBy = (field: string, direction = 'asc') => ({ sort: { field, direction } });

/**
 * The limits of the CPU time, as multiples of that of `GET /user` when the limits were set (0.45 ms on a quiet machine), for an
 * administrator on SQLite. The limits are doubled for a salesman, and doubled on PostgreSQL. The slowest searches, which run on a reader
 * thread, have a limit in milliseconds.
 */
const limits = { page: 4, absent: 2, common: 6, one: 10, few: 18, number: 20 };
const slowSearchLimitMs = 120;

/**
 * Since the limits were set, the CPU time of `GET /user` in the portal was divided by at least this number. On PostgreSQL, most of the CPU
 * time is used by the database.
 */
const userCallSpeedUp = { SQLite: 2.5, PostgreSQL: 1 };

/** Lists the requests to measure. The requests need the customers of `many-customers.ts`. */
export async function createListRequests(ask: Ask, kind: DatabaseKind): Promise<ListRequest[]> {
  const rows: ListRequest[] = [];
  for (const viewer of ['root', ...salesmen] as const) {
    const { total } = await ask(viewer, {});
    const middlePage = Math.max(1, Math.floor(total / 40));
    const { next } = await ask(viewer, { pageNumber: middlePage });
    const limitFactor = (viewer === 'root' ? 1 : 2) * (kind === 'PostgreSQL' ? 2 : 1);
    const addRow = (label: string, limit: number, body: ListRequest['body']) =>
      rows.push({ label, viewer, body, limit: limit * limitFactor * userCallSpeedUp[kind], unit: 'x' });
    const addSlowSearch = (label: string, body: ListRequest['body']) =>
      rows.push({ label, viewer, body, limit: slowSearchLimitMs * limitFactor, unit: 'ms' });
    addRow('first page', limits.page, {});
    for (const field of sortFields) {
      addRow(`by ${field}`, limits.page, sortBy(field));
      addRow(`by ${field}, descending`, limits.page, sortBy(field, 'desc'));
    }
    addRow('next page', limits.page, { after: next });
    addRow('last page', limits.page, { before: '' });
    addRow('page by number at 50 %', limits.number, { pageNumber: middlePage });
    addRow('filter: status', limits.page, { status: 'suspended' });
    addRow('filter: status, profile and brand', limits.page, { status: 'suspended', profileID: 7, brand: 'red' });
    addRow('filter: country', limits.page, { country: 'NO' });
    addRow('filter: small country, by company', limits.page, { country: 'AE', ...sortBy('company') });
    addRow('filter: profile that few have', limits.page, { profileID: 2 });
    addRow('filter: tool', limits.page, { tool: 'basics' });
    addRow('absent word', limits.absent, { keyword: 'zzqqxx' });
    addRow('one letter', limits.common, { keyword: 'a' });
    addRow('two letters', limits.common, { keyword: 'al' });
    addRow('word that one has', limits.one, { keyword: 'customer7919@' });
    addRow('word of 0.1 %', limits.few, { keyword: 'company327.' });
    addRow('word of 10 %', limits.common, { keyword: 'almeida' });
    addRow('word of 10 %, by company', limits.common, { keyword: 'almeida', ...sortBy('company') });
    addRow('word of 10 % and a filter', limits.common, { keyword: 'almeida', country: 'NO' });
    addSlowSearch('all matches at the far end', { keyword: 'jansen' });
    addSlowSearch('matches behind 9 % of the order', { keyword: 'almeida', ...sortBy('company', 'desc') });
    addSlowSearch('two common words', { keyword: 'helene almeida' });
  }
  return rows;
}
