import { licenses } from '@basics/contract/licenses/licenses.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createLicense, createLicensePage } from '#portal/testing/records/licenses.ts';
import { openEditPage } from '#portal/testing/pages/edit-user.ts';
import { answerRequests, createUserRecord, answerUsers } from '#portal/testing/records/users.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const phoneField = page.getByRole('textbox', { name: /^Phone/ });
const saveButton = page.getByRole('button', { name: 'Save changes' });
const statusSection = page.getByRole('region', { name: 'Status' });

test('the page of a user shows the status, the fields and the licences (T209)', async () => {
  await openEditPage((server) => server.answer(licenses.list, () => createLicensePage(createLicense({ userId: 101 }))));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Edit Grace Hopper' })).toBeVisible();
  await expect.element(statusSection).toMatchTextContent(/Active.*101.*2 Mar 2026.*harbour\.example/);
  await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Grace');
  await expect.element(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Germany');
  await expect.element(page.getByRole('combobox', { name: 'Default language' })).toHaveValue('en');
  await expect.element(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect.element(page.getByRole('region', { name: 'Licences' })).toMatchTextContent(/DESKTOP-4F7K2QX/);
  await expectAccessible();
});

test('the page of a user without licences says nothing about licences, and each tool has one row (T1084)', async () => {
  await page.viewport(1280, 800);
  await openEditPage((server) => {
    server.answer(licenses.list, () => createLicensePage());
    server.answer(users.get, () => {
      const grant = createUserRecord().tools[0];
      return createUserRecord({ tools: grant ? [grant, { ...grant, brand: 'red' }] : [] });
    });
  });
  const grants = page.getByRole('group', { name: /^Basics for/ });
  await expect.element(grants.first()).toBeVisible();
  const tops = grants.nth(1).element().querySelectorAll('select, input:not([type=checkbox]), button[title^=Remove]');
  expect(new Set(Array.from(tops, (field) => Math.round(field.getBoundingClientRect().bottom))).size).toBe(1);
  await expect.element(page.getByRole('button', { name: 'Remove Basics for Basics Red' })).toBeVisible();
  await expectAccessible();
  expect(page.getByText(/No licences yet|Issue a licence/).elements()).toEqual([]);
});

test('only changed fields are sent, with the version of the user that the page loaded, and the page before is open again (T208)', async () => {
  const { server, address } = await openEditPage();
  await phoneField.fill('+49 30 1');
  await saveButton.click();
  await expect.element(page.getByText('Changes saved: Grace Hopper')).toBeVisible();
  await expect.poll(address).toBe('/users/101');
  expect(server.requests(users.update)[0]).toMatchObject({
    params: { id: 101 },
    body: { phone: '+49 30 1', version: 3 },
  });
  expect(Object.keys(server.requests(users.update)[0]?.body ?? {})).toEqual(['phone', 'version']);
});

test('unsaved changes can be saved while leaving; a refused save stays on the page with its error', async () => {
  let isRefused = true;
  const { server, address } = await openEditPage((fakeServer) =>
    fakeServer.answer(users.update, ({ body }) =>
      isRefused ? createRefusal('NOT_PERMITTED') : createUserRecord({ phone: body.phone ?? '', version: 4 }),
    ),
  );
  const saveAndLeave = async (): Promise<void> => {
    await page.getByRole('link', { name: 'My Account' }).click();
    await page.getByRole('button', { name: 'Save and leave' }).click();
  };
  await phoneField.fill('1');
  await saveAndLeave();
  await expect.element(errorNotice).toBeVisible();
  expect(address()).toBe('/users/101/edit');
  isRefused = false;
  await saveAndLeave();
  await expect.poll(address).toBe('/account');
  expect(server.requests(users.update).at(-1)?.body).toEqual({ phone: '1', version: 3 });
});

test('a user who does not exist or is out of scope is shown as not found (T205)', async () => {
  await openEditPage((server) => server.answer(users.get, () => createRefusal('USER_NOT_FOUND')));
  await expect.element(page.getByRole('heading', { level: 1, name: 'User not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All users' })).toHaveAttribute('href', '/users');
  await expectAccessible();
});

describe('another user changes the same user', () => {
  test('after a concurrent change, the newest version is loaded and the typed values stay', async () => {
    const { server } = await openEditPage((fakeServer) =>
      fakeServer.answer(users.update, () => createRefusal('STALE')),
    );
    await phoneField.fill('+49 30 1');
    await saveButton.click();
    const errorNotice = page.getByRole('alert').filter({ hasText: 'Someone else has changed this user' });
    await expect.element(errorNotice).toBeInViewport({ ratio: 1 });
    await expectAccessible();
    const newest = createUserRecord({ company: 'Harbour & Sons', version: 4 });
    server.answer(users.get, () => newest);
    server.answer(users.update, ({ body }) => ({ ...newest, phone: body.phone ?? '', version: 5 }));
    await page.getByRole('button', { name: 'Load latest version' }).click();
    await expect.element(page.getByText(/Changed by someone else: Company\./).last()).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: /^Company/ })).toHaveValue('Harbour & Sons');
    await expect.element(phoneField).toHaveValue('+49 30 1');
    await saveButton.click();
    await expect.poll(() => server.requests(users.update).at(-1)?.body).toEqual({ phone: '+49 30 1', version: 4 });
  });
});

