import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { answerDeletedUser, answerUsers, createUserRecord } from '#portal/testing/records/users.ts';
import { openUserCreation } from '#portal/testing/pages/user-creation.ts';
import type { CrmAccount } from '@basics/contract/crm/crm.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openCreationPage = (prepareServer?: (server: FakeServer) => void, user?: ReturnType<typeof createUser>) =>
  openUserCreation('/users/create', prepareServer, user);

const locateField = (name: string | RegExp) => page.getByRole('textbox', { name });
const submitButton = page.getByRole('button', { name: 'Create user' });

async function fillForm(): Promise<void> {
  await locateField('Login/Email').first().fill('grace.hopper@harbour.example');
  await locateField('Repeat Login/Email').fill('Grace.Hopper@harbour.example');
  await locateField('First name').fill('  Grace ');
  await locateField('Last name').fill('Hopper');
  await page.getByRole('combobox', { name: 'Profile' }).selectOptions('Designer office');
  await page.getByRole('combobox', { name: 'Brand' }).first().selectOptions('Basics Blue');
  await page.getByRole('combobox', { name: 'Country' }).fill('Germany');
}

const openMore = (): Promise<void> => page.getByText('More', { exact: true }).click();

const expectedBody = {
  login: 'grace.hopper@harbour.example',
  firstName: 'Grace',
  lastName: 'Hopper',
  phone: '',
  company: '',
  profileID: 8,
  brand: 'blue',
  tools: [{ tool: 'basics', brand: 'blue', configTools: [], validFrom: null, validTo: null }],
  country: 'DE',
  language: 'en',
  canReceiveMail: true,
  crmAccount: null,
};

test('an empty form shows each required field, a summary with links, and the focus on the first field (T200)', async () => {
  const { server } = await openCreationPage();
  await submitButton.click();
  const summary = page.getByRole('main').getByRole('alert').first();
  await expect.element(summary).toMatchTextContent(/fields have errors/);
  for (const message of [fieldMessages.firstName, fieldMessages.lastName, fieldMessages.profile, fieldMessages.country])
    await expect.element(summary.getByRole('button', { name: message })).toBeVisible();
  await expect.element(summary.getByRole('button', { name: fieldMessages.brand, exact: true })).toBeVisible();
  await expect.element(summary.getByRole('button', { name: `Tool 1: ${fieldMessages.brand}` })).toBeVisible();
  await expect.element(locateField('First name')).toHaveAccessibleDescription(fieldMessages.firstName);
  await expect.element(page.getByRole('textbox', { name: 'Login/Email' }).first()).toHaveFocus();
  await expectAccessible();
  await summary.getByRole('button', { name: fieldMessages.country }).click();
  await expect.element(page.getByRole('combobox', { name: 'Country' })).toHaveFocus();
  expect(server.requests(users.create)).toEqual([]);
});

test('the form begins with the required fields; More has the others, and opens by itself for an error of one of them', async () => {
  await openCreationPage((server) =>
    server.answer(users.create, () => createRefusal('INVALID', { fields: { phone: 'Too long' } })),
  );
  await fillForm();
  expect(page.getByRole('textbox').elements()).toHaveLength(4);
  expect(page.getByRole('combobox').elements()).toHaveLength(3);
  await submitButton.click();
  await expect.element(locateField(/^Phone/)).toHaveAccessibleDescription('Too long');
  await expect.element(locateField(/^Phone/)).toHaveFocus();
});

test('the login and its repetition must match (T204)', async () => {
  await openCreationPage();
  await fillForm();
  await locateField('Repeat Login/Email').fill('grace@elsewhere.example');
  await submitButton.click();
  await expect
    .element(locateField('Repeat Login/Email'))
    .toHaveAccessibleDescription(new RegExp(fieldMessages.emailsMatch));
});

test('the form is sent once with trimmed values, and the list is loaded again (T202)', async () => {
  const { server, address } = await openCreationPage();
  await expect.element(submitButton).toBeVisible();
  await fillForm();
  await expect.element(page.getByText('Continent: Europe')).toBeVisible();
  await expect.element(page.getByText('The tools now also apply to Basics Blue.')).toBeVisible();
  await submitButton.dblClick();
  await expect.poll(address).toBe('/users');
  expect(server.requests(users.create).map(({ body }) => body)).toEqual([expectedBody]);
  await expect
    .element(page.getByText('Grace Hopper was created. The e-mail with the link is in the outbox.'))
    .toBeVisible();
});

test('a second submit while the next page opens does not send the form twice', async () => {
  const { server, router, address } = await openCreationPage();
  await fillForm();
  const form = submitButton.element().closest('form');
  const wasFormConnected: boolean[] = [];
  // Submits the form a second time after the next page has loaded, just before this page replaces the form.
  const unsubscribe = router.subscribe('onBeforeRouteMount', () => {
    wasFormConnected.push(form?.isConnected === true);
    form?.requestSubmit();
  });
  await submitButton.click();
  await expect.poll(() => form?.isConnected).toBe(false);
  unsubscribe();
  expect(address()).toBe('/users');
  expect(wasFormConnected).toEqual([true]);
  expect(server.requests(users.create)).toHaveLength(1);
});

