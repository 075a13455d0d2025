import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { permissions } from '@basics/contract/calls/permissions.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerAssignments, createAssignment, dahl, openAssignmentsPage } from '#portal/testing/records/assignments.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { answerUsers } from '#portal/testing/records/users.ts';

const allAssignments = [createAssignment(), createAssignment({ id: 2, country: 'NO', brand: 'red', salesman: dahl })];

const openAssignments = (prepareServer: (server: FakeServer) => void = () => {}) =>
  openAssignmentsPage({ assignments: allAssignments, prepareServer });

type Screen = Awaited<ReturnType<typeof openAssignments>>['screen'];

/** Locates the fields of the edited row within the table, because the filters have the same labels. */
const locateFields = (screen: Screen) => {
  const table = screen.getByRole('table');
  return {
    country: table.getByLabelText('Country'),
    brand: table.getByLabelText('Brand'),
    salesman: table.getByLabelText('Salesman'),
  };
};

test('a new assignment can be created by keyboard alone, and the focus returns to the button (T112)', async () => {
  const { screen, server } = await openAssignments((fakeServer) =>
    fakeServer.answer(countrySalesmen.create, () => createAssignment({ id: 9 })),
  );
  const addButton = screen.getByRole('button', { name: 'Add assignment' });
  await expect.element(addButton).toBeEnabled();
  addButton.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(locateFields(screen).country).toHaveFocus();
  await userEvent.keyboard('braz{Tab}');
  await expect.element(locateFields(screen).country).toHaveValue('Brazil');
  await locateFields(screen).brand.selectOptions('Basics Red');
  await locateFields(screen).salesman.fill('Lars Dahl');
  await expectAccessible();
  locateFields(screen).country.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Assignment saved')).toBeVisible();
  expect(server.requests(countrySalesmen.create).map(({ body }) => body)).toEqual([
    { country: 'BR', brand: 'red', salesmanId: 3 },
  ]);
  await expect.element(addButton).toHaveFocus();
});

test('a salesman who enters a country of another salesman sees that only assigned countries are allowed', async () => {
  const { screen } = await openAssignmentsPage({
    assignments: allAssignments,
    user: createUser('Salesman', { userId: 3 }),
  });
  await screen.getByRole('button', { name: 'Add assignment' }).click();
  await locateFields(screen).country.fill('Brazil');
  await userEvent.keyboard('{Tab}');
  await expect
    .element(locateFields(screen).country)
    .toHaveAccessibleDescription('You can only assign countries that are assigned to you. Choose one from the list.');
});

