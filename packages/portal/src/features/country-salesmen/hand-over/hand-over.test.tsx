import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import {
  answerAssignments,
  assignmentOptions,
  createAssignment,
  dahl,
  rossi,
} from '#portal/testing/records/assignments.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const preview = {
  assignments: 3,
  moves: [
    { country: 'IT', brand: 'blue' },
    { country: 'FR', brand: 'blue' },
    { country: 'FR', brand: 'red' },
  ],
  users: 8,
  companies: 3,
  requests: 1,
  questions: 0,
  receiver: { users: 7, companies: 3, requests: 1, questions: 0 },
  digest: 'first',
};

/** A suspended salesman, who is not in the options of the form. */
const suspendedSalesman = {
  userId: 9,
  firstName: 'Ines',
  lastName: 'Costa',
  isActive: false,
  assignments: 3,
  users: 0,
};

const openPage = (
  role: 'Administrator' | 'Salesman',
  at = '/country-salesman',
  prepareServer: (server: FakeServer) => void = () => {},
) =>
  openPortal({
    at,
    user: createUser(role),
    prepareServer: (server) => {
      answerAssignments(server, createAssignment());
      server.answer(handOver.territories, () => ({
        items: [
          { ...rossi, isActive: true, assignments: 1, users: 0 },
          { ...dahl, isActive: true, assignments: 0, users: 0 },
          suspendedSalesman,
        ],
      }));
      server.answer(handOver.handOver, () => preview);
      // After the whole territory is handed over, the page of the salesman is opened.
      server.answer(users.get, () => createRefusal('USER_NOT_FOUND'));
      server.answer(permissionOverrideCalls.listOverrides, () => ({ items: [], grantable: [] }));
      prepareServer(server);
    },
  });

