import { imports } from '@basics/contract/imports/imports.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import { createCsvText, importFile } from '#server/testing/records/imports.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { createUserBody, openStaffedPortal } from '#server/testing/records/staff.ts';

/**
 * Adds a right-to-left override, a line separator and a byte-order mark to a name. The portal may store a space in
 * place of an invisible character, but no other character.
 */
const addInvisible = (name: string): string => `\uFEFF\u202E${name}\u2069\u2028`;
const namesWithInvisible = {
  firstName: addInvisible('Ada'),
  lastName: addInvisible('Berg'),
  company: addInvisible('Berg AG'),
  phone: addInvisible('+49 1'),
};
const cleanNames = { firstName: 'Ada', lastName: 'Berg', company: 'Berg AG', phone: '+49 1' };
const invisibleCharacters = /[\p{Bidi_Control}\p{Zl}\p{Zp}\uFEFF]/u;

describe.each(defaultDatabases)('invisible characters (%s)', (kind) => {
  test('invisible characters are removed from names of people and companies in each form and import', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const { body } = await portal.call(users.create, { token, body: createUserBody(namesWithInvisible) });
    const { userId } = users.create.reply.parse(body);
    const updateBody = { version: 1, ...namesWithInvisible, crmAccount: addInvisible('C-1') };
    expect((await portal.call(users.update, { token, params: { id: userId }, body: updateBody })).status).toBe(200);
    const { email, login, brand, country, canReceiveMail } = createUserBody({
      login: 'b@x.example',
      email: 'b@x.example',
    });
    const form = { login, email, brand, country, canReceiveMail, tool: 'basics', reason: 'work', comment: '' };
    expect((await portal.call(registration.register, { body: { ...form, ...namesWithInvisible } })).status).toBe(200);
    // The test exports one user, changes the login in the file, and imports the file.
    const exportedText = (
      await portal.call(users.export, { token, body: { keyword: 'new@customer.example' } })
    ).bytes.toString();
    const csv = exportedText
      .replaceAll('new@customer.example', 'c@x.example')
      .replace('"Ada"', `"${namesWithInvisible.firstName}"`);
    await importFile(portal, imports.users, csv.replace('"Berg AG"', `"${namesWithInvisible.company}"`), { token });
    const rows = await portal.database.kysely
      .selectFrom('users')
      .select(['firstName', 'lastName', 'company', 'phone', 'crmAccount'])
      .where('lastName', 'like', '%Berg%')
      .execute();
    expect(rows).toHaveLength(3);
    for (const { crmAccount, ...stored } of rows) {
      const trimmedFields = Object.entries(stored).map(([field, text]) => [field, text.trim()]);
      expect(Object.fromEntries(trimmedFields)).toEqual(cleanNames);
      expect(JSON.stringify({ ...stored, crmAccount })).not.toMatch(invisibleCharacters);
    }
    await portal.close();
  });

  test('invisible characters are removed from CRM accounts, and from the name of a PC in a verification code', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const lines = [
      ['account', 'name', 'city'],
      [addInvisible('C-7'), addInvisible('Berg AG'), addInvisible('Ulm')],
    ];
    await importFile(portal, imports.crmAccounts, createCsvText(...lines), { token });
    await importFile(portal, imports.crmAccounts, createCsvText(...lines), { token });
    const accounts = portal.database.kysely.selectFrom('crmAccounts').select(['account', 'name', 'city']);
    expect(await accounts.execute()).toEqual([{ account: 'C-7', name: 'Berg AG', city: 'Ulm' }]);
    const ada = await addPerson(portal);
    const verificationCode = createCode(createMachine('DESK\u202E\u200F1'), { at: portal.now() });
    const params = { id: ada.id };
    expect((await portal.call(licenses.issue, { token: ada.token, params, body: { verificationCode } })).status).toBe(
      200,
    );
    expect(await portal.database.kysely.selectFrom('machines').select('name').execute()).toEqual([{ name: 'DESK1' }]);
    await portal.close();
  });
});
