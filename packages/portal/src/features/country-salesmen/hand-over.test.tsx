import { handOver } from '@basics/contract/hand-over.ts';
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
    prepareServer: (server) => {
      answerAssignments(server, createAssignment());
      server.answer(handOver.handOver, () => ({
        assignments: 3,
        users: 40,
        requests: 1,
        questions: 0,
        receiver: { users: 38, requests: 1, questions: 0 },
      }));
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
    .toMatchTextContent(
      /Moves 3 assignments\. Anna Rossi will no longer see 40 users, 1 open request and 0 open help requests\. Lars Dahl will also see 38 users,/,
    );
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect
    .element(page.getByText('Lars Dahl now looks after everything that Anna Rossi looked after'))
    .toBeVisible();
  expect(server.requests(handOver.handOver).map(({ body }) => body)).toEqual([
    { from: 2, to: 3, preview: true },
    { from: 2, to: 3 },
  ]);
});

test('an administrator sees what happens if one country goes to another salesman', async () => {
  const { server } = await openPage('Administrator');
  await page.getByRole('button', { name: 'Hand over a territory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await dialog.getByLabelText('From').selectOptions('Anna Rossi');
  await dialog.getByLabelText('Countries').selectOptions('Italy');
  await dialog.getByLabelText('To', { exact: true }).selectOptions('Lars Dahl');
  await expect.element(dialog).toMatchTextContent(/Lars Dahl will also see 38 users/);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect.element(page.getByText('Lars Dahl now looks after Italy instead of Anna Rossi')).toBeVisible();
  expect(server.requests(handOver.handOver).map(({ body }) => body)).toEqual([
    { from: 2, to: 3, country: 'IT', preview: true },
    { from: 2, to: 3, country: 'IT' },
  ]);
});

test('a salesman cannot hand over a territory', async () => {
  await openPage('Salesman');
  await expect.element(page.getByRole('cell', { name: /Anna Rossi/ }).first()).toBeVisible();
  expect(page.getByRole('button', { name: 'Hand over a territory' }).elements()).toEqual([]);
});
