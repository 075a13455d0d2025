import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerHumanCheck } from '#portal/testing/human-check.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { createToken, createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const password = page.getByRole('textbox', { name: 'New password' });
const confirm = page.getByRole('textbox', { name: 'Confirm password' });
const save = page.getByRole('button', { name: 'Set password' });
const heading = page.getByRole('heading', { level: 1 });

const received = { received: true } as const;

function createLink(purpose: 'reset' | 'activate' | 'setUp') {
  return (server: FakeServer): void => {
    answerHumanCheck(server);
    server.answer(session.checkLink, () => ({
      purpose,
      login: 'ada@office.example',
      validUntil: '2027-01-01T12:00:00.000Z',
    }));
    server.answer(session.resetPassword, () => received);
  };
}

const openReset = (answers: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at: '/password/reset#token=abc',
    answers: (server) => {
      createLink('reset')(server);
      answers(server);
    },
  });

async function enter(first: string, second = first): Promise<void> {
  await password.fill(first);
  await confirm.fill(second);
}

test('the link is checked before the form is shown, and the page names the account', async () => {
  const { server } = await openReset();
  await expect.element(page.getByText('For the account ada@office.example.')).toBeVisible();
  await expect.element(page.getByText('This signs you out on all other devices.')).toBeVisible();
  await expect.element(heading).toHaveTextContent('Set a new password');
  expect(server.requests(session.checkLink).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  await expectAccessible();
});

test('the same page sets a first password, with a welcome, also for a token in the query', async () => {
  const { server } = await openPortal({ at: '/activation?token=first', answers: createLink('activate') });
  await expect.element(page.getByText(/^Welcome! Your account ada@office\.example is ready\./)).toBeVisible();
  await expect.element(heading).toHaveTextContent('Activation');
  await expect.element(save).toBeVisible();
  await expect.element(page.getByText(/signed out/)).not.toBeInTheDocument();
  expect(server.requests(session.checkLink)[0]?.body).toEqual({ token: 'first' });
});

test('the five password rules are checked while the user types', async () => {
  await openReset();
  const rules = page.getByRole('list', { name: 'The password must have' }).getByRole('listitem');
  const states = () => rules.elements().map((rule) => rule.textContent?.split(': ').at(-1));
  await expect.poll(states).toEqual(Array.from({ length: 5 }, () => 'not yet met'));
  await password.fill('abcdefgh');
  await expect.poll(states).toEqual(['done', 'not yet met', 'not yet met', 'done', 'not yet met']);
  await password.fill('Abcdefg1');
  await expect.poll(states).toEqual(['done', 'done', 'done', 'done', 'not yet met']);
  await password.fill('Abcdef1!');
  await expect.poll(states).toEqual(Array.from({ length: 5 }, () => 'done'));
  await expect.element(page.getByText('The password meets all rules.')).toBeInTheDocument();
});

test('the match of the passwords is checked when the second field loses the focus, not before', async () => {
  await openReset();
  await enter('Basalt-Kettle-93', 'Basalt-Kettle');
  await expect.element(page.getByText(words.passwordsMatch)).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.element(page.getByText(words.passwordsMatch)).toBeVisible();
  await confirm.fill('Basalt-Kettle-93');
  await expect.element(page.getByText(words.passwordsMatch)).not.toBeInTheDocument();
});

test.each([
  { typed: 'nothing', first: '', second: '', said: [words.password, words.confirmPassword] },
  { typed: 'no confirmation', first: 'Basalt-Kettle-93', second: '', said: ['', words.confirmPassword] },
  { typed: 'a blank confirmation', first: 'Basalt-Kettle-93', second: ' ', said: ['', words.confirmPassword] },
  { typed: 'another one', first: 'Basalt-Kettle-93', second: 'Basalt-Kettle-94', said: ['', words.passwordsMatch] },
  { typed: 'a weak one', first: 'basalt', second: 'basalt', said: [words.passwordRule, ''] },
  { typed: 'both wrong', first: 'basalt', second: 'granite', said: [words.passwordRule, words.passwordsMatch] },
  { typed: 'white space', first: ' Basalt-Kettle-93', second: ' Basalt-Kettle-93', said: [words.passwordEnds, ''] },
])('$typed: the words stand at the fields', async ({ first, second, said }) => {
  const { server } = await openReset();
  await enter(first, second);
  await save.click();
  const [ofPassword = '', ofConfirm = ''] = said;
  await expect.element(password).toHaveAccessibleDescription(new RegExp(`${ofPassword}$`));
  await expect.element(confirm).toHaveAccessibleDescription(ofConfirm);
  expect(server.requests(session.resetPassword)).toEqual([]);
});

test('the sign-in page opens with the login filled in after the password is set', async () => {
  const { server, address } = await openReset();
  await enter('Basalt-Kettle-93');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/sign-in');
  await expect.element(page.getByText('Your password is set. You can sign in now.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Login' })).toHaveValue('ada@office.example');
  await expect.element(page.getByRole('textbox', { name: 'Password' })).toHaveFocus();
  expect(server.requests(session.resetPassword).map(({ body }) => body)).toEqual([
    { token: 'abc', password: 'Basalt-Kettle-93', confirmPassword: 'Basalt-Kettle-93' },
  ]);
});

test('an activation signs in, and opens the home page', async () => {
  const { server, address } = await openPortal({
    at: '/activation#token=abc',
    answers: (fake) => {
      answerLicenses(fake);
      createLink('activate')(fake);
      fake.answer(session.resetPassword, () => ({ ...received, token: createToken('ada') }));
      fake.answer(users.current, () => createUser('OEM'));
    },
  });
  await enter('Basalt-Kettle-93');
  await save.click();
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  expect(server.requests(session.signIn)).toEqual([]);
});

