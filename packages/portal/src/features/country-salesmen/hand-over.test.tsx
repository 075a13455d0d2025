import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerAssignments, createAssignment } from '#portal/testing/assignments.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openPage = (role: 'Administrator' | 'Salesman') =>
  openPortal({
    at: '/country-salesman',
    user: createUser(role),
    answers: (server) => {
      answerAssignments(server, createAssignment());
      server.answer(countrySalesmen.handOver, () => ({ assignments: 3, users: 40, requests: 1, questions: 0 }));
    },
  });

test('an administrator sees a preview before a territory is handed over', async () => {
  const { server } = await openPage('Administrator');
  await page.getByRole('button', { name: 'Hand over a territory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await dialog.getByLabelText('From').selectOptions('Anna Rossi');
  await dialog.getByLabelText('To', { exact: true }).selectOptions('Lars Dahl');
  await expect
    .element(dialog)
    .toMatchTextContent(/Moves 3 assignments, 40 users, 1 open request and 0 open help requests\./);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect
    .element(page.getByText('Lars Dahl now looks after everything that Anna Rossi looked after'))
    .toBeVisible();
  expect(server.requests(countrySalesmen.handOver).map(({ body }) => body)).toEqual([
    { from: 2, to: 3, preview: true },
    { from: 2, to: 3 },
  ]);
});

test('a salesman cannot hand over a territory', async () => {
  await openPage('Salesman');
  await expect.element(page.getByRole('cell', { name: /Anna Rossi/ }).first()).toBeVisible();
  expect(page.getByRole('button', { name: 'Hand over a territory' }).elements()).toEqual([]);
});
