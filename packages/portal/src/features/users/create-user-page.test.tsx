import { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { refusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { userWith } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, person } from '#portal/testing/users.ts';

const open = (
  answers: (server: FakeServer) => void = () => {},
  role: 'Administrator' | 'Salesman' = 'Administrator',
) => {
  const user = userWith(role);
  return openPortal({
    at: '/users/create',
    user,
    answers: (server) => {
      answerUsers(server, user.permissions, []);
      server.answer(users.create, () => person({ userId: 500 }));
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

test('an empty form says what is required, field by field, with a linked summary and the focus on the first', async () => {
  const { server } = await open();
  await submit.click();
  const summary = page.getByRole('main').getByRole('alert').first();
  await expect.element(summary).toMatchTextContent(/fields need another look/);
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

test('what was filled in is sent once, trimmed, and the list follows', async () => {
  const { server, address } = await open();
  await expect.element(submit).toBeVisible();
  await fillIn();
  await expect.element(page.getByText('Continent: Europe')).toBeVisible();
  await expect.element(page.getByText('The tools now stand for Basics Blue as well.')).toBeVisible();
  await submit.dblClick();
  await expect.poll(address).toBe('/users');
  expect(server.requests(users.create).map(({ body }) => body)).toEqual([expected]);
  await expect
    .element(page.getByText('Grace Hopper was created. The mail with the link is in the outbox.'))
    .toBeVisible();
});

test('asked for once more while the page is being left, it is not sent again', async () => {
  const { server, router, address } = await open();
  await fillIn();
  const form = submit.element().closest('form');
  const again: boolean[] = [];
  // The next page is there, and about to take the place of this one.
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

test('words of the server stand at their fields, and nothing that was typed is lost', async () => {
  await open((server) =>
    server.answer(users.create, () =>
      refusal('INVALID', { fields: { login: words.loginTaken, 'tools.0.brand': words.notAllowed } }),
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

test('an answer that does not come is said above the form', async () => {
  await open((server) => server.loseConnection(users.create));
  await fillIn();
  await submit.click();
  await expect.element(page.getByText('The user was not saved')).toBeVisible();
});

describe('what was typed', () => {
  test('is not lost without a question', async () => {
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

  test('needs no question when nothing differs', async () => {
    const { address } = await open();
    await field('First name').fill('Grace');
    await field('First name').fill('');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect.poll(address).toBe('/users');
  });
});

describe('the tools', () => {
  test('of a user are at least one, and each once for a brand', async () => {
    await open();
    await fillIn();
    await page.getByRole('button', { name: 'Add a tool' }).click();
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

  test('end no sooner than they begin', async () => {
    await open();
    await fillIn();
    await page.getByLabelText(/^From/).fill('2027-05-01');
    await page.getByLabelText(/^To \(/).fill('2027-04-01');
    await submit.click();
    await expect.element(page.getByText(words.daysInOrder)).toBeVisible();
  });

  test('take an add-on from those who may give it', async () => {
    const { server, address } = await open();
    await fillIn();
    await page.getByRole('checkbox', { name: 'Config Rail' }).click();
    await submit.click();
    await expect.poll(address).toBe('/users');
    expect(server.requests(users.create)[0]?.body.tools[0]?.configTools).toEqual(['configRail']);
  });

  test('show to all others who may', async () => {
    await open(() => {}, 'Salesman');
    const box = page.getByRole('checkbox', { name: 'Config Rail' });
    await expect.element(box).toBeDisabled();
    await expect.element(box).toHaveAccessibleDescription('Only administrators add or remove this add-on.');
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

  test('is searched by keyboard alone, ten accounts at a time', async () => {
    const { server } = await open(answerCrm);
    await picker.fill('harb');
    await expect.element(page.getByRole('option', { name: /Harbour 10/ })).toBeVisible();
    expect(server.requests(users.crm)[0]?.body).toEqual({ keyword: 'harb', pageNumber: 1, pageSize: 10 });
    await expectAccessible();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(page.getByRole('option', { name: /Harbour 12/ })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(page.getByRole('button', { name: /Remove the CRM account C-1/ })).toBeVisible();
    await expect.element(page.getByText('C-111 · Harbour 12')).toBeVisible();
    await expect.element(picker).toHaveAttribute('aria-expanded', 'false');
  });

  test('that knows no such account says so', async () => {
    await open((server) => server.answer(users.crm, () => ({ items: [], total: 0, pageNumber: 1, pageSize: 10 })));
    await picker.fill('nobody');
    await expect.element(page.getByText('Results not found')).toBeVisible();
  });

  test('that does not answer never stands in the way', async () => {
    const { address } = await open((server) => server.answer(users.crm, () => refusal('BUSY')));
    await fillIn();
    await picker.fill('harbour');
    await expect.element(page.getByText('The CRM cannot be asked now. Go on without an account.')).toBeVisible();
    await submit.click();
    await expect.poll(address).toBe('/users');
  });
});

test('options that do not come can be asked for again', async () => {
  await open((server) => server.answer(users.options, () => refusal('INTERNAL')));
  await expect.element(page.getByText('Failed to fetch the options of the form')).toBeVisible();
});

test.each([390, 320])('the form fits a window of %i pixels', async (width) => {
  await page.viewport(width, 800);
  await open();
  await expect.element(submit).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
