import type { DatabaseKind } from './open-bench.ts';

/** A request for a page of users: what it asks for, as which user, and at most how many times the CPU of `GET /user` it may cost. */
export type Row = { what: string; who: Who; body: Record<string, unknown>; most: number };

export const salesmen = ['sales1', 'sales3', 'sales40'] as const;
export type Who = 'root' | (typeof salesmen)[number];

export const whoNames: Readonly<Record<Who, string>> = {
  root: 'administrator',
  sales1: 'salesman, 1 pair',
  sales3: 'salesman, 3 pairs',
  sales40: 'salesman, 40 pairs',
};

export type Reply = { items: unknown[]; total: number; totalIsMinimum?: boolean; next?: string };
type Ask = (who: Who, body: object) => Promise<Reply>;

const sorts = ['firstName', 'company', 'login', 'country', 'status', 'createdAt'];
const by = (field: string, direction = 'asc') => ({ sort: { field, direction } });

/** For the worst words, which run on a reader thread, the limit is in milliseconds and not a multiple. */
export const worstMs = 120;
const worst = Infinity;

/** Multiples of `GET /user` for an administrator on SQLite; a salesman may cost twice as much, and PostgreSQL too. */
const most = { page: 4, absent: 2, common: 6, one: 10, few: 18, number: 20 };

/** The requests that are measured. They need the customers of `many-customers.ts`. */
export async function createRows(ask: Ask, kind: DatabaseKind): Promise<Row[]> {
  const rows: Row[] = [];
  for (const who of ['root', ...salesmen] as const) {
    const { total } = await ask(who, {});
    const half = Math.max(1, Math.floor(total / 40));
    const { next } = await ask(who, { pageNumber: half });
    const scale = (who === 'root' ? 1 : 2) * (kind === 'PostgreSQL' ? 2 : 1);
    const add = (what: string, limit: number, body: Row['body']) => rows.push({ what, who, body, most: limit * scale });
    add('first page', most.page, {});
    for (const field of sorts) {
      add(`by ${field}`, most.page, by(field));
      add(`by ${field}, descending`, most.page, by(field, 'desc'));
    }
    add('next page', most.page, { after: next });
    add('last page', most.page, { before: '' });
    add('page by number at 50 %', most.number, { pageNumber: half });
    add('filter: status', most.page, { status: 'suspended' });
    add('filter: status, profile and brand', most.page, { status: 'suspended', profileID: 7, brand: 'red' });
    add('filter: country', most.page, { country: 'NO' });
    add('filter: small country, by company', most.page, { country: 'AE', ...by('company') });
    add('filter: profile that few have', most.page, { profileID: 2 });
    add('filter: tool', most.page, { tool: 'basics' });
    add('absent word', most.absent, { keyword: 'zzqqxx' });
    add('one letter', most.common, { keyword: 'a' });
    add('two letters', most.common, { keyword: 'al' });
    add('word that one has', most.one, { keyword: 'customer7919@' });
    add('word of 0.1 %', most.few, { keyword: 'company327.' });
    add('word of 10 %', most.common, { keyword: 'almeida' });
    add('word of 10 %, by company', most.common, { keyword: 'almeida', ...by('company') });
    add('word of 10 % and a filter', most.common, { keyword: 'almeida', country: 'NO' });
    add('all matches at the far end', worst, { keyword: 'jansen' });
    add('matches behind 9 % of the order', worst, { keyword: 'almeida', ...by('company', 'desc') });
    add('two common words', worst, { keyword: 'helene almeida' });
  }
  return rows;
}
