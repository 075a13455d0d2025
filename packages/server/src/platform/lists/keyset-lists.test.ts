import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { audit } from '@basics/contract/audit.ts';
import { crm } from '@basics/contract/crm.ts';
import { helpRequests } from '@basics/contract/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { mail } from '@basics/contract/mail.ts';
import type { Db } from '#server/database/database.ts';
import { setLongReads } from '#server/database/long-reads.ts';
import { searchAccounts } from '#server/features/crm/crm.repository.ts';
import { findActions, findEntries } from '#server/features/audit/audit.repository.ts';
import { findHelpRequests } from '#server/features/help-requests/help-requests.repository.ts';
import { searchLicenses } from '#server/features/license-admin/search-licenses.repository.ts';
import { findLetters } from '#server/features/mail/mail.repository.ts';
import { createTestDatabase, databases } from '#server/testing/databases.ts';
import { plansOf } from '#server/testing/plans.ts';
import { noon } from '#server/testing/portal.ts';

const audits = (asked: object) => (db: Db) => findEntries(db, audit.search.body.parse(asked));
const letters = (asked: object) => (db: Db) => findLetters(db, mail.search.body.parse(asked));
const help = (asked: object) => (db: Db) =>
  findHelpRequests(db, { userId: 1, profileID: 1 }, helpRequests.search.body.parse(asked));

const accounts = (asked: object) => (db: Db) => searchAccounts(db, crm.search.body.parse(asked));

const licenses = (asked: object) => (db: Db) =>
  searchLicenses(db, { userId: 1, profileID: 1 }, { asked: licenseAdmin.search.body.parse(asked), now: noon });

const by = (field: string, direction = 'asc') => ({ sort: { field, direction } });

/** Pages that are read through an index of their order, whatever the tables hold. */
const pages: Record<string, (db: Db) => Promise<unknown>> = {
  'the audit log': audits({}),
  'the audit log from its beginning': audits(by('at')),
  'the last page of the audit log': audits({ before: '' }),
  'the entries of an action': audits({ action: 'user.update' }),
  'the entries of an actor': audits({ actorId: 1 }),
  'the entries about users': audits({ subjectKind: 'user' }),
  'the entries of some days': audits({ from: '2026-01-01', to: '2026-01-31' }),
  'the actions of the audit log': findActions,
  'the outbox': letters({}),
  'the outbox by address': letters(by('to')),
  'the outbox by state': letters(by('state', 'desc')),
  'letters that wait': letters({ state: 'queued' }),
  'letters that wait, by address': letters({ state: 'queued', ...by('to') }),
  'all licences': licenses({}),
  'the last page of all licences': licenses({ before: '' }),
  'licences by expiry': licenses(by('expiryDate')),
  'active licences': licenses({ status: 'Active' }),
  'open help requests': help({}),
  'the last page of open help requests': help({ before: '' }),
  'CRM accounts': accounts({}),
  'the last page of CRM accounts': accounts({ before: '' }),
  'CRM accounts by number': accounts(by('account', 'desc')),
  'CRM accounts of a country': accounts({ country: 'NO' }),
  'CRM accounts of a country by number': accounts({ country: 'NO', ...by('account') }),
  'answered help requests by PC': help({ state: 'replied', ...by('machineName') }),
};

