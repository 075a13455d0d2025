import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/database/databases.ts';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { createUserBody, openStaffedPortal } from '#server/testing/records/staff.ts';
import type { StaffedPortal } from '#server/testing/records/staff.ts';

const createCustomer = async (
  { portal, asRoot }: StaffedPortal,
  name: string,
  changedFields: Record<string, unknown> = {},
) => {
  const login = `${name}@customer.example`;
  const body = createUserBody({ login, email: login, ...changedFields });
  expect((await portal.call(users.create, { token: asRoot, body })).status).toBe(200);
};

const exportUsers = async ({ portal }: StaffedPortal, token: string, body: Record<string, unknown> = {}) => {
  const response = await portal.call(users.export, { token, body });
  expect(response.status).toBe(200);
  return readCsvCells(response);
};

describe.each(databases)('users as CSV (%s)', (kind) => {
  test('a row of an export contains the columns of the list and the columns that the import reads', async () => {
    const fixture = await openStaffedPortal(kind);
    const tools = [
      { tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: '2027-01-31' },
      { tool: 'basics', brand: 'red', configTools: [], validFrom: null, validTo: null },
    ];
    await createCustomer(fixture, 'nele', { phone: '+49 30 1', company: '=1+1', tools, crmAccount: 'C-1' });
    const response = await fixture.portal.call(users.export, { token: fixture.asRoot, body: { keyword: 'nele' } });
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="users-2026-03-10.csv"; filename*=UTF-8''users-2026-03-10.csv`,
    });
    expect(response.bytes.toString()).toContain(`"'+49 30 1","'=1+1"`);
    expect(readCsvCells(response)).toEqual([
      {
        login: 'nele@customer.example',
        firstName: 'Nele',
        lastName: 'Neu',
        phone: "'+49 30 1",
        company: "'=1+1",
        profile: 'SmallCustomer',
        brand: 'blue',
        country: 'DE',
        tools: 'basics:blue:configRail:..2027-01-31; basics:red',
        language: 'en',
        canReceiveMail: 'yes',
        crmAccount: 'C-1',
        userId: expect.stringMatching(/^\d+$/),
        status: 'approved',
        continent: 'Europe',
        createdAt: '2026-03-10T12:00:00.000Z',
      },
    ]);
  });

  test('an export contains the same rows as the list: the same filters, order and scope, and all pages', async () => {
    const fixture = await openStaffedPortal(kind);
    for (let index = 0; index < 12; index += 1)
      await createCustomer(fixture, `c${index}`, {
        lastName: `Name ${index % 5}`,
        country: index % 2 === 0 ? 'DE' : 'NO',
        company: index % 3 === 0 ? 'Nørd AS' : '',
      });
    for (const token of [fixture.asRoot, fixture.asAda])
      for (const search of [
        {},
        { country: 'NO' },
        { keyword: 'nord' },
        { tool: 'basics', brand: 'blue', profileID: 7 },
        ...['login', 'firstName', 'lastName', 'company', 'country', 'status', 'createdAt'].flatMap((field) => [
          { sort: { field, direction: 'asc' } },
          { sort: { field, direction: 'desc' } },
        ]),
      ]) {
        const { body } = await fixture.portal.call(users.search, { token, body: { ...search, pageSize: 200 } });
        const { items } = users.search.reply.parse(body);
        const rows = await exportUsers(fixture, token, search);
        expect(
          rows.map(({ login }) => login),
          JSON.stringify(search),
        ).toEqual(items.map(({ login }) => login));
        // The test moves the clock, because a user can export only 20 times an hour.
        fixture.portal.pass(600_000);
      }
    expect((await exportUsers(fixture, fixture.asAda)).length).toBeLessThan(
      (await exportUsers(fixture, fixture.asRoot)).length,
    );
  });

  test('the audit log records every export, and the number of exports per hour is limited', async () => {
    const fixture = await openStaffedPortal(kind);
    const requestExport = () => fixture.portal.call(users.export, { token: fixture.asAda, body: { keyword: 'x' } });
    const statusCodes = new Set<number>();
    for (let index = 0; index < 20; index += 1) statusCodes.add((await requestExport()).status);
    expect(statusCodes).toEqual(new Set([200]));
    expect(await requestExport()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    const rows = await selectAuditEntries(fixture.portal.database.kysely)
      .select(['actorId', 'after'])
      .where('action', '=', 'user.export')
      .execute();
    expect(rows).toHaveLength(20);
    expect(rows[0]).toEqual({ actorId: fixture.ada, after: '{"keyword":"x"}' });
  });
});