test('Ctrl+Enter saves from any field (T199)', async () => {
  const { server, address } = await openCreationPage();
  await fillForm();
  await openMore();
  await locateField(/^Company/).fill('Harbour');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(address).toBe('/users');
  expect(server.requests(users.create)[0]?.body.company).toBe('Harbour');
});

test('errors of the server are shown at their fields, and no typed value is lost', async () => {
  await openCreationPage((server) =>
    server.answer(users.create, () =>
      createRefusal('INVALID', {
        fields: { login: serverMessages.loginTaken, 'tools.0.brand': fieldMessages.notAllowed },
      }),
    ),
  );
  await fillForm();
  await submitButton.click();
  await expect
    .element(locateField('Login/Email').first())
    .toHaveAccessibleDescription(new RegExp(serverMessages.loginTaken));
  await expect.element(locateField('Login/Email').first()).toHaveFocus();
  await expect
    .element(page.getByRole('group', { name: 'Basics for Basics Blue' }).getByRole('combobox', { name: 'Brand' }))
    .toHaveAccessibleDescription(fieldMessages.notAllowed);
  await expect.element(locateField('First name')).toHaveValue('  Grace ');
});

test('a failed request shows an error above the form', async () => {
  await openCreationPage((server) => server.loseConnection(users.create));
  await fillForm();
  await submitButton.click();
  await expect.element(page.getByText('The user was not saved')).toBeVisible();
});