describe.each(databases)('a long list on %s', (kind) => {
  test('is read without a scan or a sort of a table', async () => {
    const { transact } = await createTestDatabase(kind);
    await transact(async (trx) => {
      // Only what no index can do is left: the test does not depend on how large PostgreSQL believes the tables to be.
      if (kind === 'PostgreSQL')
        for (const way of ['seqscan', 'bitmapscan', 'sort'])
          await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
      for (const [page, read] of Object.entries(pages))
        for (const plan of await plansOf(trx, kind, read)) expect(plan, page).not.toMatch(wholeTable);
    });
  });

  test('is what a reading of the whole table finds, by next pages and by previous pages, in each order', async () => {
    const { kysely } = await createTestDatabase(kind);
    await kysely
      .insertInto('outbox')
      .values(Array.from({ length: 45 }, (_, at) => createOutboxRow(at)))
      .execute();
    const all = await kysely.selectFrom('outbox').select(['id', 'toAddress', 'state', 'createdAt']).execute();
    for (const [field, column] of Object.entries({ to: 'toAddress', state: 'state', createdAt: 'createdAt' } as const))
      for (const direction of ['asc', 'desc'])
        for (const state of [undefined, 'sent']) {
          const sign = direction === 'asc' ? 1 : -1;
          const expected = all
            .filter((row) => state === undefined || row.state === state)
            .toSorted((a, b) => sign * (compareKeys(a[column], b[column]) || a.id - b.id))
            .map(({ id }) => id);
          const wanted = { ...by(field, direction), state, pageSize: 16 };
          const read = async (place: object) => letters({ ...wanted, ...place })(kysely);
          expect(await walk(read, 'next', {}), JSON.stringify(wanted)).toEqual(expected);
          expect(await walk(read, 'previous', { before: '' }), JSON.stringify(wanted)).toEqual(expected);
        }
  });

  test('has an exact total up to a thousand rows', async () => {
    const { kysely } = await createTestDatabase(kind);
    const add = (from: number, to: number) =>
      kysely
        .insertInto('outbox')
        .values(Array.from({ length: to - from }, (_, at) => createOutboxRow(from + at)))
        .execute();
    await add(0, 500);
    await add(500, 1000);
    expect(await letters({})(kysely)).toMatchObject({ total: 1000 });
    expect(await letters({})(kysely)).not.toHaveProperty('totalIsMinimum');
    await add(1000, 1001);
    expect(await letters({})(kysely)).toMatchObject({ total: 1000, totalIsMinimum: true });
  });
});

/** Lists that read the text of each row, or all rows of a salesman. */
const keyword = 'x';
const longLists: Record<string, (db: Db) => Promise<unknown>> = {
  'the audit log': audits({ keyword }),
  'the outbox': letters({ keyword }),
  'help requests': help({ keyword }),
  licences: licenses({ keyword }),
  'licences of a country': licenses({ country: 'NO' }),
  'licences of a salesman': (db) =>
    searchLicenses(db, { userId: 2, profileID: 2 }, { asked: licenseAdmin.search.body.parse({}), now: noon }),
  'CRM accounts': accounts({ keyword }),
};

test.each(Object.keys(longLists))('%s with a long search run on a reader thread on SQLite', async (name) => {
  const { kysely } = await createTestDatabase('SQLite');
  const reason = 'this is the database on reader threads';
  const refuse = () => {
    throw new Error(reason);
  };
  setLongReads(kysely, kysely.withPlugin({ transformQuery: refuse, transformResult: refuse }));
  await expect(longLists[name]?.(kysely)).rejects.toThrow(reason);
});

/** Several letters have the same address, state and time. */
const createOutboxRow = (at: number) => ({
  messageId: `<${at}@portal.example>`,
  toAddress: `user${(at * 7) % 5}@x.example`,
  brandId: 'blue',
  kind: 'passwordChanged',
  subject: '',
  text: '',
  html: '',
  state: at % 3 === 0 ? ('failed' as const) : ('sent' as const),
  createdAt: noon + (at % 4),
});

const compareKeys = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

type Walked = { items: readonly { id: number }[]; next?: string; previous?: string };

/** The ids of all pages from this one on, in the order of the list. */
async function walk(read: (place: object) => Promise<Walked>, to: 'next' | 'previous', from: object) {
  const walked: number[][] = [];
  for (let place: object | null = from; place !== null;) {
    const page: Walked = await read(place);
    walked.push(page.items.map(({ id }) => id));
    const further = page[to];
    place = further === undefined ? null : { [to === 'next' ? 'after' : 'before']: further };
  }
  return (to === 'next' ? walked : walked.toReversed()).flat();
}

/**
 * A step that sorts rows, or that tests each row of a table. Counting may begin a scan, because it ends after a thousand rows. PostgreSQL sorts
 * rows that are equal in the first key ("incremental").
 */
const wholeTable = /TEMP B-TREE|SCAN (?!.*USING)(?!actions|counted)|Seq Scan[^\n]*\n +Filter|(?<!Incremental )Sort {2}/;
