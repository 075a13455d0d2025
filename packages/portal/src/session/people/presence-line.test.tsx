import { helpRequestPresence, userPresence } from '@basics/contract/users/presence.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

test('the page of a user says which colleagues have it open', async () => {
  const user = createUser('Salesman');
  const { server } = await openPortal({
    at: '/users/101',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, [createUserRecord()]);
      answerLicenses(fakeServer);
      fakeServer.answer(userPresence.reportPresence, () => ({ names: ['Ben Berg', 'Carla Conti'] }));
    },
  });
  await expect.element(page.getByText('Ben Berg and Carla Conti have this open.')).toBeVisible();
  await expectAccessible();
  expect(server.requests(userPresence.reportPresence).map(({ params }) => params.id)).toContain(101);
  expect(server.requests(helpRequestPresence.reportPresence)).toEqual([]);
});