test('an administrator sees what each salesman loses and gets, and types the number of users before a territory is handed over', async () => {
  const { server } = await openPage('Administrator', '/country-salesman', (fakeServer) =>
    fakeServer.answer(handOver.handOver, () => ({ ...preview, users: 40, companies: 12 })),
  );
  await page.getByRole('button', { name: 'Hand over a territory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await dialog.getByRole('combobox', { name: 'From' }).fill('Anna Rossi');
  await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('Lars Dahl');
  await expect
    .element(dialog)
    .toMatchTextContent(
      /The whole territory of Anna Rossi moves to Lars Dahl\..*Users *40.*Companies *12 *Open requests *1 *New for Lars Dahl: 7 users, 3 companies and 1 open request\./,
    );
  await expect
    .element(dialog.getByRole('table', { name: 'Assignments that move' }))
    .toMatchTextContent(/Italy.*Basics Blue.*FR/);
  const submitButton = dialog.getByRole('button', { name: 'Hand over' });
  await expect.element(submitButton).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox', { name: 'To confirm, type how many users move: 40' }).fill('40');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect.element(page.getByText('Lars Dahl now has the whole territory of Anna Rossi')).toBeVisible();
  expect(server.requests(handOver.handOver).map(({ body }) => body)).toEqual([
    { from: 2, to: 3, preview: true },
    { from: 2, to: 3, digest: 'first' },
  ]);
});

test('after the whole territory is handed over, who came from the page of the salesman is there again (T790)', async () => {
  const { address } = await openPage('Administrator', '/country-salesman?handOver=2');
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('Lars Dahl');
  await expect.element(dialog).toMatchTextContent(/New for Lars Dahl: 7 users/);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect.poll(address).toBe('/users/2');
});

test('an administrator sees what happens if one country and brand go to another salesman', async () => {
  const { server } = await openPage('Administrator');
  await page.getByRole('button', { name: 'Hand over a territory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await dialog.getByRole('combobox', { name: 'From' }).fill('Anna Rossi');
  await dialog.getByRole('combobox', { name: 'Countries' }).fill('Italy');
  await dialog.getByLabelText('Brands').selectOptions('Basics Blue');
  await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('Lars Dahl');
  await expect
    .element(dialog)
    .toMatchTextContent(/Italy, Basics Blue moves from Anna Rossi to Lars Dahl\..*New for Lars Dahl: 7 users/);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect.element(page.getByText('Lars Dahl now has Italy, Basics Blue instead of Anna Rossi')).toBeVisible();
  expect(server.requests(handOver.handOver).map(({ body }) => body)).toEqual([
    { from: 2, to: 3, country: 'IT', brand: 'blue', preview: true },
    { from: 2, to: 3, country: 'IT', brand: 'blue', digest: 'first' },
  ]);
});

test('for a country that the salesman does not have, the preview is empty and nothing is handed over', async () => {
  const { server } = await openPage('Administrator');
  await page.getByRole('button', { name: 'Hand over a territory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  const countryField = dialog.getByRole('combobox', { name: 'Countries' });
  await dialog.getByRole('combobox', { name: 'From' }).fill('Anna Rossi');
  await countryField.fill('Itly');
  await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('Lars Dahl');
  await expect.element(countryField).toHaveAccessibleDescription(/No country has this name/);
  await expect.element(dialog.getByRole('button', { name: 'Hand over' })).toHaveAttribute('aria-disabled', 'true');
  expect(server.requests(handOver.handOver)).toEqual([]);
  await countryField.fill('Italy');
  await expect.element(dialog).toMatchTextContent(/New for Lars Dahl: 7 users/);
  await countryField.fill('Itly');
  await expect.element(dialog.getByRole('button', { name: 'Hand over' })).toHaveAttribute('aria-disabled', 'true');
  expect(server.requests(handOver.handOver).map(({ body }) => body)).toEqual([
    { from: 2, to: 3, country: 'IT', preview: true },
  ]);
});

test('a link opens the dialog for a suspended salesman, and closing it removes the salesman from the address', async () => {
  const { address } = await openPage('Administrator', '/country-salesman?handOver=9');
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await expect.element(dialog.getByRole('combobox', { name: 'From' })).toHaveValue('Ines Costa (not active)');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(address).toBe('/country-salesman');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('if the territory has changed since the preview, a new preview is shown, and the user must press the button again', async () => {
  const { server } = await openPage('Administrator', '/country-salesman?handOver=9');
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('Lars Dahl');
  await expect.element(dialog).toMatchTextContent(/Ines Costa.{0,20}moves to Lars Dahl\..*Users *8/);
  server.answer(handOver.handOver, ({ body }) =>
    body.preview === true || body.digest === 'second'
      ? { ...preview, users: 9, digest: 'second' }
      : createRefusal('STALE'),
  );
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/The territory has changed since the preview/);
  await expect.element(dialog).toMatchTextContent(/Ines Costa.{0,20}moves to Lars Dahl\..*Users *9/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect.element(page.getByText(/Lars Dahl now has the whole territory of Ines Costa/)).toBeVisible();
});

test('after a reload, a receiver and a country that are no longer offered are left out of the chosen territory', async () => {
  const berg = { userId: 4, firstName: 'Mia', lastName: 'Berg' };
  const { screen } = await openPage('Administrator');
  await page.getByRole('button', { name: 'Hand over a territory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await dialog.getByRole('combobox', { name: 'From' }).fill('Anna Rossi');
  await dialog.getByRole('combobox', { name: 'Countries' }).fill('Italy');
  await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('Lars Dahl');
  await expect.element(dialog).toMatchTextContent(/New for Lars Dahl: 7 users/);
  await screen.unmount();
  const { server } = await openPage('Administrator', '/country-salesman', (fakeServer) => {
    answerAssignments(fakeServer, createAssignment({ country: 'NO' }));
    fakeServer.answer(countrySalesmen.options, () => ({ ...assignmentOptions, salesmen: [rossi, berg] }));
  });
  await page.getByRole('button', { name: 'Hand over a territory' }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'From' })).toHaveValue('Anna Rossi');
  await expect.element(dialog.getByRole('combobox', { name: 'To', exact: true })).toHaveValue('');
  await expect.element(dialog.getByRole('button', { name: 'Hand over' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('Mia Berg');
  await expect.element(dialog).toMatchTextContent(/New for Mia Berg: 7 users/);
  expect(server.requests(handOver.handOver).map(({ body }) => body)).toEqual([{ from: 2, to: 4, preview: true }]);
});

test('a salesman cannot hand over a territory', async () => {
  await openPage('Salesman');
  await expect.element(page.getByRole('cell', { name: /Anna Rossi/ }).first()).toBeVisible();
  expect(page.getByRole('button', { name: 'Hand over a territory' }).elements()).toEqual([]);
});
