import { audit, auditListFields } from '@basics/contract/audit/audit.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import {
  operatorsByType,
  type ListFields,
  type ListFieldType,
  type ListFilter,
  type ListOperator,
  type ListValue,
} from '@basics/contract/calls/list-fields.ts';
import { accountListFields, crm } from '@basics/contract/crm/crm.ts';
import { companies, companyListFields } from '@basics/contract/companies/companies.ts';
import { assignmentListFields, countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { helpListFields, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { letterListFields, mail } from '@basics/contract/mail/mail.ts';
import { noteListFields, releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { writeAccounts } from '#server/features/crm/crm.repository.ts';
import { insertNote } from '#server/features/release-notes/release-notes.repository.ts';
import { writeNoteSearch } from '#server/features/release-notes/note-search.repository.ts';
import { insertCompany } from '#server/features/companies/companies.repository.ts';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { days, startOfDay, toUtcDay } from '#server/platform/clock/clock.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import {
  createHelpRequestRow,
  createLicenseRow,
  createMachineRow,
  createUserRow,
  writeMissingSearchTexts,
} from '#server/testing/database/rows.ts';
import { databases } from '#server/testing/database/databases.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { noon, testKey, type Portal } from '#server/testing/portal.ts';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

/** A list: its calls, its fields, and how the value of a field is read from a row: '' or 0 if the row has none. */
type TestedList = {
  search: Endpoint;
  export?: Endpoint;
  body: object;
  fields: ListFields;
  read: Record<string, (row: Row) => ListValue>;
};
const rowSchema = z.record(z.string(), z.any());
type Row = z.infer<typeof rowSchema>;
const pageSchema = z.object({ items: z.array(rowSchema), total: z.int() });

const toMoment = (moment: string | null): number => (moment === null ? 0 : Date.parse(moment));

const lists: Record<string, TestedList> = {
  companies: {
    search: companies.search,
    body: {},
    fields: companyListFields,
    read: {
      name: (row) => row['name'],
      country: (row) => row['country'] ?? '',
      status: (row) => row['status'],
      members: (row) => row['members'],
      seatsUsed: (row) => row['seatsUsed'],
      hasCrmAccount: (row) => (row['crmAccount'] === null ? 0 : 1),
      createdAt: (row) => toMoment(row['createdAt']),
    },
  },
  'the audit log': {
    search: audit.search,
    export: audit.export,
    body: {},
    fields: auditListFields,
    read: {
      action: (row) => row['action'],
      actorId: (row) => row['actor']?.userId ?? 0,
      subjectKind: (row) => row['subject'].kind,
      at: (row) => toMoment(row['at']),
    },
  },
  'help requests': {
    search: helpRequests.search,
    export: helpRequests.export,
    body: { state: 'open' },
    fields: helpListFields,
    read: {
      country: (row) => row['user'].country ?? '',
      company: (row) => row['user'].company,
      machineName: (row) => row['comment'],
      askedAt: (row) => toMoment(row['askedAt']),
    },
  },
  'the outbox': {
    search: mail.search,
    export: mail.export,
    body: {},
    fields: letterListFields,
    read: {
      state: (row) => row['state'],
      kind: (row) => row['kind'],
      brand: (row) => row['brand'],
      createdAt: (row) => toMoment(row['createdAt']),
      sentAt: (row) => toMoment(row['sentAt']),
    },
  },
  assignments: {
    search: countrySalesmen.search,
    export: countrySalesmen.export,
    body: {},
    fields: assignmentListFields,
    read: {
      continent: (row) => row['continent'],
      country: (row) => row['country'],
      brand: (row) => row['brand'],
      salesman: (row) => row['salesman'].userId,
    },
  },
  'CRM accounts': {
    search: crm.search,
    export: crm.export,
    body: {},
    fields: accountListFields,
    read: {
      name: (row) => row['name'],
      account: (row) => row['account'],
      city: (row) => row['city'],
      country: (row) => row['country'] ?? '',
    },
  },
  'release notes': {
    search: releaseNotes.search,
    export: releaseNotes.export,
    body: {},
    fields: noteListFields,
    read: {
      title: (row) => row['title'],
      version: (row) => row['version'],
      status: (row) => row['status'],
      releaseDate: (row) => row['releaseDate'],
    },
  },
};

describe.each(databases)('the filters of lists (%s)', (kind) => {
  const portal = suitePortal(kind);
  let root: Person;
  let salesman: Person;
  beforeAll(async () => {
    root = await addPerson(portal(), { profileId: 1 });
    salesman = await addPerson(portal(), { profileId: 2 });
    await addRecords(portal(), [root.id, salesman.id]);
  });

  const readRows = async (list: TestedList, filters: readonly ListFilter[], token = root.token) => {
    const response = await portal().call(list.search, { token, body: { ...list.body, filters, pageSize: 200 } });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return pageSchema.parse(response.body);
  };

  test.each(Object.entries(lists))('the page and the export of %s contain the rows that match', async (_, list) => {
    const all = await readRows(list, []);
    expect(all.items.length).toBe(all.total);
    expect(all.total).toBeGreaterThan(5);
    const samples = fc.sample(fc.array(arbitraryFilter(list, all.items), { minLength: 1, maxLength: 2 }), {
      numRuns: 60,
      seed: kind === 'SQLite' ? 7 : 11,
    });
    const match = (filters: readonly ListFilter[]) =>
      all.items.filter((row) => filters.every((filter) => isMatch(list, row, filter)));
    for (const filters of samples) {
      const text = JSON.stringify(filters);
      const found = await readRows(list, filters);
      expect(found.items, text).toEqual(match(filters));
      expect(found.total, text).toBe(match(filters).length);
    }
    if (!list.export) return;
    // The audit log also records the exports.
    const isOfBefore = (row: Record<string, string>): boolean => row['action'] !== 'audit.export';
    for (const filters of samples.filter((sample) => match(sample).length > 0).slice(0, 2)) {
      const file = await portal().call(list.export, { token: root.token, body: { ...list.body, filters } });
      expect(file.status).toBe(200);
      expect(readCsvCells(file).filter(isOfBefore), JSON.stringify(filters)).toHaveLength(match(filters).length);
    }
  });

  test('the help requests of a salesman are those that he sees', async () => {
    const list = lists['help requests'];
    if (!list) throw new Error('no list');
    const own = await readRows(list, [], salesman.token);
    const filtered = await readRows(list, [{ field: 'salesman', op: 'oneOf', values: [salesman.id] }]);
    expect(filtered).toEqual(own);
    const all = await readRows(list, []);
    const others = await readRows(list, [{ field: 'salesman', op: 'noneOf', values: [salesman.id] }]);
    expect([own.total, others.total]).toEqual([expect.any(Number), all.total - own.total]);
    expect(own.total * others.total).toBeGreaterThan(0);
  });

  test('a field or an operator that the list does not have is refused', async () => {
    for (const filter of [
      { field: 'password', op: 'is', values: ['x'] },
      { field: 'createdAt', op: 'contains', values: ['2026'] },
    ]) {
      const response = await portal().call(companies.search, { token: root.token, body: { filters: [filter] } });
      expect(response.status).toBe(422);
    }
  });
});

/** Adds companies with people and PCs, entries of the audit log, help requests, e-mails and assignments. */
async function addRecords({ database }: Portal, [rootId = 0, salesmanId = 0]: readonly number[]): Promise<void> {
  const { kysely, transact } = database;
  for (const [country, brand] of [
    ['NO', 'blue'],
    ['NO', 'red'],
    ['PL', 'red'],
    ['JP', 'blue'],
  ] as const)
    await assignSalesman(database, salesmanId, country, brand);
  for (const [country, brand] of [
    ['DE', 'blue'],
    ['NO', 'blue'],
  ] as const)
    await assignSalesman(database, rootId, country, brand);
  await insertSigningKey(kysely, { ...testKey, at: noon });
  for (let n = 0; n < 14; n += 1) {
    const companyId = await transact((trx) =>
      insertCompany(trx, {
        name: ['Böhm & Söhne', 'Company 28', 'Company 283', 'O’Neil'][n % 4] ?? '',
        country: ['NO', 'PL', null][n % 3] ?? null,
        externalRef: `R-${n}`,
        crmAccount: n % 2 === 0 ? `C-${n}` : null,
        status: n % 5 === 0 ? 'suspended' : 'active',
        createdAt: noon - days(n * 3),
      }),
    );
    for (let at = 0; at < n % 4; at += 1) {
      const { id: userId } = await kysely
        .insertInto('users')
        .values(
          createUserRow({
            login: `c${n}-${at}@x.example`,
            companyId,
            companyRole: 'member',
            company: ['Böhm & Söhne', ''][at % 2] ?? '',
            country: ['NO', 'PL', 'DE'][(n + at) % 3] ?? 'NO',
          }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id: machineId } = await kysely
        .insertInto('machines')
        .values(createMachineRow({ userId, name: `PC ${n} ${at}` }))
        .returning('id')
        .executeTakeFirstOrThrow();
      await kysely
        .insertInto('licenses')
        .values(
          createLicenseRow({
            userId,
            machineId,
            keyId: testKey.keyId,
            expiresAt: noon + days(at === 1 ? -3 : 40),
            revokedAt: n === 6 ? noon : null,
          }),
        )
        .execute();
      const machineName = `Werk-${n % 3} Süd`;
      await kysely
        .insertInto('helpRequests')
        .values(
          createHelpRequestRow({
            userId,
            machineName,
            machineFold: foldText(machineName),
            comment: machineName,
            askedAt: noon - days(n),
          }),
        )
        .execute();
    }
    await transact((trx) =>
      recordAudit(trx, {
        at: noon - days(n % 6),
        actorId: [null, rootId, salesmanId][n % 3] ?? null,
        requestId: null,
        action: n % 2 === 0 ? 'tool.update' : 'user.update',
        subject: { kind: n % 4 === 0 ? 'user' : 'tool', id: n },
      }),
    );
    await kysely
      .insertInto('outbox')
      .values({
        toAddress: `${n}@x.example`,
        brandId: n % 3 === 0 ? 'red' : 'blue',
        kind: n % 2 === 0 ? 'mailTest' : 'helpRequest',
        subject: 'Subject',
        text: '',
        html: '',
        messageId: `<${n}@x.example>`,
        state: n % 2 === 0 ? 'sent' : 'failed',
        attempts: 1,
        createdAt: noon - days(n),
        nextAttemptAt: noon,
        sentAt: n % 2 === 0 ? noon - days(n - 1) : null,
      })
      .execute();
  }
  await transact(async (trx) => {
    await writeAccounts(
      trx,
      Array.from({ length: 14 }, (_, n) => ({
        account: ['K-', 'Straße ', 'c-'][n % 3] + String(n),
        name: ['Böhm & Söhne', 'O’Neil', 'Company 28', 'company 283'][n % 4] ?? '',
        city: ['Zürich', '', 'Malmö'][n % 3] ?? '',
        country: ['NO', null, 'PL'][n % 3] ?? null,
      })),
    );
    for (let n = 0; n < 14; n += 1) {
      const note = {
        title: ['Änderungen', 'Basics 1.4', 'basics 1.4.1'][n % 3] ?? '',
        description: 'Text',
        version: ['1.4.0', '1.4.1-RC', '1.10'][n % 3] ?? '',
        releaseDate: toUtcDay(noon + days(n % 2 === 0 ? -3 * n : n)),
        status: n % 4 === 0 ? ('draft' as const) : ('published' as const),
        createdAt: noon,
        updatedAt: noon,
      };
      const { id } = await insertNote(trx, note);
      await writeNoteSearch(trx, id, note);
    }
  });
  await writeMissingSearchTexts(database);
}

/** Random filters of a list, with values that its rows have, and some that they do not have. */
function arbitraryFilter({ fields, read }: TestedList, rows: readonly Row[]): fc.Arbitrary<ListFilter> {
  return fc.constantFrom(...Object.keys(read)).chain((field) => {
    const { type } = fields[field] ?? { type: 'flag' as ListFieldType };
    const values = [...new Set(rows.map((row) => read[field]?.(row) ?? ''))].filter(
      (value) => value !== '' && value !== 0,
    );
    return fc
      .constantFrom<ListOperator>(...operatorsByType[type])
      .chain((op) => arbitraryValues(type, op, values).map((chosen) => ({ field, op, values: chosen })));
  });
}

function arbitraryValues(
  type: ListFieldType,
  op: ListOperator,
  values: readonly ListValue[],
): fc.Arbitrary<readonly ListValue[]> {
  if (op.endsWith('mpty') || type === 'flag') return fc.constant([]);
  if (op === 'inNext' || op === 'inLast') return fc.integer({ min: 1, max: 40 }).map((count) => [count]);
  if (type === 'moment' || type === 'day') {
    const day = fc.integer({ min: -45, max: 3 }).map((n) => new Date(noon + days(n)).toISOString().slice(0, 10));
    return op === 'between' ? fc.tuple(day, day).map((pair) => pair.toSorted()) : day.map((one) => [one]);
  }
  if (type === 'count') return fc.integer({ min: 0, max: 4 }).map((count) => [count]);
  const value = fc.constantFrom(...values);
  if (type !== 'text') return fc.uniqueArray(value, { minLength: 1, maxLength: 2 });
  return value.map((text) => [
    op === 'contains' ? String(text).slice(1, 5).toUpperCase() : ` ${String(text).toUpperCase()}`,
  ]);
}

function isMatch({ fields, read }: TestedList, row: Row, { field, op, values }: ListFilter): boolean {
  const value = read[field]?.(row) ?? '';
  const isEmpty = value === '' || value === 0;
  const [first = '', last = first] = values;
  const { type } = fields[field] ?? {};
  if (op === 'isEmpty') return isEmpty;
  if (op === 'isNotEmpty') return !isEmpty;
  if (op === 'yes') return value === 1;
  if (op === 'no') return value === 0;
  if (op === 'oneOf') return values.includes(value);
  if (op === 'noneOf') return !values.includes(value);
  if (type === 'count') return op === 'is' ? value === first : op === 'more' ? value > first : value < first;
  if (type === 'text') {
    const [text, word] = [foldText(String(value)), foldText(String(first).trim())];
    return op === 'contains' ? text.includes(word) : (text === word) === (op === 'is');
  }
  if (isEmpty) return false;
  const moment = type === 'day' ? Date.parse(String(value)) : Number(value);
  if (op === 'before') return moment < Date.parse(String(first));
  if (op === 'after') return moment >= Date.parse(String(first)) + days(1);
  if (op === 'between') return moment >= Date.parse(String(first)) && moment < Date.parse(String(last)) + days(1);
  const today = startOfDay(noon);
  return op === 'inNext'
    ? moment >= (type === 'day' ? today : noon) && moment < today + days(Number(first) + 1)
    : moment >= today - days(Number(first)) && moment <= noon;
}
