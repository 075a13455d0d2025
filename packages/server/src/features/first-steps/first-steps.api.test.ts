import { firstStepNames, firstSteps } from '@basics/contract/first-steps.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { expect, test } from 'vitest';
import { createTestDatabase, databases } from '#server/testing/databases.ts';
import { createCode, createMachine } from '#server/testing/machine.ts';
import { openPortal } from '#server/testing/portal.ts';
import { assignSalesman } from '#server/testing/staff.ts';

test.each(databases)('%s: a step of the setup is done when the portal has the data of the step', async (kind) => {
  const portal = await openPortal(await createTestDatabase(kind));
  const root = await portal.addUser({ login: 'root@portal.example', profileId: 1, grants: [{ brand: 'blue' }] });
  const token = await portal.signIn('root@portal.example');
  const listDone = async (): Promise<string[]> => {
    const { status, body } = await portal.call(firstSteps.list, { token });
    expect(status).toBe(200);
    const doneSteps = firstSteps.list.reply.parse(body);
    return firstStepNames.filter((stepName) => doneSteps[stepName]);
  };
  const doneBefore = await listDone();
  await portal.database.kysely.updateTable('brands').set({ version: 2 }).where('id', '=', 'blue').execute();
  await portal.database.kysely.updateTable('tools').set({ version: 2 }).where('id', '=', 'basics').execute();
  await assignSalesman(portal.database, root, 'DE', 'blue');
  await portal.addUser({ login: 'customer@has.example' });
  const body = { verificationCode: createCode(createMachine('first'), { at: portal.now() }) };
  expect((await portal.call(licenses.issue, { token, params: { id: root }, body })).status).toBe(200);
  expect((await listDone()).filter((stepName) => !doneBefore.includes(stepName)).toSorted()).toEqual([
    'brand',
    'code',
    'people',
    'salesmen',
    'tool',
  ]);
});