describe('the profile needs a permission', () => {
  test('administrators can change the profile (T206)', async () => {
    const { server } = await openEditPage();
    await page.getByRole('combobox', { name: 'Profile' }).selectOptions('OEM');
    await saveButton.click();
    await expect.poll(() => server.requests(users.update)[0]?.body).toEqual({ profileID: 5, version: 3 });
  });

  test('other staff can only read the profile', async () => {
    await openEditPage(undefined, { role: 'Salesman' });
    await expect.element(page.getByText('Only administrators can change the profile.')).toBeVisible();
    expect(page.getByRole('combobox', { name: 'Profile' }).elements()).toEqual([]);
  });

  test('users cannot change their own profile or delete themselves', async () => {
    await openEditPage(undefined, { user: createUserRecord({ userId: 42, profileID: 1 }) });
    await expect.element(page.getByText('You cannot change your own profile. Ask an administrator.')).toBeVisible();
    await expect.element(statusSection).toMatchTextContent(/This is your own account/);
    expect(statusSection.getByRole('button').elements()).toEqual([]);
  });
});

test('staff without permission to remove an add-on cannot change the row with that add-on', async () => {
  const grant = { tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: null };
  const tools = [grant, { ...grant, brand: 'red', configTools: [] }];
  await openEditPage(undefined, { role: 'Salesman', user: createUserRecord({ tools }) });
  const row = page.getByRole('group', { name: 'Basics for Basics Blue' });
  await expect.element(row.getByRole('checkbox', { name: 'Config Rail' })).toBeDisabled();
  await expect.element(row.getByRole('button', { name: 'Remove Basics for Basics Blue' })).toBeDisabled();
  expect(row.getByRole('combobox', { name: 'Brand' }).getByRole('option').elements()).toHaveLength(1);
});

