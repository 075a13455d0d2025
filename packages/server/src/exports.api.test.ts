import { audit } from '@basics/contract/audit.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { mail } from '@basics/contract/mail.ts';
import { requests } from '@basics/contract/requests.ts';
import { users } from '@basics/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { readCsvCells } from '#server/testing/csv.ts';
import { databases } from '#server/testing/databases.ts';
import { createUserBody, assignSalesman, openStaffedPortal } from '#server/testing/staff.ts';

describe.each(databases)('the CSV export of a list (%s)', (kind) => {
  test('the file of requests contains the requested tools, the responsible salesman and the decision', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const applicant = { status: 'pending', profileId: null } as const;
    const id = await portal.addUser({ login: 'a@x.example', country: 'DE', ...applicant });
    await portal.addUser({ login: 'b@x.example', country: 'NO', ...applicant });
    const readRows = async (token: string, body: Record<string, unknown> = {}) =>
      readCsvCells(await portal.call(requests.export, { token, body }));
    expect((await readRows(asRoot)).map(({ login }) => login)).toEqual(['a@x.example', 'b@x.example']);
    expect((await readRows(asAda)).map(({ login }) => login)).toEqual(['a@x.example']);
    await portal.call(requests.reject, { token: asAda, params: { id }, body: { id, reason: '@SUM(A1)' } });
    expect(await readRows(asRoot, { status: 'rejected' })).toMatchObject([
      {
        login: 'a@x.example',
        status: 'rejected',
        salesman: 'Test ada',
        decidedBy: 'Test ada',
        decidedAt: '2026-03-10T12:00:00.000Z',
        decisionReason: "'@SUM(A1)",
        userId: String(id),
      },
    ]);
  });

  test('the file of assignments has the columns of the import for administrators, and no login for other staff', async () => {
    const { portal, ada, asRoot, asAda } = await openStaffedPortal(kind);
    await assignSalesman(portal.database, ada, 'NO', 'red');
    const exportRows = async (token: string) =>
      readCsvCells(
        await portal.call(countrySalesmen.export, { token, body: { sort: { field: 'brand', direction: 'desc' } } }),
      );
    expect(await exportRows(asRoot)).toMatchObject([
      { country: 'NO', brand: 'red', salesman: 'ada@portal.example', continent: 'Europe', lastName: 'ada' },
      { country: 'DE', brand: 'blue', salesman: 'ada@portal.example' },
    ]);
    const rowsOfSalesman = await exportRows(asAda);
    expect(rowsOfSalesman).toHaveLength(2);
    expect(JSON.stringify(rowsOfSalesman)).not.toContain('@');
  });

  test('the files of the audit log and the outbox contain the filtered rows, the newest first, and no texts of e-mails', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    for (const name of ['one', 'two']) {
      const login = `${name}@x.example`;
      await portal.call(users.create, { token: asRoot, body: createUserBody({ login, email: login }) });
      portal.pass(1000);
    }
    const entries = readCsvCells(await portal.call(audit.export, { token: asRoot, body: { action: 'user.create' } }));
    expect(entries).toHaveLength(2);
    expect(JSON.parse(entries[0]?.['after'] ?? '')).toMatchObject({ login: 'two@x.example' });
    expect(entries[0]).toMatchObject({ actor: 'Test root', action: 'user.create', subjectKind: 'user', before: '' });
    const letterExport = await portal.call(mail.export, { token: asRoot, body: { state: 'queued' } });
    expect(readCsvCells(letterExport).map(({ to, kind: kindOfLetter }) => [to, kindOfLetter])).toEqual([
      ['two@x.example', 'accountCreated'],
      ['one@x.example', 'accountCreated'],
    ]);
    expect(letterExport.bytes.toString()).not.toMatch(/http|token/);
  });
});