test('a missing value shows the specified message at its field, and nothing is sent (T111)', async () => {
  const { screen, server } = await openAssignments();
  await screen.getByRole('button', { name: 'Add assignment' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(locateFields(screen).country).toHaveAccessibleDescription('Country is required.');
  await expect.element(locateFields(screen).brand).toHaveAccessibleDescription('Brand is required.');
  await expect.element(locateFields(screen).salesman).toHaveAccessibleDescription('Salesman is required.');
  await expect.element(locateFields(screen).country).toHaveFocus();
  await expectAccessible();
  expect(server.requests(countrySalesmen.create)).toEqual([]);
});

test('a duplicate assignment shows an error before it is saved', async () => {
  const { screen, server } = await openAssignments();
  await screen.getByRole('button', { name: 'Add assignment' }).click();
  await locateFields(screen).country.fill('Italy');
  await locateFields(screen).brand.selectOptions('Basics Blue');
  await expect.element(screen.getByText('Anna Rossi is also assigned. Both get its requests.')).toBeVisible();
  await locateFields(screen).salesman.fill('Anna Rossi');
  await expect
    .element(locateFields(screen).salesman)
    .toHaveAccessibleDescription('This salesman is already assigned to this country and brand.');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible();
  expect(server.requests(countrySalesmen.create)).toEqual([]);
});

test('a row is edited in the list, and Escape discards the changes (T114)', async () => {
  const { screen, server } = await openAssignments((fakeServer) =>
    fakeServer.answer(countrySalesmen.update, () => createAssignment({ salesman: dahl })),
  );
  const editButton = screen.getByRole('button', { name: 'Edit Italy, Basics Blue, Anna Rossi' });
  await editButton.click();
  await expect.element(locateFields(screen).country).toHaveValue('Italy');
  await expect.element(locateFields(screen).salesman).toHaveValue('Anna Rossi');
  await userEvent.keyboard('{Escape}');
  await expect.element(editButton).toHaveFocus();
  await editButton.click();
  await locateFields(screen).salesman.fill('Lars Dahl');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Assignment saved')).toBeVisible();
  expect(server.requests(countrySalesmen.update)).toMatchObject([
    { params: { id: 1 }, body: { country: 'IT', brand: 'blue', salesmanId: 3 } },
  ]);
});

test('a server error for a field is shown at the field, and any other problem in the row', async () => {
  const message = 'You can only change assignments for countries that are assigned to you.';
  const { screen, server } = await openAssignments((fakeServer) =>
    fakeServer.answer(countrySalesmen.update, () => createRefusal('INVALID', { fields: { country: message } })),
  );
  await screen.getByRole('button', { name: /^Edit Italy/ }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(locateFields(screen).country).toHaveAccessibleDescription(message);
  server.answer(countrySalesmen.update, () => createRefusal('RESULTS_NOT_FOUND'));
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(screen.getByRole('table').getByRole('alert'))
    .toMatchTextContent(/The assignment was not saved.*Results not found/);
});

test('a row is deleted after the dialog shows how many users lose their salesman (T113)', async () => {
  const { screen, server } = await openAssignments((fakeServer) => {
    fakeServer.answer(countrySalesmen.impact, () => ({ users: 5, requests: 1 }));
    fakeServer.answer(countrySalesmen.remove, () => undefined);
  });
  await screen.getByRole('button', { name: 'Delete Italy, Basics Blue, Anna Rossi' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Delete this assignment?' });
  await expect.element(dialog).toMatchTextContent(/5 users and 1 open request lose their salesman/);
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Delete assignment' }).click();
  await expect.element(screen.getByText('1 assignment deleted')).toBeVisible();
  expect(server.requests(countrySalesmen.remove)).toMatchObject([{ params: { id: 1 } }]);
});

test('after a row was deleted, the focus is in the row below it', async () => {
  const remaining = createAssignment({ id: 2, country: 'NO', brand: 'red', salesman: dahl });
  const { screen } = await openAssignments((fakeServer) =>
    fakeServer.answer(countrySalesmen.remove, () => {
      answerAssignments(fakeServer, remaining);
      return undefined;
    }),
  );
  await screen.getByRole('button', { name: 'Delete Italy, Basics Blue, Anna Rossi' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete assignment' }).click();
  await expect.element(screen.getByRole('row', { name: /Italy/ })).not.toBeInTheDocument();
  const readFocusedRow = () => document.activeElement?.closest('tr')?.textContent;
  await expect.poll(readFocusedRow).toMatch(/Norway/);
});

test('the key E edits the row with the focus, and is an ordinary character in the fields of the row', async () => {
  const { screen } = await openAssignments();
  await expect.element(screen.getByRole('row', { name: /Italy/ })).toBeVisible();
  await userEvent.keyboard('j');
  await expect.poll(() => document.activeElement?.closest('tr')?.textContent).toMatch(/Italy/);
  await expect.element(locateFields(screen).country).not.toBeInTheDocument();
  await userEvent.keyboard('e');
  await expect.element(locateFields(screen).country).toHaveValue('Italy');
  await locateFields(screen).salesman.fill('');
  await userEvent.keyboard('e');
  await expect.element(locateFields(screen).salesman).toHaveValue('e');
});

test('nothing is deleted before the affected users are counted', async () => {
  const { screen, server } = await openAssignments((fakeServer) =>
    fakeServer.answer(countrySalesmen.impact, () => new Promise(() => {})),
  );
  await screen.getByRole('button', { name: /^Delete Italy/ }).click();
  const deleteButton = screen.getByRole('button', { name: 'Delete assignment' });
  await expect.element(deleteButton).toHaveAttribute('aria-disabled', 'true');
  deleteButton.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  expect(server.requests(countrySalesmen.remove)).toEqual([]);
});

test('rows of a bulk deletion that were not deleted are listed with the reason and stay selected', async () => {
  const { screen, server } = await openAssignments((fakeServer) =>
    fakeServer.answer(countrySalesmen.removeMany, () => ({
      results: [
        { id: 1, outcome: 'deleted' as const },
        { id: 2, outcome: 'refused' as const, message: 'Not yours.' },
      ],
    })),
  );
  await screen.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await screen.getByRole('button', { name: 'Delete 2 assignments' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 assignments' }).click();
  await expect.element(screen.getByText('Norway, Basics Red, Lars Dahl: Not yours.')).toBeVisible();
  const sentRows = server.requests(countrySalesmen.removeMany).map(({ body }) => body);
  expect(sentRows).toEqual([[1, 2].map((id) => ({ id, version: 1 }))]);
  await expect.element(screen.getByRole('checkbox', { name: /^Select Norway/ })).toBeChecked();
  await expect.element(screen.getByText('1 selected')).toBeVisible();
  await expectAccessible();
});

test('deleting more than ten assignments asks for their number', async () => {
  const countries = ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FI', 'FR', 'IT', 'NO', 'SE'];
  const { screen, server } = await openAssignments((fakeServer) => {
    answerAssignments(fakeServer, ...countries.map((country, index) => createAssignment({ id: index + 1, country })));
    fakeServer.answer(countrySalesmen.removeMany, ({ body }) => ({
      results: body.map((row) => ({ id: typeof row === 'number' ? row : row.id, outcome: 'deleted' as const })),
    }));
  });
  await screen.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await screen.getByRole('button', { name: 'Delete 11 assignments' }).click();
  const dialog = screen.getByRole('alertdialog');
  const deleteButton = dialog.getByRole('button', { name: 'Delete 11 assignments' });
  const numberField = dialog.getByRole('textbox', { name: /type how many there are: 11/ });
  await numberField.fill('10');
  await expect.element(deleteButton).toBeDisabled();
  expect(server.requests(countrySalesmen.removeMany)).toEqual([]);
  await numberField.fill('11');
  await deleteButton.click();
  await expect.element(screen.getByText('11 assignments deleted')).toBeVisible();
});

test('a failed deletion shows an error in the dialog (T110)', async () => {
  const { screen } = await openAssignments((fakeServer) =>
    fakeServer.answer(countrySalesmen.remove, () => createRefusal('INTERNAL')),
  );
  await screen.getByRole('button', { name: /^Delete Italy/ }).click();
  await screen.getByRole('button', { name: 'Delete assignment' }).click();
  await expect
    .element(screen.getByRole('alertdialog').getByRole('alert'))
    .toMatchTextContent(/Delete Country\/Salesman error/);
});

const answerUsersAndAssignments = (server: FakeServer): void => {
  answerUsers(server, permissions, []);
  answerAssignments(server, ...allAssignments);
};

test('leaving the page while a row has changes asks for confirmation, and Cancel keeps the row', async () => {
  const { screen, address } = await openAssignments(answerUsersAndAssignments);
  await screen.getByRole('button', { name: 'Add assignment' }).click();
  await locateFields(screen).brand.selectOptions('Basics Red');
  const usersLink = screen.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'My Users' });
  await usersLink.click();
  const question = screen.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(locateFields(screen).brand).toHaveValue('red');
  expect(address()).toBe('/country-salesman');
  await usersLink.click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(address).toBe('/users');
});

test('no confirmation is requested when the user leaves the page and the edited row has no changes', async () => {
  const { screen, address } = await openAssignments(answerUsersAndAssignments);
  await screen.getByRole('button', { name: 'Add assignment' }).click();
  await expect.element(locateFields(screen).country).toHaveFocus();
  await screen.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'My Users' }).click();
  await expect.poll(address).toBe('/users');
});