test('staff who may not grant an add-on cannot change the dates of a grant that includes it', async () => {
  const grantDates = { validFrom: '2026-01-01', validTo: '2027-01-31' };
  const grant = { tool: 'basics', brand: 'blue', configTools: ['configRail'], ...grantDates };
  const { server } = await openEditPage(undefined, { role: 'Salesman', user: createUserRecord({ tools: [grant] }) });
  for (const [label, value, words] of [
    [/^From/, grantDates.validFrom, '1 January 2026'],
    [/^To \(/, grantDates.validTo, '31 January 2027'],
  ] as const) {
    const field = page.getByLabelText(label);
    await expect.element(field).toBeDisabled();
    await expect.element(field).toHaveValue(value);
    await expect
      .element(field)
      .toHaveAccessibleDescription(`Administrators only: these dates also apply to Config Rail. ${words}`);
  }
  await phoneField.fill('+49 30 1');
  await saveButton.click();
  await expect.poll(() => server.requests(users.update)[0]?.body).toEqual({ phone: '+49 30 1', version: 3 });
});

test('staff can change the dates of a grant without a protected add-on', async () => {
  const { server } = await openEditPage(undefined, { role: 'Salesman' });
  await expect.element(page.getByLabelText(/^To \(/)).toBeEnabled();
  await page.getByLabelText(/^From/).fill('2027-05-01');
  await saveButton.click();
  await expect
    .poll(() => server.requests(users.update)[0]?.body.tools)
    .toEqual([{ tool: 'basics', brand: 'blue', configTools: [], validFrom: '2027-05-01', validTo: null }]);
});

test('an administrator can change the dates of a grant with a protected add-on (T207)', async () => {
  const grant = { tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: null };
  const { server } = await openEditPage(undefined, { user: createUserRecord({ tools: [grant] }) });
  await page.getByLabelText(/^To \(/).fill('2027-01-31');
  await saveButton.click();
  await expect.poll(() => server.requests(users.update)[0]?.body.tools).toEqual([{ ...grant, validTo: '2027-01-31' }]);
});

describe('retired tools, brands and add-ons stay with their users', () => {
  const listOptions = (name: string): string[] =>
    page
      .getByRole('combobox', { name })
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);

  test('retired tools and add-ons are not offered for a user who does not have them', async () => {
    await openEditPage();
    await expect.element(page.getByRole('checkbox', { name: 'Config Rail' })).toBeVisible();
    expect(listOptions('Tool')).toEqual(['Choose…', 'Basics']);
    expect(page.getByRole('checkbox', { name: /Old Rail/ }).elements()).toEqual([]);
  });

  test('a user keeps retired tools and add-ons, which are shown with their names', async () => {
    const grantFields = { brand: 'blue', validFrom: null, validTo: null };
    const tools = [
      { ...grantFields, tool: 'old', configTools: [] },
      { ...grantFields, tool: 'basics', configTools: ['oldRail'] },
    ];
    const { server } = await openEditPage(undefined, { user: createUserRecord({ tools }) });
    const row = page.getByRole('group', { name: 'Old Basics for Basics Blue' });
    await expect.element(row.getByRole('combobox', { name: 'Tool' })).toHaveValue('old');
    await expect.element(row.getByRole('option', { name: 'Old Basics (retired)' })).toBeInTheDocument();
    const checkbox = page.getByRole('checkbox', { name: 'Old Rail (retired)' });
    await expect.element(checkbox).toBeChecked();
    await checkbox.click();
    await saveButton.click();
    await expect
      .poll(() => server.requests(users.update)[0]?.body.tools)
      .toEqual([tools[0], { ...tools[1], configTools: [] }]);
  });
});

describe('the status can be changed', () => {
  test('an active user can be suspended with a reason', async () => {
    const { server } = await openEditPage((fakeServer) =>
      fakeServer.answer(users.suspend, () => createUserRecord({ status: 'suspended', version: 4 })),
    );
    await page.getByRole('button', { name: 'Account actions' }).click();
    await page.getByRole('button', { name: 'Suspend user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend Grace Hopper?' });
    await dialog.getByRole('button', { name: 'Suspend user' }).click();
    await expect.element(dialog.getByRole('textbox')).toHaveAccessibleDescription(new RegExp(fieldMessages.reason));
    await expect.element(dialog.getByRole('textbox')).toHaveFocus();
    await expectAccessible();
    await dialog.getByRole('textbox').fill('Left the company');
    await dialog.getByRole('button', { name: 'Suspend user' }).click();
    await expect.element(statusSection).toMatchTextContent(/Suspended/);
    expect(server.requests(users.suspend)[0]?.body).toEqual({ version: 3, reason: 'Left the company' });
  });

  test('a suspended user can be activated again', async () => {
    const prepareServer = (server: FakeServer) =>
      server.answer(users.reinstate, () => createUserRecord({ version: 4 }));
    await openEditPage(prepareServer, { user: createUserRecord({ status: 'suspended' }) });
    await statusSection.getByRole('button', { name: 'Reinstate user' }).click();
    await page.getByRole('button', { name: 'Account actions' }).click();
    await expect.element(statusSection.getByRole('button', { name: 'Suspend user' })).toBeVisible();
  });

  test('an invited user shows when the link expires, and the invitation can be sent again', async () => {
    const createInvitedUser = (validHours: number) =>
      createUserRecord({
        status: 'approved',
        invitedUntil: new Date(Date.now() + validHours * 3_600_000).toISOString(),
      });
    const prepareServer = (fakeServer: FakeServer) => fakeServer.answer(users.invite, () => createInvitedUser(72));
    const { server } = await openEditPage(prepareServer, { user: createInvitedUser(-1) });
    await expect.element(statusSection).toMatchTextContent(/Invited.*expired, invite the user again/);
    await statusSection.getByRole('button', { name: 'Invite again' }).click();
    await expect.element(statusSection).toMatchTextContent(/valid until/);
    server.answer(users.invite, () => createRefusal('TOO_MANY_ATTEMPTS', { retryAfter: 3600 }));
    await statusSection.getByRole('button', { name: 'Invite again' }).click();
    await expect.element(statusSection.getByRole('alert')).toMatchTextContent(/Too many attempts/);
  });

  test('an invitation is withdrawn after a question, and a request that is pending again opens', async () => {
    const invitedUser = createUserRecord({ status: 'approved', invitedUntil: null });
    const { server, address } = await openEditPage(
      (fakeServer) => {
        answerRequests(fakeServer, []);
        fakeServer.answer(requests.withdrawInvitation, () => createRefusal('NOT_DECIDED_BY_YOU'));
      },
      { user: invitedUser },
    );
    await statusSection.getByRole('button', { name: 'Withdraw invitation' }).click();
    const question = page.getByRole('alertdialog', { name: /Withdraw the invitation/ });
    const withdrawButton = question.getByRole('button', { name: 'Withdraw invitation' });
    await withdrawButton.click();
    await expect.element(question).toMatchTextContent(/Ask an administrator/);
    server.answer(requests.withdrawInvitation, () => ({ ...invitedUser, status: 'pending' as const }));
    await withdrawButton.click();
    await expect.poll(address).toBe(`/requests?request=${invitedUser.userId}`);
  });

  test('a user without an invitation is not called expired, and can be invited', async () => {
    const user = createUserRecord({ status: 'approved', invitedUntil: null });
    await openEditPage(() => {}, { user });
    await expect.element(statusSection).toMatchTextContent(/Invited.*no valid link, send an invitation/);
    await expect.element(statusSection.getByRole('button', { name: 'Send invitation' })).toBeVisible();
  });

  test('a status that cannot be changed shows the reason', async () => {
    await openEditPage((server) => server.answer(users.remove, () => createRefusal('LAST_ADMINISTRATOR')));
    await page.getByRole('button', { name: 'Account actions' }).click();
    await page.getByRole('button', { name: 'Delete user' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Grace Hopper?' });
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/last active administrator/);
  });

  test('after a user is deleted, the list of users is loaded again', async () => {
    const { address } = await openEditPage((server) => server.answer(users.remove, () => undefined));
    await page.getByRole('button', { name: 'Account actions' }).click();
    await page.getByRole('button', { name: 'Delete user' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
    await expect.poll(address).toBe('/users');
    await expect.element(page.getByText('Grace Hopper was deleted')).toBeVisible();
  });

  test('a person who asks to be forgotten is deleted for good at once', async () => {
    const { server, address } = await openEditPage((fakeServer) => fakeServer.answer(users.remove, () => undefined));
    await page.getByRole('button', { name: 'Account actions' }).click();
    await page.getByRole('button', { name: 'Delete user' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('checkbox', { name: 'Delete for good at once' }).click();
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await expect.poll(address).toBe('/users');
    expect(server.requests(users.remove)).toMatchObject([{ query: { forGood: 'true' } }]);
  });
});

test('a failed deletion shows an error in its dialog', async () => {
  const { address } = await openEditPage((server) => server.answer(users.remove, () => createRefusal('INTERNAL')));
  await page.getByRole('button', { name: 'Account actions' }).click();
  await page.getByRole('button', { name: 'Delete user' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Delete Users error/);
  expect(address()).toBe('/users/101/edit');
});

describe('the history of the status is loaded on request', () => {
  const items = [
    {
      at: '2026-03-12T09:26:00.000Z',
      from: 'active' as const,
      to: 'suspended' as const,
      by: 'Root Admin',
      reason: 'Unpaid',
    },
    {
      at: '2026-03-10T12:00:00.000Z',
      from: 'approved' as const,
      to: 'active' as const,
      by: 'Grace Hopper',
      reason: null,
    },
    {
      at: '2026-03-09T12:00:00.000Z',
      from: 'pending' as const,
      to: 'approved' as const,
      by: 'Simon Aasen',
      reason: null,
    },
  ];
  const history = page.getByRole('list', { name: 'History' });
  const refuseHistory = (server: FakeServer) => server.answer(users.history, () => createRefusal('INTERNAL'));

  test('opening the history loads who changed the status, when and why', async () => {
    const { server } = await openEditPage((fakeServer) => fakeServer.answer(users.history, () => ({ items })));
    await expect.element(statusSection.getByText('History')).toBeVisible();
    expect(server.requests(users.history)).toEqual([]);
    await statusSection.getByText('History').click();
    const steps = history.getByRole('listitem');
    await expect.element(steps.nth(0)).toMatchTextContent(/Suspended.*Root Admin, 12 March 2026.*Unpaid/);
    await expect.element(steps.nth(1)).toMatchTextContent(/Password set.*Grace Hopper, 10 March 2026/);
    await expect.element(steps.nth(2)).toMatchTextContent(/Approved and invited.*Simon Aasen/);
    await expectAccessible();
  });

  test('a history that cannot be loaded shows an error and can be loaded again', async () => {
    const { server } = await openEditPage(refuseHistory, { user: createUserRecord({ status: 'suspended' }) });
    await expect.element(statusSection.getByText('Failed to fetch the history')).toBeVisible();
    server.answer(users.history, () => ({ items: [] }));
    await statusSection.getByRole('button', { name: 'Try again' }).click();
    await expect.element(statusSection.getByText('No history yet.')).toBeVisible();
  });
});

test('an applicant cannot be edited before the request is decided; the page links to the request', async () => {
  await openEditPage(undefined, { user: createUserRecord({ status: 'pending' }) });
  const link = page.getByRole('link', { name: 'Open request' });
  await expect.element(link).toHaveAttribute('href', '/requests?request=101');
});

const actor = createUser('Administrator');

const openRefusedPage = () =>
  openPortal({
    at: '/users/101/edit',
    user: actor,
    prepareServer: (server) => {
      answerUsers(server, actor.permissions, [createUserRecord()]);
      server.answer(users.update, () => createRefusal('INTERNAL'));
    },
  });
const errorNotice = page.getByRole('alert').filter({ hasText: 'The user was not saved' });

test('a refused save shows its error beside the button', async () => {
  await openRefusedPage();
  await page.getByRole('textbox', { name: /^Phone/ }).fill('+49 30 1');
  await saveButton.click();
  await expect.element(errorNotice).toBeInViewport({ ratio: 1 });
  await expect.element(saveButton).toBeInViewport();
  await expect.element(saveButton).toHaveFocus();
});

test('if a save started with Ctrl+Enter is refused, the page scrolls to the error', async () => {
  await openRefusedPage();
  await page.getByRole('textbox', { name: 'First name' }).fill('Grace Brewster');
  expect(scrollY).toBe(0);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(errorNotice).toBeInViewport({ ratio: 1 });
  expect(scrollY).toBeGreaterThan(0);
});

const stateText = page.getByText('Unsaved changes', { exact: true });

test('the save bar is in the window from the start; without a change its button is disabled and keeps the focus (T892)', async () => {
  const { server } = await openEditPage();
  await expect.element(phoneField).toBeVisible();
  await expect.element(saveButton).toBeInViewport({ ratio: 1 });
  await expect.element(saveButton).toHaveAttribute('aria-disabled', 'true');
  await saveButton.click({ force: true });
  await expect.element(saveButton).toHaveFocus();
  expect(server.requests(users.update)).toEqual([]);
  await phoneField.fill('+49 30 1');
  await expect.element(stateText).toBeVisible();
  expect(document.documentElement.scrollHeight).toBeGreaterThan(innerHeight);
  expect(saveButton.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  await expectAccessible();
  await phoneField.fill(createUserRecord().phone);
  await expect.element(saveButton).toHaveAttribute('aria-disabled', 'true');
});

test('Ctrl+Enter saves from a field', async () => {
  const { server } = await openEditPage();
  await phoneField.fill('+49 30 2');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => server.requests(users.update).at(-1)?.body).toMatchObject({ phone: '+49 30 2' });
});

test('on a phone, the save bar covers no control with the focus', async () => {
  await page.viewport(390, 600);
  await openEditPage();
  await expect.element(phoneField).toBeVisible();
  const findBarTop = (): number => stateText.element().parentElement?.getBoundingClientRect().top ?? 0;
  scrollTo(0, phoneField.element().getBoundingClientRect().bottom - innerHeight + 10);
  await userEvent.type(phoneField, '1');
  await expect.element(stateText).toBeVisible();
  expect(phoneField.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(findBarTop());
  const controls = [...document.querySelectorAll<HTMLElement>('main form :is(input, select, textarea)')];
  expect(controls.length).toBeGreaterThan(8);
  scrollTo(0, 0);
  for (const control of controls) {
    control.focus();
    expect(control.getBoundingClientRect().bottom, control.outerHTML).toBeLessThanOrEqual(findBarTop());
  }
  await page.viewport(1280, 800);
});
