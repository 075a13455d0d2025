import { audit } from '@basics/contract/audit/audit.ts';
import { imports, largeImports } from '@basics/contract/imports/imports.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyIfDue } from './features/audit/verifier.ts';
import { runLargeImports } from './features/imports/large-import-runner.ts';
import { textsByLanguage, serverTextsByLanguage } from './platform/texts/language.ts';
import { english, type ServerTexts } from './platform/texts/english.ts';
import { defaultDatabases } from './testing/database/databases.ts';
import { createCsvText, previewImport } from './testing/records/imports.ts';
import { createLetter, openOutbox } from './testing/mail/outbox.ts';
import { testKey } from './testing/portal.ts';
import { openStaffedPortal } from './testing/records/staff.ts';
import { tamperWithAudit } from './testing/tamper.ts';

/** Returns the texts of the invented language `xx`, in which each English sentence is in brackets. */
const addBrackets = (texts: object): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'function' ? (...values: unknown[]) => `[${String(text(...values))}]` : addBrackets(text),
    ]),
  );

beforeAll(() => {
  textsByLanguage.set('xx', null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys and functions
  serverTextsByLanguage.set('xx', addBrackets(english) as ServerTexts);
});
afterAll(() => {
  textsByLanguage.delete('xx');
  serverTextsByLanguage.delete('xx');
});

const headers = { 'accept-language': 'xx' };
const fileWithFaults = createCsvText(
  ['account', 'name', 'country'],
  ['', '', 'XX'],
  ['C-1', 'Twin', ''],
  ['C-1', 'Twin', ''],
);

describe.each(defaultDatabases)('sentences of the server in another language (%s)', (kind) => {
  test('the faults of an imported file are shown in the language of the user', async () => {
    const { portal, root, asRoot: token } = await openStaffedPortal(kind);
    await portal.database.kysely.updateTable('users').set({ language: 'xx' }).where('id', '=', root).execute();
    const { errors } = await previewImport(portal, imports.crmAccounts, fileWithFaults, { token });
    expect(errors.map(({ message }) => message)).toEqual([
      '[Account is required.]',
      '[Name is required.]',
      '[“XX” is not a country. Enter the code of two letters, for example DE, or the English name.]',
      '[Row 3 has the same account.]',
    ]);
  });

  test('the faults of an import that runs in the background are shown in the language of the administrator who started it', async () => {
    const { portal, root, asRoot: token } = await openStaffedPortal(kind);
    await portal.database.kysely.updateTable('users').set({ language: 'xx' }).where('id', '=', root).execute();
    const createBody = { kind: 'crmAccounts' as const, name: 'accounts.csv', parts: 1 };
    const created = await portal.call(largeImports.create, { token, body: createBody });
    const params = { id: largeImports.create.reply.parse(created.body).importId };
    await portal.call(largeImports.addPart, { token, params, body: { number: 1, text: 'account,name,colour\n' } });
    const { queueLetter } = openOutbox(portal.database);
    await runLargeImports({ database: portal.database, clock: portal.now, queueLetter }, new AbortController().signal);
    const { body } = await portal.call(largeImports.get, { token, params });
    expect(largeImports.get.reply.parse(body).report?.errors).toEqual([
      { row: 1, column: 'colour', message: expect.stringMatching(/^\[This column is unknown\..*\]$/) },
    ]);
  });

  test('the reason why the audit log is broken is shown in the language of the reader', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const { database } = portal;
    await portal.call(audit.verify, { token });
    await tamperWithAudit(kind, database, 'update audit set actor_id = 9 where id = 1');
    await verifyIfDue({
      database,
      clock: portal.now,
      seals: { publicKey: testKey.signer.publicKey, sealFile: { readSeal: () => Promise.resolve(null) } },
      log: { error: () => undefined },
    });
    const readWhy = async (language: string) => {
      const { body } = await portal.call(audit.verification, { token, headers: { 'accept-language': language } });
      return audit.verification.reply.parse(body).last?.why;
    };
    expect(await readWhy('xx')).toBe('[The entry was changed.]');
    expect(await readWhy('en')).toBe('The entry was changed.');
  });

  test('the reason why the portal did not send an e-mail is shown in the language of the reader', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    await openOutbox(portal.database).queue(createLetter({ to: 'one@x.example, two@x.example' }));
    const { body } = await portal.call(mail.search, { token, headers, body: {} });
    expect(mail.search.reply.parse(body).items.map(({ error }) => error)).toContain(
      '[This is not one address to which an e-mail can be sent.]',
    );
    await portal.database.kysely.updateTable('outbox').set({ error: '550 No such mailbox' }).execute();
    const { body: laterBody } = await portal.call(mail.search, { token, headers, body: {} });
    expect(mail.search.reply.parse(laterBody).items[0]?.error).toBe('550 No such mailbox');
  });
});