describe('the page protects unsaved values', () => {
  test('leaving with unsaved values asks for confirmation', async () => {
    const { address } = await openCreationPage();
    await locateField('First name').fill('Grace');
    await page.getByRole('link', { name: 'My Account' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await expect.element(dialog).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(locateField('First name')).toHaveValue('Grace');
    expect(address()).toBe('/users/create');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await expect.poll(address).toBe('/users');
  });

  test('leaving without changes needs no confirmation', async () => {
    const { address } = await openCreationPage();
    await locateField('First name').fill('Grace');
    await locateField('First name').fill('');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect.poll(address).toBe('/users');
  });
});

describe('a new user gets tools', () => {
  test('the form needs at least one tool, and refuses the same tool and brand twice (T203)', async () => {
    await openCreationPage();
    await fillForm();
    await openMore();
    await page.getByRole('button', { name: 'Add tool' }).click();
    await submitButton.click();
    await expect.element(page.getByText(fieldMessages.grantTwice)).toBeVisible();
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    expect(page.getByRole('button', { name: /^Remove/ }).elements()).toEqual([]);
    await page.getByRole('combobox', { name: 'Tool' }).selectOptions('');
    await submitButton.click();
    await expect.element(page.getByText(fieldMessages.tool)).toBeVisible();
    await expectAccessible();
  });

  test('a grant cannot end before it begins', async () => {
    await openCreationPage();
    await fillForm();
    await openMore();
    await page.getByLabelText(/^From/).fill('2027-05-01');
    await page.getByLabelText(/^To \(/).fill('2027-04-01');
    await submitButton.click();
    await expect.element(page.getByText(fieldMessages.daysInOrder)).toBeVisible();
  });

  test('staff with permission for an add-on can select it', async () => {
    const { server, address } = await openCreationPage();
    await fillForm();
    await openMore();
    await page.getByRole('checkbox', { name: 'Config Rail' }).click();
    await submitButton.click();
    await expect.poll(address).toBe('/users');
    expect(server.requests(users.create)[0]?.body.tools?.[0]?.configTools).toEqual(['configRail']);
  });

  test('staff without permission for an add-on see who can add or remove it', async () => {
    await openCreationPage(() => {}, createUser('Salesman'));
    await openMore();
    const checkbox = page.getByRole('checkbox', { name: 'Config Rail' });
    await expect.element(checkbox).toBeDisabled();
    await expect.element(checkbox).toHaveAccessibleDescription('Only administrators can add or remove this add-on.');
  });
});

describe('a new user is linked to a CRM account', () => {
  const accounts = Array.from({ length: 12 }, (_, index) => ({
    account: `C-${100 + index}`,
    name: `Harbour ${index + 1}`,
    city: 'Kiel',
    country: 'DE',
  }));
  const crmField = page.getByRole('combobox', { name: /^CRM account/ });
  const answerCrm = (server: FakeServer): void =>
    server.answer(users.crm, ({ body: { pageNumber, pageSize } }) => ({
      items: accounts.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
      total: accounts.length,
      pageNumber,
      pageSize,
    }));

  test('CRM accounts can be searched by keyboard, ten at a time (T198)', async () => {
    const { server } = await openCreationPage(answerCrm);
    await openMore();
    await crmField.fill('harb');
    await expect.element(page.getByRole('option', { name: /Harbour 10/ })).toBeVisible();
    expect(server.requests(users.crm)[0]?.body).toEqual({ keyword: 'harb', pageNumber: 1, pageSize: 10 });
    await expectAccessible();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(page.getByRole('option', { name: /Harbour 12/ })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(crmField).toHaveValue('C-111 · Harbour 12');
    await expect.element(crmField).toHaveAttribute('aria-expanded', 'false');
  });

  test('a search without CRM accounts shows a message', async () => {
    await openCreationPage((server) =>
      server.answer(users.crm, () => ({ items: [], total: 0, pageNumber: 1, pageSize: 10 })),
    );
    await openMore();
    await crmField.fill('nobody');
    await expect.element(page.getByText('Results not found')).toBeVisible();
  });

  test('a CRM that does not respond does not block the form', async () => {
    const { address } = await openCreationPage((server) => server.answer(users.crm, () => createRefusal('BUSY')));
    await fillForm();
    await openMore();
    await crmField.fill('harbour');
    await expect
      .element(page.getByText('Failed to fetch CRM accounts. You can continue without a CRM account.'))
      .toBeVisible();
    await submitButton.click();
    await expect.poll(address).toBe('/users');
  });
});

test('options that cannot be loaded show an error (T201)', async () => {
  await openCreationPage((server) => server.answer(users.options, () => createRefusal('INTERNAL')));
  await expect.element(page.getByText('Failed to fetch Profiles, Brands, Tools and Countries')).toBeVisible();
});

test('a login that a deleted user has says that the user can be restored', async () => {
  await openCreationPage((server) => answerDeletedUser(server, 'Grace.Hopper@harbour.example'));
  await locateField('Login/Email').first().fill('grace.hopper@harbour.example');
  await expect.element(page.getByText('A deleted user with this address can be restored')).toBeVisible();
  await expect.element(page.getByText(/^Grace Hopper \(Grace.Hopper@harbour.example\), deleted on /)).toBeVisible();
});

const actor = createUser('Administrator');

/** Opens the page of a user whose CRM account is C-10. */
const openEditPage = (prepareServer: (server: FakeServer) => void) =>
  openPortal({
    at: '/users/101/edit',
    user: actor,
    prepareServer: (server) => {
      answerUsers(server, actor.permissions, [createUserRecord({ crmAccount: 'C-10' })]);
      prepareServer(server);
    },
  });

const crmField = page.getByRole('combobox', { name: /^CRM account/ });
const createAccount = (account: string, name: string): CrmAccount => ({ account, name, city: 'Kiel', country: 'DE' });

test('a stored CRM account shows its own name, not the name of an account with a similar number', async () => {
  const crmAccounts = [createAccount('C-100', 'Anchor'), createAccount('C-10', 'Harbour')];
  const { server } = await openEditPage((crm) =>
    crm.answer(users.crm, () => ({ items: crmAccounts, total: 2, pageNumber: 1, pageSize: 10 })),
  );
  await expect.element(crmField).toHaveValue('C-10 · Harbour');
  expect(server.requests(users.crm).map(({ body }) => body)).toEqual([
    { keyword: 'C-10', pageNumber: 1, pageSize: 10 },
  ]);
});

test.each([
  ['says so if no account has its number', { items: [createAccount('C-100', 'Anchor')], total: 1 }, true],
  ['says nothing if not all accounts are found', { items: [createAccount('C-100', 'Anchor')], total: 12 }, false],
  ['says nothing if the CRM is silent', { items: [], total: 0, hint: 'The CRM is not responding.' }, false],
])('the field of a stored CRM account %s (T1064)', async (_, answer, isNamed) => {
  const { server } = await openEditPage((crm) =>
    crm.answer(users.crm, () => ({ ...answer, pageNumber: 1, pageSize: 10 })),
  );
  await expect.poll(() => server.requests(users.crm)).toHaveLength(1);
  const hint = isNamed
    ? 'No CRM account that you can see has the number C-10. Search by name or number.'
    : 'Search by name or number.';
  await expect.element(crmField).toHaveAccessibleDescription(hint);
});

test('when the CRM does not respond, a stored CRM account shows its number; it is removed only if the user empties the field', async () => {
  const { server } = await openEditPage((crm) => {
    crm.answer(users.crm, () => createRefusal('BUSY'));
    crm.answer(users.update, () => createUserRecord());
  });
  await expect.element(crmField).toHaveValue('C-10');
  await crmField.fill('harbour');
  await userEvent.keyboard('{Tab}');
  await expect.element(crmField).toHaveValue('C-10');
  await crmField.clear();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => server.requests(users.update).map(({ body }) => body.crmAccount)).toEqual([null]);
});
