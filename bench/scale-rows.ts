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
 * administrator on SQLite. A request of a salesman, or on PostgreSQL, may take twice as long. The slowest searches have a limit in
 * milliseconds, and run on a reader thread.
 */
const limits = { page: 4, absent: 2, common: 6, one: 10, few: 18, number: 20 };
const worstMs = 120;

/**
 * `GET /user` needs at least this many times less CPU time in the portal than when the limits were set. On PostgreSQL, most of the CPU time
 * is used by the database.
 */
const userCallSpeedUp = { SQLite: 2.5, PostgreSQL: 1 };

/** Lists the requests to measure. The requests need the customers of `many-customers.ts`. */
export async function createListRequests(ask: Ask, kind: DatabaseKind): Promise<ListRequest[]> {
  const rows: ListRequest[] = [];
  for (const viewer of ['root', ...salesmen] as const) {
    const { total } = await ask(viewer, {});
    const middlePage = Math.max(1, Math.floor(total / 40));
    const { next } = await ask(viewer, { pageNumber: middlePage });
    const scale = (viewer === 'root' ? 1 : 2) * (kind === 'PostgreSQL' ? 2 : 1);
    const add = (label: string, limit: number, body: ListRequest['body']) =>
      rows.push({ label, viewer, body, limit: limit * scale * userCallSpeedUp[kind], unit: 'x' });
    const addWorst = (label: string, body: ListRequest['body']) =>
      rows.push({ label, viewer, body, limit: worstMs * scale, unit: 'ms' });
    add('first page', limits.page, {});
    for (const field of sortFields) {
      add(`by ${field}`, limits.page, sortBy(field));
      add(`by ${field}, descending`, limits.page, sortBy(field, 'desc'));
    }
    add('next page', limits.page, { after: next });
    add('last page', limits.page, { before: '' });
    add('page by number at 50 %', limits.number, { pageNumber: middlePage });
    add('filter: status', limits.page, { status: 'suspended' });
    add('filter: status, profile and brand', limits.page, { status: 'suspended', profileID: 7, brand: 'red' });
    add('filter: country', limits.page, { country: 'NO' });
    add('filter: small country, by company', limits.page, { country: 'AE', ...sortBy('company') });
    add('filter: profile that few have', limits.page, { profileID: 2 });
    add('filter: tool', limits.page, { tool: 'basics' });
    add('absent word', limits.absent, { keyword: 'zzqqxx' });
    add('one letter', limits.common, { keyword: 'a' });
    add('two letters', limits.common, { keyword: 'al' });
    add('word that one has', limits.one, { keyword: 'customer7919@' });
    add('word of 0.1 %', limits.few, { keyword: 'company327.' });
    add('word of 10 %', limits.common, { keyword: 'almeida' });
    add('word of 10 %, by company', limits.common, { keyword: 'almeida', ...sortBy('company') });
    add('word of 10 % and a filter', limits.common, { keyword: 'almeida', country: 'NO' });
    addWorst('all matches at the far end', { keyword: 'jansen' });
    addWorst('matches behind 9 % of the order', { keyword: 'almeida', ...sortBy('company', 'desc') });
    addWorst('two common words', { keyword: 'helene almeida' });
  }
  return rows;
}
