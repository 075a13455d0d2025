import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { audit } from '@basics/contract/audit/audit.ts';
import { crm } from '@basics/contract/crm/crm.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import type { Db } from '#server/database/foundation.ts';
import { registerReaders } from '#server/database/queries/long-reads.ts';
import { searchAccounts } from '#server/features/crm/crm.repository.ts';
import { findActions, findEntries } from '#server/features/audit/audit.repository.ts';
import { findHelpRequests } from '#server/features/help-requests/help-requests.repository.ts';
import { searchLicenses } from '#server/features/license-admin/search-licenses.repository.ts';
import { findLetters } from '#server/features/mail/mail.repository.ts';
import {
  createTestDatabase,
  createTestLocation,
  databases,
  openWithLongTimeouts,
} from '#server/testing/database/databases.ts';
import { filteredScanPattern, readQueryPlans } from '#server/testing/database/plans.ts';
import { noon } from '#server/testing/portal.ts';

const readAuditPage = (body: object) => (db: Db) => findEntries(db, audit.search.body.parse(body), noon);
const readLettersPage = (body: object) => (db: Db) => findLetters(db, mail.search.body.parse(body), noon);
const readHelpPage = (body: object) => (db: Db) =>
  findHelpRequests(db, { userId: 1, profileID: 1 }, helpRequests.search.body.parse(body), noon);

const readAccountsPage = (body: object) => (db: Db) => searchAccounts(db, crm.search.body.parse(body));

const readLicensesPage = (body: object) => (db: Db) =>
  searchLicenses(db, { userId: 1, profileID: 1 }, { search: licenseAdmin.search.body.parse(body), now: noon });

const sortBy = (field: string, direction = 'asc') => ({ sort: { field, direction } });

/** Pages that the database reads by an index of their order, independent of the contents of the tables. */
const indexedPages: Record<string, (db: Db) => Promise<unknown>> = {
  'the audit log': readAuditPage({}),
  'the audit log from its beginning': readAuditPage(sortBy('at')),
  'the last page of the audit log': readAuditPage({ before: '' }),
  'the entries of an action': readAuditPage({ action: 'user.update' }),
  'the entries of an actor': readAuditPage({ actorId: 1 }),
  'the entries about users': readAuditPage({ subjectKind: 'user' }),
  'the entries of some days': readAuditPage({ from: '2026-01-01', to: '2026-01-31' }),
  'the actions of the audit log': findActions,
  'the outbox': readLettersPage({}),
  'the outbox by address': readLettersPage(sortBy('to')),
  'the outbox by state': readLettersPage(sortBy('state', 'desc')),
  'letters that wait': readLettersPage({ state: 'queued' }),
  'letters that wait, by address': readLettersPage({ state: 'queued', ...sortBy('to') }),
  'all licences': readLicensesPage({}),
  'the last page of all licences': readLicensesPage({ before: '' }),
  'licences by expiry': readLicensesPage(sortBy('expiryDate')),
  'active licences': readLicensesPage({ status: 'Active' }),
  'active licences by expiry': readLicensesPage({ status: 'Active', ...sortBy('expiryDate') }),
  'expired licences': readLicensesPage({ status: 'Expired' }),
  'active or suspended licences': readLicensesPage({
    filters: [{ field: 'status', op: 'oneOf', values: ['Active', 'Suspended'] }],
  }),
  'open help requests': readHelpPage({}),
  'the last page of open help requests': readHelpPage({ before: '' }),
  'CRM accounts': readAccountsPage({}),
  'the last page of CRM accounts': readAccountsPage({ before: '' }),
  'CRM accounts by number': readAccountsPage(sortBy('account', 'desc')),
  'CRM accounts of a country': readAccountsPage({ country: 'NO' }),
  'CRM accounts of a country by number': readAccountsPage({ country: 'NO', ...sortBy('account') }),
  'answered help requests by PC': readHelpPage({ state: 'replied', ...sortBy('machineName') }),
};

