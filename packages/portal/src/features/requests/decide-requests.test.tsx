import { bulkRequests } from '@basics/contract/bulk.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerRequests, answerUsers, createApplicant } from '#portal/testing/users.ts';

test('a salesman approves 13 requests with four presses', async () => {
  const user = createUser('Salesman');
  const ids = Array.from({ length: 13 }, (_, index) => 201 + index);
  const { server } = await openPortal({
    at: '/requests',
    user,
    prepareServer: (fakeServer) => {
      answerRequests(
        fakeServer,
        ids.map((userId) => createApplicant({ userId, firstName: 'Applicant', lastName: String(userId) })),
      );
      answerUsers(fakeServer, user.permissions, []);
      fakeServer.answer(bulkRequests.decideMany, ({ body }) => ({
        results: body.ids.map((id) => ({ id, outcome: 'done' as const })),
      }));
    },
  });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Decide…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide 13 requests' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog).toMatchTextContent(/13 of 13 would be changed/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Do it for 13' }).click();
  await expect.element(dialog).toMatchTextContent(/13 of 13 were changed/);
  expect(server.requests(bulkRequests.decideMany).map(({ body }) => body)).toEqual([
    { decision: 'approve', ids, preview: true },
    { decision: 'approve', ids, preview: false },
  ]);
});
