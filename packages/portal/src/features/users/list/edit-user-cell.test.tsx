import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createUser } from '#portal/testing/records/people.ts';
import { answerUsers, createUserPage, createUserRecord } from '#portal/testing/records/users.ts';

/** Opens the list with one user, and returns a function that changes this user on the server. */
async function openList(role: Parameters<typeof createUser>[0] = 'Administrator', companyId?: number) {
  const user = createUser(role);
  let stored = createUserRecord({ company: 'Harbour', version: 3, ...(companyId !== undefined && { companyId }) });
  const { server } = await openPortal({
    at: '/users?columns=company,country,phone',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, []);
      fakeServer.answer(users.search, () => createUserPage(stored));
      fakeServer.answer(users.update, ({ body: { company, country, version } }) => {
        if (version !== stored.version) return createRefusal('STALE');
        stored = { ...stored, ...(company && { company }), ...(country && { country }), version: version + 1 };
        return stored;
      });
    },
  });
  /** Changes the user as someone else. */
  const change = (fields: Partial<typeof stored>): void => {
    stored = { ...stored, ...fields, version: stored.version + 1 };
  };
  return { change, listSent: () => server.requests(users.update).map(({ body }) => body) };
}

const link = page.getByRole('link', { name: 'Grace Hopper' });
const field = page.getByRole('textbox', { name: 'Company of Grace Hopper' });

/** Presses F2 in the row. */
async function openField(): Promise<void> {
  await expect.element(link).toBeVisible();
  // The pencils are loaded after the list.
  await expect
    .element(page.getByRole('button', { name: /^Edit Company of Grace/, includeHidden: true }))
    .toBeInTheDocument();
  link.element().focus();
  await userEvent.keyboard('{F2}');
  await expect.element(field).toHaveFocus();
}

test('F2 edits a value in the list: Escape keeps the former value, Enter saves with the version, Undo restores', async () => {
  const { listSent } = await openList();
  await openField();
  await expectAccessible();
  await field.fill('Elsewhere');
  await userEvent.keyboard('{Escape}');
  await expect.element(link).toHaveFocus();
  await expect.element(page.getByRole('row', { name: /Grace Hopper/ })).toMatchTextContent(/Harbour/);
  expect(listSent()).toEqual([]);

  await openField();
  await field.fill('Quay');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Company of Grace Hopper saved')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Grace Hopper/ })).toMatchTextContent(/Quay/);
  await expect.element(link).toHaveFocus();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.element(page.getByRole('row', { name: /Grace Hopper/ })).toMatchTextContent(/Harbour/);
  expect(listSent()).toEqual([
    { company: 'Quay', version: 3 },
    { company: 'Harbour', version: 4 },
  ]);
});

test('the company of a member is changed only on the page of the company: it has no field in the list', async () => {
  await openList('Administrator', 5);
  await expect.element(link).toBeVisible();
  link.element().focus();
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByRole('combobox', { name: 'Country of Grace Hopper' })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Edit company of Grace Hopper' })).not.toBeInTheDocument();
});

test('Tab saves a value and opens the next field; a value that someone else has changed is not overwritten unseen', async () => {
  const { change, listSent } = await openList();
  await openField();
  change({ lastName: 'Brewster' });
  await field.fill('Quay');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByText('Someone else has changed this user meanwhile. Enter saves your value.'))
    .toBeVisible();
  // The list is loaded again, so that Tab now saves with the new version.
  await expect.element(page.getByRole('link', { name: 'Grace Brewster' })).toBeVisible();
  await expect
    .element(page.getByRole('textbox', { name: 'Company of Grace Brewster' }))
    .toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('{Tab}');
  const country = page.getByRole('combobox', { name: 'Country of Grace Brewster' });
  await expect.element(country).toHaveFocus();
  expect(listSent().at(-1)).toEqual({ company: 'Quay', version: 4 });
  await country.selectOptions('Japan');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('row', { name: /Grace Brewster/ })).toMatchTextContent(/Quay.*Japan/);
});

test('a value that someone else has changed meanwhile is named; Enter then replaces it, and Undo restores it', async () => {
  const { change, listSent } = await openList();
  await openField();
  change({ company: 'Dock' });
  await field.fill('Quay');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/Someone else has changed this to “Dock”/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Company of Grace Hopper saved')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.element(page.getByRole('row', { name: /Grace Hopper/ })).toMatchTextContent(/Dock/);
  expect(listSent().map(({ company }) => company)).toEqual(['Quay', 'Quay', 'Dock']);
});

test('a field that loses the focus is saved; the pencil of another value opens its field, and a refused value stays', async () => {
  const { change, listSent } = await openList();
  await openField();
  await field.fill('Quayside');
  await page.getByRole('row', { name: /Grace Hopper/ }).hover();
  await page.getByRole('button', { name: 'Edit Phone of Grace Hopper' }).click();
  await expect.element(page.getByText('Company of Grace Hopper saved')).toBeVisible();
  const phone = page.getByRole('textbox', { name: 'Phone of Grace Hopper' });
  await expect.element(phone).toHaveFocus();
  expect(listSent()).toEqual([{ company: 'Quayside', version: 3 }]);

  change({ lastName: 'Brewster' });
  await phone.fill('+47 2200');
  await page.getByRole('button', { name: /^Edit Company of Grace/ }).click();
  // The refused value stays in its field, with the reason.
  await expect.element(page.getByText(/Someone else has changed/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Phone of Grace Brewster' })).toHaveValue('+47 2200');
  await expect.element(page.getByRole('textbox', { name: 'Company of Grace Brewster' })).toHaveValue('Quayside');
});

test('a salesman who sets a country out of the own territory is told so, and gets no Undo that would be refused (T786)', async () => {
  const user = createUser('Salesman');
  const stored = createUserRecord({ country: 'IT', version: 3 });
  const { server } = await openPortal({
    at: '/users?columns=country',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, [stored]);
      fakeServer.answer(users.update, () => ({ ...stored, country: 'JP', version: 4 }));
      fakeServer.answer(users.get, () => createRefusal('USER_NOT_FOUND'));
    },
  });
  await expect.element(link).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /^Edit Country of Grace/, includeHidden: true }))
    .toBeInTheDocument();
  link.element().focus();
  await userEvent.keyboard('{F2}');
  await page.getByRole('combobox', { name: 'Country of Grace Hopper' }).selectOptions('Japan');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/The user now belongs to another territory/)).toBeVisible();
  expect(page.getByRole('button', { name: /^Undo/ }).elements()).toEqual([]);
  expect(server.requests(users.update)).toHaveLength(1);
});
