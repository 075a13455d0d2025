import { audit } from '@basics/contract/audit/audit.ts';
import { companies } from '@basics/contract/companies/companies.ts';
import { crm } from '@basics/contract/crm/crm.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { imports } from '@basics/contract/imports/imports.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { databases } from '#server/testing/database/databases.ts';
import { importFile, previewImport } from '#server/testing/records/imports.ts';
import { createUserBody, assignSalesman, openStaffedPortal } from '#server/testing/records/staff.ts';

describe.each(databases)('the CSV export of a list (%s)', (kind) => {
  test('the file of requests contains the requested tools, the responsible salesman and the decision (T252)', async () => {
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

  test('an export for people has the words of the page and the chosen separator, and can be imported', async () => {
    const { portal, ada, asRoot: token } = await openStaffedPortal(kind);
    const body = createUserBody({ login: 'new@x.example', email: 'new@x.example' });
    await portal.call(users.create, { token, body: { ...body, profileID: 3 } });
    const query = { separator: 'semicolon', words: 'screen' } as const;
    const usersText = (await portal.call(users.export, { token, body: {}, query })).bytes.toString();
    const [header, ...rows] = usersText.split('\r\n');
    expect(header).toMatch(/^\uFEFF"Login\/Email";"First name";"Last name";"Phone";"Company";"Profile"/);
    expect(rows.find((row) => row.includes('new@x.example'))).toMatch(/"Agent or distributor".*"Germany".*"Invited"/);
    expect(await previewImport(portal, imports.users, usersText, { token })).toMatchObject({
      changes: [],
      errors: [],
      unchanged: rows.length - 1,
    });
    await assignSalesman(portal.database, ada, 'NO', 'red');
    const assignmentsText = (await portal.call(countrySalesmen.export, { token, body: {}, query })).bytes.toString();
    expect(assignmentsText).toMatch(/^\uFEFF"Country";"Brand";"Salesman";"Continent".*"Norway"/s);
    expect(await previewImport(portal, imports.assignments, assignmentsText, { token })).toMatchObject({
      changes: [],
      errors: [],
      unchanged: 2,
    });
    await importFile(portal, imports.crmAccounts, 'account,name,country\nC-1,A,DE', { token });
    const accountsText = (await portal.call(crm.export, { token, body: {}, query })).bytes.toString();
    expect(accountsText).toBe('\uFEFF"CRM account";"Name";"City";"Country"\r\n"C-1";"A";"";"Germany"\r\n');
    expect(await previewImport(portal, imports.crmAccounts, accountsText, { token })).toMatchObject({ unchanged: 1 });
    for (const call of [
      users,
      companies,
      requests,
      countrySalesmen,
      crm,
      mail,
      audit,
      helpRequests,
      licenseAdmin,
      releaseNotes,
    ]) {
      const text = (await portal.call(call.export, { token, body: {}, query })).bytes.toString();
      const [headings = ''] = text.split('\r\n');
      // Each column has a heading in the words of the page: a capital letter, and no camel case.
      expect(
        headings
          .slice(1)
          .split(';')
          .filter((heading) => !/^"[A-Z][^A-Z]*(?:\/Email| Id|CRM.*)?"$|^"CRM account"$/.test(heading)),
      ).toEqual([]);
    }
  });
});
