import { firstStepNames, firstSteps, type FirstStepName } from '@basics/contract/first-steps/first-steps.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { expect, test } from 'vitest';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { openPortal } from '#server/testing/portal.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

const config = { crmUrl: null, demo: false, pocUrl: null, publicUrl: 'https://portal.example', trustedProxies: [] };
const mailWithServer = { queueLetter: () => Promise.reject(new Error('not used')), delivers: true, wake: () => {} };

type Options = Parameters<typeof openPortal>[1];

/**
 * Opens a portal whose administrator has no name yet. Also returns a function that lists the set-up steps which are
 * done.
 */
async function openNewPortal(database: Parameters<typeof openPortal>[0], options: Options = {}) {
  const portal = await openPortal(database, options);
  const root = await portal.addUser({ login: 'root@portal.example', profileId: 1, grants: [{ brand: 'blue' }] });
  await database.kysely.updateTable('users').set({ firstName: '', lastName: '' }).where('id', '=', root).execute();
  const token = await portal.signIn('root@portal.example');
  const listDoneSteps = async (): Promise<FirstStepName[]> => {
    const { status, body } = await portal.call(firstSteps.list, { token });
    expect(status).toBe(200);
    const doneSteps = firstSteps.list.reply.parse(body);
    return firstStepNames.filter((stepName) => doneSteps[stepName]);
  };
  return { portal, root, token, listDoneSteps };
}

test.each(databases)(
  '%s: a set-up step is done when the portal contains what the step asks for, such as a tool',
  async (kind) => {
    const { portal, root, token, listDoneSteps } = await openNewPortal(await createTestDatabase(kind));
    const { kysely } = portal.database;
    expect(await listDoneSteps()).toEqual([]);
    await kysely.updateTable('users').set({ firstName: 'Ada', lastName: 'Lovelace' }).where('id', '=', root).execute();
    expect(await listDoneSteps()).toEqual(['account']);
    await kysely.updateTable('brands').set({ version: 2 }).where('id', '=', 'blue').execute();
    expect(await listDoneSteps()).toEqual(['account', 'brand']);
    await kysely.updateTable('tools').set({ version: 2 }).where('id', '=', 'basics').execute();
    expect(await listDoneSteps()).toEqual(['account', 'brand', 'tool']);
    await assignSalesman(portal.database, root, 'DE', 'blue');
    expect(await listDoneSteps()).toEqual(['account', 'brand', 'tool', 'salesmen']);
    await portal.addUser({ login: 'customer@has.example' });
    expect(await listDoneSteps()).toEqual(['account', 'brand', 'tool', 'salesmen', 'people']);
    const body = { verificationCode: createCode(createMachine('first'), { at: portal.now() }) };
    expect((await portal.call(licenses.issue, { token, params: { id: root }, body })).status).toBe(200);
    expect(await listDoneSteps()).toEqual(['account', 'brand', 'tool', 'salesmen', 'people', 'code']);
  },
);

test('the setup step "e-mails" is done when a mail server is configured', async () => {
  const { listDoneSteps } = await openNewPortal(await createTestDatabase('SQLite'), { mail: mailWithServer });
  expect(await listDoneSteps()).toEqual(['mail']);
});

test('the setup step "address" is done when users of other computers can open the address', async () => {
  const { listDoneSteps } = await openNewPortal(await createTestDatabase('SQLite'), { config });
  expect(await listDoneSteps()).toEqual(['host']);
});