describe.each(databases)('a long list (%s)', (kind) => {
  test('a page of a long list is read without a scan or a sort of a table', async () => {
    const { transact } = await createTestDatabase(kind);
    await transact(async (trx) => {
      // Scans and sorts that an index can replace are disabled, so that the test does not depend on how large PostgreSQL believes the
      // tables to be.
      if (kind === 'PostgreSQL')
        for (const step of ['seqscan', 'bitmapscan', 'sort'])
          await sql`set local ${sql.raw(`enable_${step}`)} = off`.execute(trx);
      for (const [pageName, read] of Object.entries(indexedPages))
        for (const plan of await readQueryPlans(trx, kind, read)) expect(plan, pageName).not.toMatch(fullScanPattern);
    });
  });

  test('if a client follows the "next" or the "previous" cursors of a list, it gets all rows in the requested order', async () => {
    const { kysely } = await createTestDatabase(kind);
    await kysely
      .insertInto('outbox')
      .values(Array.from({ length: 45 }, (_, at) => createOutboxRow(at)))
      .execute();
    const allRows = await kysely.selectFrom('outbox').select(['id', 'toAddress', 'state', 'createdAt']).execute();
    for (const [field, column] of Object.entries({ to: 'toAddress', state: 'state', createdAt: 'createdAt' } as const))
      for (const direction of ['asc', 'desc'])
        for (const state of [undefined, 'sent']) {
          const sign = direction === 'asc' ? 1 : -1;
          const expectedIds = allRows
            .filter((row) => state === undefined || row.state === state)
            .toSorted((a, b) => sign * (compareKeys(a[column], b[column]) || a.id - b.id))
            .map(({ id }) => id);
          const queryInput = { ...sortBy(field, direction), state, pageSize: 16 };
          const read = async (cursor: object) => readLettersPage({ ...queryInput, ...cursor })(kysely);
          expect(await readAllPages(read, 'next', {}), JSON.stringify(queryInput)).toEqual(expectedIds);
          expect(await readAllPages(read, 'previous', { before: '' }), JSON.stringify(queryInput)).toEqual(expectedIds);
        }
  });

  test('the total of a list is exact up to a thousand rows', async () => {
    const { kysely } = await createTestDatabase(kind);
    const addLetters = (start: number, end: number) =>
      kysely
        .insertInto('outbox')
        .values(Array.from({ length: end - start }, (_, at) => createOutboxRow(start + at)))
        .execute();
    await addLetters(0, 500);
    await addLetters(500, 1000);
    expect(await readLettersPage({})(kysely)).toMatchObject({ total: 1000 });
    expect(await readLettersPage({})(kysely)).not.toHaveProperty('totalIsMinimum');
    await addLetters(1000, 1001);
    expect(await readLettersPage({})(kysely)).toMatchObject({ total: 1000, totalIsMinimum: true });
  });
});

/** Searches that can take long, because they read the text of each row, or all rows of a salesman. */
const keyword = 'x';
const longLists: Record<string, (db: Db) => Promise<unknown>> = {
  'the audit log': readAuditPage({ keyword }),
  'the audit log with filters': readAuditPage({
    filters: [{ field: 'action', op: 'noneOf', values: ['user.update'] }],
  }),
  'the outbox': readLettersPage({ keyword }),
  'help requests': readHelpPage({ keyword }),
  licences: readLicensesPage({ keyword }),
  'licences of a country': readLicensesPage({ country: 'NO' }),
  'licences of a salesman': (db) =>
    searchLicenses(db, { userId: 2, profileID: 2 }, { search: licenseAdmin.search.body.parse({}), now: noon }),
  'CRM accounts': readAccountsPage({ keyword }),
};

test.each(Object.keys(longLists))('a long search of %s runs on a reader thread on SQLite', async (name) => {
  const { kysely } = await createTestDatabase('SQLite');
  const message = 'the query runs on a reader thread';
  const refuseQuery = () => {
    throw new Error(message);
  };
  registerReaders(kysely, kysely.withPlugin({ transformQuery: refuseQuery, transformResult: refuseQuery }));
  await expect(longLists[name]?.(kysely)).rejects.toThrow(message);
});

/** Creates an e-mail of the outbox. Several of these e-mails have the same address, state and time. */
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

type CursorPage = { items: readonly { id: number }[]; next?: string; previous?: string };

/** Reads all pages from the given page on. Returns the ids in the order of the list. */
async function readAllPages(
  read: (cursor: object) => Promise<CursorPage>,
  cursorName: 'next' | 'previous',
  start: object,
) {
  const pagesOfIds: number[][] = [];
  for (let cursor: object | null = start; cursor !== null;) {
    const cursorPage: CursorPage = await read(cursor);
    pagesOfIds.push(cursorPage.items.map(({ id }) => id));
    const nextCursor = cursorPage[cursorName];
    cursor = nextCursor === undefined ? null : { [cursorName === 'next' ? 'after' : 'before']: nextCursor };
  }
  return (cursorName === 'next' ? pagesOfIds : pagesOfIds.toReversed()).flat();
}

/**
 * Matches a step of a query plan that sorts rows, or that tests each row of a table. A count may scan a table, because it stops after a
 * thousand rows. An incremental sort on PostgreSQL only sorts rows that have the same first key.
 */
const fullScanPattern = new RegExp(
  `TEMP B-TREE|SCAN (?!.*USING)(?!existing|counted|CONSTANT ROW)|${filteredScanPattern.source}|(?<!Incremental )Sort {2}`,
);

test.each(databases)(
  'a wrong cursor is refused without a read, whose failure nothing would wait for (%s)',
  async (kind) => {
    const { kysely, close } = await openWithLongTimeouts(await createTestLocation(kind));
    await close();
    await expect(readLettersPage({ after: '["wrong"]' })(kysely)).rejects.toMatchObject({ code: 'INVALID' });
  },
);
