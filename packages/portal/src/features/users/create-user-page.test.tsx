import { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/users.ts';

const open = (
  answers: (server: FakeServer) => void = () => {},
  role: 'Administrator' | 'Salesman' = 'Administrator',
) => {
  const user = createUser(role);
  return openPortal({
    at: '/users/create',
    user,
    answers: (server) => {
      answerUsers(server, user.permissions, []);
      server.answer(users.create, () => createUserRecord({ userId: 500 }));
      answers(server);
    },
  });
};

const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const submit = page.getByRole('button', { name: 'Create user' });

async function fillIn(): Promise<void> {
  await field('Login/Email').first().fill('grace.hopper@harbour.example');
  await field('Repeat Login/Email').fill('Grace.Hopper@harbour.example');
  await field('First name').fill('  Grace ');
  await field('Last name').fill('Hopper');
  await page.getByRole('combobox', { name: 'Profile' }).selectOptions('Designer office');
  await page.getByRole('combobox', { name: 'Brand' }).first().selectOptions('Basics Blue');
  await page.getByRole('combobox', { name: 'Country' }).fill('Germany');
  await page.getByRole('radio', { name: 'Yes' }).click();
}

const expected = {
  login: 'grace.hopper@harbour.example',
  email: 'Grace.Hopper@harbour.example',
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

test('an empty form shows each required field, a summary with links, and the focus on the first field', async () => {
  const { server } = await open();
  await submit.click();
  const summary = page.getByRole('main').getByRole('alert').first();
  await expect.element(summary).toMatchTextContent(/fields have errors/);
  for (const message of [words.firstName, words.lastName, words.profile, words.country, words.canReceiveMail])
    await expect.element(summary.getByRole('button', { name: message })).toBeVisible();
  await expect.element(summary.getByRole('button', { name: words.brand, exact: true })).toBeVisible();
  await expect.element(summary.getByRole('button', { name: `Tool 1: ${words.brand}` })).toBeVisible();
  await expect.element(field('First name')).toHaveAccessibleDescription(words.firstName);
  await expect.element(page.getByRole('textbox', { name: 'Login/Email' }).first()).toHaveFocus();
  await expectAccessible();
  await summary.getByRole('button', { name: words.country }).click();
  await expect.element(page.getByRole('combobox', { name: 'Country' })).toHaveFocus();
  expect(server.requests(users.create)).toEqual([]);
});

test('both addresses must match', async () => {
  await open();
  await fillIn();
  await field('Repeat Login/Email').fill('grace@elsewhere.example');
  await submit.click();
  await expect.element(field('Repeat Login/Email')).toHaveAccessibleDescription(new RegExp(words.emailsMatch));
});

test('the form is sent once with trimmed values, and the list is loaded again', async () => {
  const { server, address } = await open();
  await expect.element(submit).toBeVisible();
  await fillIn();
  await expect.element(page.getByText('Continent: Europe')).toBeVisible();
  await expect.element(page.getByText('The tools now also apply to Basics Blue.')).toBeVisible();
  await submit.dblClick();
  await expect.poll(address).toBe('/users');
  expect(server.requests(users.create).map(({ body }) => body)).toEqual([expected]);
  await expect
    .element(page.getByText('Grace Hopper was created. The e-mail with the link is in the outbox.'))
    .toBeVisible();
});

test('a second press while the page closes does not send the form again', async () => {
  const { server, router, address } = await open();
  await fillIn();
  const form = submit.element().closest('form');
  const again: boolean[] = [];
  // The next page is loaded and about to replace this one.
  const stop = router.subscribe('onBeforeRouteMount', () => {
    again.push(form?.isConnected === true);
    form?.requestSubmit();
  });
  await submit.click();
  await expect.poll(() => form?.isConnected).toBe(false);
  stop();
  expect(address()).toBe('/users');
  expect(again).toEqual([true]);
  expect(server.requests(users.create)).toHaveLength(1);
});

test('Ctrl+Enter saves from any field', async () => {
  const { server, address } = await open();
  await fillIn();
  await field(/^Company/).fill('Harbour');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(address).toBe('/users');
  expect(server.requests(users.create)[0]?.body.company).toBe('Harbour');
});

test('errors of the server are shown at their fields, and no typed value is lost', async () => {
  await open((server) =>
    server.answer(users.create, () =>
      createRefusal('INVALID', { fields: { login: words.loginTaken, 'tools.0.brand': words.notAllowed } }),
    ),
  );
  await fillIn();
  await submit.click();
  await expect.element(field('Login/Email').first()).toHaveAccessibleDescription(new RegExp(words.loginTaken));
  await expect.element(field('Login/Email').first()).toHaveFocus();
  await expect
    .element(page.getByRole('group', { name: 'Basics for Basics Blue' }).getByRole('combobox', { name: 'Brand' }))
    .toHaveAccessibleDescription(words.notAllowed);
  await expect.element(field('First name')).toHaveValue('  Grace ');
});

test('a failed request shows an error above the form', async () => {
  await open((server) => server.loseConnection(users.create));
  await fillIn();
  await submit.click();
  await expect.element(page.getByText('The user was not saved')).toBeVisible();
});

describe('unsaved values', () => {
  test('leaving with unsaved values asks for confirmation', async () => {
    const { address } = await open();
    await field('First name').fill('Grace');
    await page.getByRole('link', { name: 'My Account' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await expect.element(question).toBeVisible();
    await expectAccessible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(field('First name')).toHaveValue('Grace');
    expect(address()).toBe('/users/create');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect.poll(address).toBe('/users');
  });

  test('leaving without changes needs no confirmation', async () => {
    const { address } = await open();
    await field('First name').fill('Grace');
    await field('First name').fill('');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect.poll(address).toBe('/users');
  });
});

describe('the tools of a user', () => {
  test('a user needs at least one tool, and each tool only once for a brand', async () => {
    await open();
    await fillIn();
    await page.getByRole('button', { name: 'Add tool' }).click();
    await submit.click();
    await expect.element(page.getByText(words.grantTwice)).toBeVisible();
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await submit.click();
    await expect.element(page.getByText(words.tool)).toBeVisible();
    await expectAccessible();
  });

  test('a grant cannot end before it begins', async () => {
    await open();
    await fillIn();
    await page.getByLabelText(/^From/).fill('2027-05-01');
    await page.getByLabelText(/^To \(/).fill('2027-04-01');
    await submit.click();
    await expect.element(page.getByText(words.daysInOrder)).toBeVisible();
  });

  test('permitted staff can remove an add-on', async () => {
    const { server, address } = await open();
    await fillIn();
    await page.getByRole('checkbox', { name: 'Config Rail' }).click();
    await submit.click();
    await expect.poll(address).toBe('/users');
    expect(server.requests(users.create)[0]?.body.tools[0]?.configTools).toEqual(['configRail']);
  });

  test('other staff see who can remove an add-on', async () => {
    await open(() => {}, 'Salesman');
    const box = page.getByRole('checkbox', { name: 'Config Rail' });
    await expect.element(box).toBeDisabled();
    await expect.element(box).toHaveAccessibleDescription('Only administrators can add or remove this add-on.');
  });
});

describe('the CRM', () => {
  const accounts = Array.from({ length: 12 }, (_, index) => ({
    account: `C-${100 + index}`,
    name: `Harbour ${index + 1}`,
    city: 'Kiel',
    country: 'DE',
  }));
  const picker = page.getByRole('combobox', { name: /^CRM account/ });
  const answerCrm = (server: FakeServer): void =>
    server.answer(users.crm, ({ body: { pageNumber, pageSize } }) => ({
      items: accounts.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
      total: accounts.length,
      pageNumber,
      pageSize,
    }));

  test('the list can be searched by keyboard, ten accounts at a time', async () => {
    const { server } = await open(answerCrm);
    await picker.fill('harb');
    await expect.element(page.getByRole('option', { name: /Harbour 10/ })).toBeVisible();
    expect(server.requests(users.crm)[0]?.body).toEqual({ keyword: 'harb', pageNumber: 1, pageSize: 10 });
    await expectAccessible();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(page.getByRole('option', { name: /Harbour 12/ })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(page.getByRole('button', { name: /Remove CRM account C-1/ })).toBeVisible();
    await expect.element(page.getByText('C-111 · Harbour 12')).toBeVisible();
    await expect.element(picker).toHaveAttribute('aria-expanded', 'false');
  });

  test('the list shows a message when it has no such account', async () => {
    await open((server) => server.answer(users.crm, () => ({ items: [], total: 0, pageNumber: 1, pageSize: 10 })));
    await picker.fill('nobody');
    await expect.element(page.getByText('Results not found')).toBeVisible();
  });

  test('a CRM that does not respond does not block the form', async () => {
    const { address } = await open((server) => server.answer(users.crm, () => createRefusal('BUSY')));
    await fillIn();
    await picker.fill('harbour');
    await expect
      .element(page.getByText('The CRM is not responding. You can continue without a CRM account.'))
      .toBeVisible();
    await submit.click();
    await expect.poll(address).toBe('/users');
  });
});

test('options that cannot be loaded can be loaded again', async () => {
  await open((server) => server.answer(users.options, () => createRefusal('INTERNAL')));
  await expect.element(page.getByText('Failed to fetch the options of the form')).toBeVisible();
});

test.each([390, 320])('the form fits a window of %i pixels', async (width) => {
  await page.viewport(width, 800);
  await open();
  await expect.element(submit).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