test('the first administrator sets address, name and password, and is signed in', async () => {
  const { server, address } = await openPortal({
    at: '/activation#token=abc',
    answers: (fake) => {
      answerLicenses(fake);
      createLink('setUp')(fake);
      fake.answer(session.setUp, () => ({ token: createToken('ada') }));
      fake.answer(users.current, () => createUser('OEM'));
    },
  });
  await expect.element(page.getByText('Create the account of the first administrator.')).toBeVisible();
  await expectAccessible();
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  await expect.element(page.getByText('Login is required.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Login/Email', exact: true }).fill('ada@office.example');
  await page.getByRole('textbox', { name: 'Repeat Login/Email' }).fill('ada@office.exmaple');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Stone');
  await enter('Basalt-Kettle-93');
  await create.click();
  await expect.element(page.getByText("Login/Email's must match.")).toBeVisible();
  await page.getByRole('textbox', { name: 'Repeat Login/Email' }).fill('ada@office.example');
  await create.click();
  await expect.poll(address).toBe('/');
  expect(server.requests(session.setUp).map(({ body }) => body)).toEqual([
    {
      token: 'abc',
      login: 'ada@office.example',
      email: 'ada@office.example',
      firstName: 'Ada',
      lastName: 'Stone',
      password: 'Basalt-Kettle-93',
      confirmPassword: 'Basalt-Kettle-93',
    },
  ]);
});

test('an activation whose session cannot be opened leads to the sign-in page', async () => {
  const { address } = await openPortal({
    at: '/activation#token=abc',
    answers: (fake) => {
      createLink('activate')(fake);
      fake.answer(session.resetPassword, () => ({ ...received, token: createToken('ada') }));
      fake.answer(users.current, () => createRefusal('BUSY'));
    },
  });
  await enter('Basalt-Kettle-93');
  await save.click();
  await expect.poll(address).toBe('/sign-in');
  await expect.element(page.getByText('Your password is set. You can sign in now.')).toBeVisible();
});

test('a reset ends the session of a signed-in user without an error', async () => {
  const { address } = await openPortal({
    at: '/password/reset#token=abc',
    user: createUser('OEM'),
    answers: (server) => {
      answerLicenses(server);
      createLink('reset')(server);
    },
  });
  await enter('Basalt-Kettle-93');
  await save.click();
  await expect.poll(address).toBe('/sign-in');
  await expect.element(page.getByText('Your password is set. You can sign in now.')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
  expect(page.getByText('Authorization error').elements()).toEqual([]);
});

test('a password that the server finds too common shows an error at the field', async () => {
  await openReset((server) =>
    server.answer(session.resetPassword, () =>
      createRefusal('INVALID', { fields: { password: words.passwordCommon } }),
    ),
  );
  await enter('Password-123');
  await save.click();
  await expect.element(page.getByText(words.passwordCommon)).toBeVisible();
  await expect.element(password).toHaveFocus();
});

test('a failure shows Reset Password Error, and the typed values stay', async () => {
  await openReset((server) => server.loseConnection(session.resetPassword));
  await enter('Basalt-Kettle-93');
  await save.click();
  await expect.element(page.getByRole('alert').getByText('Reset Password Error')).toBeVisible();
  await expect.element(password).toHaveValue('Basalt-Kettle-93');
});

test.each(['/password/reset', '/password/reset#token=', '/activation', '/password/reset#token=a%20b'])(
  '%s is said to work no more, and a new mail is offered',
  async (at) => {
    await openPortal({ at, answers: answerHumanCheck });
    await expect.element(heading).toHaveTextContent('This link no longer works');
  },
);

test('an expired link offers a new e-mail on the page', async () => {
  const { server } = await openReset((fake) => {
    fake.answer(session.checkLink, () => createRefusal('LINK_NOT_VALID'));
    fake.answer(session.forgotPassword, () => received);
  });
  await expect.element(page.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/sign-in');
  await expectAccessible();
  await page.getByLabelText('E-mail').fill('ada@office.example');
  await page.getByRole('button', { name: 'Send new link' }).click();
  await expect.element(heading).toHaveTextContent('Check your e-mail');
  expect(server.requests(session.forgotPassword)).toHaveLength(1);
});

test('a new e-mail that cannot be sent shows Sent email error', async () => {
  await openReset((server) => {
    server.answer(session.checkLink, () => createRefusal('LINK_NOT_VALID'));
    server.answer(session.forgotPassword, () => createRefusal('INTERNAL'));
  });
  await page.getByLabelText('E-mail').fill('ada@office.example');
  await page.getByRole('button', { name: 'Send new link' }).click();
  await expect.element(page.getByRole('alert').getByText('Sent email error')).toBeVisible();
});

test('a link that expires while the user types offers a new e-mail', async () => {
  await openReset((server) => server.answer(session.resetPassword, () => createRefusal('LINK_NOT_VALID')));
  await enter('Basalt-Kettle-93');
  await save.click();
  await expect.element(heading).toHaveTextContent('This link no longer works');
});

test('a failed check can be retried', async () => {
  const { server } = await openReset((fake) => fake.loseConnection(session.checkLink));
  await expect.element(page.getByRole('alert').getByText('The link could not be checked')).toBeVisible();
  createLink('reset')(server);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(save).toBeVisible();
});

test.each([320, 1280])('nothing overflows at %i px', async (width) => {
  await page.viewport(width, 800);
  document.documentElement.dataset['theme'] = 'dark';
  await openReset();
  await expect.element(save).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
