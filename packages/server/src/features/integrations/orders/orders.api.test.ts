import { companies } from '@basics/contract/companies/companies.ts';
import { integrationEvents } from '@basics/contract/integrations/events.ts';
import { orders } from '@basics/contract/integrations/orders.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { license, licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { extendChain } from '#server/platform/audit/extend-chain.ts';
import {
  createTestDatabase,
  databases,
  defaultDatabases,
  type DatabaseKind,
} from '#server/testing/database/databases.ts';
import { runDueJobs } from '#server/testing/due-jobs.ts';
import { openPortal, readProblemCode } from '#server/testing/portal.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { assignSalesman, listLetters } from '#server/testing/records/staff.ts';

const accountPermissions = [
  'users.view',
  'users.edit',
  'users.create',
  'users.create-customer',
  'license.generate',
  'account.view',
];
const login = 'ada@customer.example';
const customer = { login, firstName: 'Ada', lastName: 'Weber', company: 'Alder GmbH', country: 'DE' };
const firstLine = { line: '10', tool: 'basics', brand: 'blue', pcs: 3, validTo: '2026-12-31' };

/** Opens a portal with an administrator, a salesman of Germany, and a key of the salesman's service account. */
async function openShop(kind: DatabaseKind, countries: string[] | null = null) {
  const portal = await openPortal(await createTestDatabase(kind));
  const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example', grants: [] });
  const sam = await addPerson(portal, { profileId: 2, login: 'sam@portal.example', country: 'DE' });
  await assignSalesman(portal.database, sam.id, 'DE', 'blue');
  const fields = { name: 'Shop', purpose: '', ownerId: sam.id, countries, brands: null, networks: [] };
  const account = serviceAccounts.create.reply.parse(
    (
      await portal.call(serviceAccounts.create, {
        token: root.token,
        body: { ...fields, permissions: accountPermissions },
      })
    ).body,
  );
  const { key } = serviceAccounts.createKey.reply.parse(
    (
      await portal.call(serviceAccounts.createKey, {
        token: root.token,
        params: { id: account.accountId },
        body: { name: 'shop' },
      })
    ).body,
  );
  const put = (externalId: string, body: Record<string, unknown>, token = key) =>
    portal.call(orders.put, { token, params: { source: 'shop', externalId }, body: { customer, ...body } });
  const order = async (externalId: string, body: Record<string, unknown>) => {
    const response = await put(externalId, body);
    expect(response.body).toMatchObject({ externalId });
    return orders.put.reply.parse(response.body);
  };
  const readTools = async (id: number) =>
    users.get.reply.parse((await portal.call(users.get, { token: key, params: { id } })).body).tools;
  const countRows = async () => {
    const tables = ['users', 'orders', 'order_lines', 'tool_grants', 'companies', 'outbox', 'audit'];
    const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)})`);
    const { rows } =
      await sql`select ${sql.join(counts.map((count, at) => sql`${count} as ${sql.id(`c${at}`)}`))}`.execute(
        portal.database.kysely,
      );
    return rows[0];
  };
  /** The customer sets a password: the account is active. */
  const activate = (id: number) =>
    portal.database.kysely.updateTable('users').set({ status: 'active' }).where('id', '=', id).execute();
  const issue = async (id: number, pc: string) => {
    const { status, body } = await portal.call(licenses.issue, {
      token: root.token,
      params: { id },
      body: { verificationCode: createCode(createMachine(pc), { at: portal.now() }), brand: 'blue' },
    });
    return status === 200 ? license.parse(body).expiryDate : readProblemCode(body);
  };
  return { portal, root, sam, key, put, order, readTools, countRows, activate, issue };
}

describe.each(databases)('an order that arrives many times (%s)', (kind) => {
  test('50 times at once are one order: one customer, one invitation, one grant', async () => {
    const { portal, put, countRows, readTools } = await openShop(kind);
    const company = { externalRef: 'K-4711', name: 'Alder GmbH', country: 'DE' };
    const body = { lines: [firstLine] };
    const answers = await Promise.all(Array.from({ length: 50 }, () => put('A-1', body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const order = orders.put.reply.parse(answers[0]?.body);
    expect(order).toMatchObject({ created: true, invitation: 'sent', company: null, lines: [{ state: 'valid' }] });
    expect(await readTools(order.userId)).toMatchObject([{ tool: 'basics', pcs: 3, validTo: '2026-12-31' }]);
    expect(await listLetters(portal)).toEqual([`accountCreated to ${login}`]);
    const counted = await countRows();
    expect((await put('A-1', body)).body).toEqual(order);
    expect(await countRows()).toEqual(counted);

    // Different orders of one new customer and one new company at once: each counts, and both exist once.
    const bo = { ...customer, login: 'bo@customer.example' };
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        put(`B-${at}`, { customer: bo, company, lines: [{ ...firstLine, pcs: 2 }] }),
      ),
    );
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
    const parsed = many.map((answer) => orders.put.reply.parse(answer.body));
    expect([new Set(parsed.map(({ userId }) => userId)).size, parsed.filter(({ created }) => created).length]).toEqual([
      1, 1,
    ]);
    const grants = await portal.database.kysely.selectFrom('companyGrants').selectAll().execute();
    expect(grants).toMatchObject([{ pcs: 20, companyId: parsed[0]?.company?.companyId, validTo: '2026-12-31' }]);
  });

  test('a changed order changes the difference, fewer PCs than in use are refused with their names, and a cancelled one ends with the licences', async () => {
    const { portal, sam, key, put, order, readTools, countRows, activate, issue } = await openShop(kind);
    const { userId } = await order('A-1', { lines: [{ ...firstLine, pcs: 2 }] });
    await activate(userId);
    expect([await issue(userId, 'DRAW-01'), await issue(userId, 'DRAW-02')]).toEqual(['2026-12-31', '2026-12-31']);
    expect(await issue(userId, 'DRAW-03')).toBe('SEAT_LIMIT');
    // Staff add a PC by hand, and the order adds two more: both count.
    const tools = await readTools(userId);
    const byStaff = { tools: tools.map((grant) => ({ ...grant, pcs: 3 })) };
    expect((await portal.call(users.update, { token: sam.token, params: { id: userId }, body: byStaff })).status).toBe(
      200,
    );
    await order('A-1', { lines: [{ ...firstLine, pcs: 4 }], note: 'two more' });
    expect(await readTools(userId)).toMatchObject([{ pcs: 5, validTo: '2026-12-31' }]);
    expect(await issue(userId, 'DRAW-03')).toBe('2026-12-31');

    const counted = await countRows();
    const refused = await put('A-1', { lines: [{ ...firstLine, pcs: 1 }] });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'SEATS_IN_USE',
        message: expect.stringMatching(
          /^2 is not enough for the PCs that use a seat now \(3\): DRAW-0\d, DRAW-0\d, DRAW-0\d\./,
        ),
        fields: { 'lines.0.pcs': expect.any(String) },
      },
    });
    expect(await countRows()).toEqual(counted);

    // A renewal in another order continues the days; its further PCs come on its first day.
    const next = { ...firstLine, pcs: 6, validFrom: '2027-01-01', validTo: '2027-12-31' };
    await order('A-2', { lines: [next] });
    expect(await readTools(userId)).toMatchObject([{ pcs: 5, validTo: '2027-12-31' }]);
    portal.pass(days(300));
    expect(await runDueJobs(portal)).toContain('integrations.orders');
    expect(await readTools(userId)).toMatchObject([{ pcs: 7, validFrom: '2027-01-01' }]);

    // Cancelled: no further PC, and no renewal; what runs stays.
    await order('A-1', { lines: [{ ...firstLine, pcs: 0 }] });
    const cancelled = await order('A-2', { lines: [] });
    expect(cancelled.lines).toEqual([]);
    expect((await order('A-1', { lines: [{ ...firstLine, pcs: 0 }] })).lines).toMatchObject([{ state: 'cancelled' }]);
    expect((await readTools(userId))[0]?.validTo).toBe('2027-01-03');
    await extendChain(portal.database);
    const events = await portal.call(integrationEvents.events, {
      token: key,
      query: { after: '0', type: 'order.applied' },
    });
    expect(integrationEvents.events.reply.parse(events.body).items).toHaveLength(5);
    const listed = await portal.call(orders.search, { token: key, body: { userId } });
    expect(orders.search.reply.parse(listed.body)).toMatchObject({
      total: 2,
      items: [{ externalId: 'A-2' }, { externalId: 'A-1', note: '', customer: { name: 'Ada Weber', login } }],
    });
  });
});

describe.each(defaultDatabases)('what an order may do (%s)', (kind) => {
  test('each wrong value is a sentence at its field, and nothing is written', async () => {
    const { portal, put, countRows } = await openShop(kind, ['DE']);
    await addPerson(portal, { login: 'far@customer.example', country: 'NO' });
    const counted = await countRows();
    const wrong = [
      [{ lines: [{ ...firstLine, tool: 'basisc' }] }, 'lines.0.tool', 'no tool'],
      [{ lines: [{ ...firstLine, brand: 'pink' }] }, 'lines.0.brand', 'no brand'],
      [{ lines: [{ ...firstLine, addOns: ['configTrail'] }] }, 'lines.0.addOns', 'no add-on'],
      [{ lines: [{ ...firstLine, addOns: ['configRail'] }] }, 'lines.0.addOns', 'does not allow'],
      [{ lines: [firstLine, firstLine] }, 'lines.1.line', 'has this number'],
      [{ lines: [{ ...firstLine, pcs: -1 }] }, 'lines.0.pcs', 'whole number'],
      [{ lines: [{ ...firstLine, validFrom: '2027-01-01' }] }, 'lines.0.validTo', 'first day'],
      [{ lines: [] }, 'lines', 'at least one PC'],
      [{ customer: { ...customer, country: 'Germany' }, lines: [firstLine] }, 'customer.country', ''],
      [{ customer: { ...customer, country: 'XX' }, lines: [firstLine] }, 'customer.country', 'two letters'],
      [{ customer: { ...customer, profileID: 2 }, lines: [firstLine] }, 'customer.profileID', 'not allowed'],
      [{ company: { name: 'Alder' }, lines: [firstLine] }, 'company.externalRef', 'required'],
    ] as const;
    for (const [body, field, words] of wrong)
      expect((await put('A-1', body)).body).toMatchObject({
        code: 'INVALID',
        fields: { [field]: expect.stringContaining(words) },
      });
    const abroad = await put('A-1', { customer: { ...customer, country: 'NO' }, lines: [firstLine] });
    expect(readProblemCode(abroad.body)).toBe('KEY_SCOPE');
    expect(await countRows()).toEqual(counted);
    // The login of a customer out of scope cannot be used; the administrators get an e-mail.
    const far = await put('A-1', { customer: { ...customer, login: 'far@customer.example' }, lines: [firstLine] });
    expect(far.body).toMatchObject({ fields: { 'customer.login': expect.stringContaining('cannot be created here') } });
    expect(await listLetters(portal)).toEqual(['accountOutOfScope to root@portal.example']);
  });

  test('an order of a company gives PCs to the company and invites, and another shop reaches neither the order nor the company', async () => {
    const { portal, root, key, put, order, readTools } = await openShop(kind);
    const company = { externalRef: 'K-4711', name: 'Alder GmbH', country: 'DE' };
    const first = await order('A-1', { company, lines: [firstLine] });
    expect(first).toMatchObject({ created: true, invitation: 'sent', company: { name: 'Alder GmbH' } });
    expect(await readTools(first.userId)).toEqual([]);
    expect(await listLetters(portal)).toEqual([`accountCreated to ${login}`, `companyInvitation to ${login}`]);
    const companyId = first.company?.companyId ?? 0;
    const seats = await portal.call(companies.seats, { token: root.token, params: { id: companyId } });
    expect(seats.body).toMatchObject({ items: [{ pcs: 3, source: 'shop A-1', validTo: '2026-12-31' }] });

    const codeOf = async (response: Promise<{ body: unknown }>) => readProblemCode((await response).body);
    // An order keeps its customer and its company.
    expect((await put('A-1', { company: { ...company, externalRef: 'K-1' }, lines: [firstLine] })).body).toMatchObject({
      fields: { 'company.externalRef': expect.stringContaining('keeps its company') },
    });
    const bo = { ...customer, login: 'bo@customer.example' };
    expect((await put('A-1', { customer: bo, company, lines: [firstLine] })).body).toMatchObject({
      fields: { 'customer.login': expect.stringContaining('keeps its customer') },
    });
    // The company is used, not changed, by a later order; PCs are added.
    await order('A-2', { customer: bo, company: { ...company, name: 'Other' }, lines: [{ ...firstLine, pcs: 4 }] });
    const later = await portal.call(companies.seats, { token: root.token, params: { id: companyId } });
    expect(later.body).toMatchObject({ items: [{ pcs: 7, source: 'shop A-2' }] });

    const other = await addPerson(portal, { profileId: 2, login: 'tom@portal.example', country: 'NO' });
    await assignSalesman(portal.database, other.id, 'NO', 'blue');
    const read = (token: string) =>
      codeOf(portal.call(orders.read, { token, params: { source: 'shop', externalId: 'A-1' } }));
    expect(await read(other.token)).toBe('RESULTS_NOT_FOUND');
    const norwegian = { ...customer, login: 'nora@customer.example', country: 'NO' };
    expect(await codeOf(put('A-1', { lines: [firstLine] }, other.token))).toBe('RESULTS_NOT_FOUND');
    expect((await put('N-1', { customer: norwegian, company, lines: [firstLine] }, other.token)).body).toMatchObject({
      fields: { 'company.externalRef': expect.stringContaining('cannot be used here') },
    });
    const search = await portal.call(orders.search, { token: other.token, body: {} });
    expect(search.body).toMatchObject({ items: [], total: 0 });

    // A deleted customer does not come back with a repeated order.
    await portal.call(users.remove, { token: root.token, params: { id: first.userId } });
    expect(await codeOf(put('A-1', { company, lines: [firstLine] }))).toBe('RESULTS_NOT_FOUND');
    expect(await read(key)).toBe('RESULTS_NOT_FOUND');
  });

  test('what staff entered before the first order stays, and an open request is decided first', async () => {
    const { portal, order, put, readTools } = await openShop(kind);
    const { id } = await addPerson(portal, { login, country: 'DE', grants: [{ brand: 'blue' }] });
    await portal.database.kysely.updateTable('toolGrants').set({ pcs: 2 }).where('userId', '=', id).execute();
    const placed = await order('A-1', { lines: [firstLine] });
    expect(placed).toMatchObject({ userId: id, created: false, invitation: 'none' });
    expect(await readTools(id)).toMatchObject([{ pcs: 5, validTo: '2026-12-31' }]);
    await order('A-1', { lines: [] });
    expect(await readTools(id)).toMatchObject([{ pcs: 2, validTo: null }]);
    await addPerson(portal, { login: 'new@customer.example', country: 'DE', status: 'pending' });
    const pending = await put('A-2', { customer: { ...customer, login: 'new@customer.example' }, lines: [firstLine] });
    expect(readProblemCode(pending.body)).toBe('REQUEST_OPEN');
    await addPerson(portal, { login: 'late@customer.example', country: 'DE', status: 'unverified' });
    const late = await put('A-3', { customer: { ...customer, login: 'late@customer.example' }, lines: [firstLine] });
    expect(late.body).toMatchObject({ fields: { 'customer.login': expect.stringContaining('not confirmed') } });
  });
});
