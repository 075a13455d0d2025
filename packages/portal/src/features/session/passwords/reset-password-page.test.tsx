import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerHumanCheck, humanAnswer } from '#portal/testing/human-check.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createToken, createUser, setup } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const passwordField = page.getByRole('textbox', { name: 'New password' });
const repetitionField = page.getByRole('textbox', { name: 'Confirm password' });
const saveButton = page.getByRole('button', { name: 'Set password' });
const heading = page.getByRole('heading', { level: 1 });

const receivedReply = { received: true } as const;

function answerLink(purpose: 'reset' | 'activate' | 'setUp') {
  return (server: FakeServer): void => {
    answerHumanCheck(server);
    server.answer(session.checkLink, () => ({
      purpose,
      login: 'ada@office.example',
      validUntil: '2027-01-01T12:00:00.000Z',
    }));
    server.answer(session.resetPassword, () => receivedReply);
  };
}

const openReset = (prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at: '/password/reset#token=abc',
    prepareServer: (server) => {
      answerLink('reset')(server);
      prepareServer(server);
    },
  });

async function fillPasswords(newPassword: string, repetition = newPassword): Promise<void> {
  await passwordField.fill(newPassword);
  await repetitionField.fill(repetition);
}

test('the link is checked before the form is shown, and the page names the account (T180)', async () => {
  const { server } = await openReset();
  await expect.element(page.getByText('For the account ada@office.example.')).toBeVisible();
  await expect.element(page.getByText('This signs you out on all other devices.')).toBeVisible();
  await expect.element(heading).toHaveTextContent('Set a new password');
  expect(server.requests(session.checkLink).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  await expectAccessible();
});

test('an activation link, also with its token in the query, shows a welcome and sets the first password (T173)', async () => {
  const { server, address } = await openPortal({
    at: '/activation?token=first&utm_source=mail',
    prepareServer: answerLink('activate'),
  });
  await expect.element(page.getByText(/^Welcome! Your account ada@office\.example is ready\./)).toBeVisible();
  await expect.element(heading).toHaveTextContent('Activation');
  await expect.element(saveButton).toBeVisible();
  await expect.element(page.getByText(/signed out/)).not.toBeInTheDocument();
  expect(server.requests(session.checkLink).map(({ body }) => body)).toEqual([{ token: 'first' }]);
  expect(address()).toBe('/activation#token=first');
});

test.each([
  '/activation%23token=abc',
  '/activation%2523token=abc',
  '/activation%23token=abc.',
  '/activation#token=abc.',
  '/activation#token=abc=',
  '/activation#token%3Dabc',
])('the address %s, which a mail program has changed, opens the link, and the address is corrected', async (at) => {
  const { server, address } = await openPortal({ at, prepareServer: answerLink('activate') });
  await expect.element(page.getByText(/^Welcome! Your account/)).toBeVisible();
  expect(server.requests(session.checkLink).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  expect(address()).toBe('/activation#token=abc');
});

test('the five password rules are checked while the user types (T178)', async () => {
  await openReset();
  const rules = page.getByRole('list', { name: 'The password must have' }).getByRole('listitem');
  const readRuleStates = () => rules.elements().map((rule) => rule.textContent?.split(': ').at(-1));
  await expect.poll(readRuleStates).toEqual(Array.from({ length: 5 }, () => 'not yet met'));
  await passwordField.fill('abcdefgh');
  await expect.poll(readRuleStates).toEqual(['done', 'not yet met', 'not yet met', 'done', 'not yet met']);
  await passwordField.fill('Abcdefg1');
  await expect.poll(readRuleStates).toEqual(['done', 'done', 'done', 'done', 'not yet met']);
  await passwordField.fill('Abcdef1!');
  await expect.poll(readRuleStates).toEqual(Array.from({ length: 5 }, () => 'done'));
  await expect.element(page.getByText('The password meets all rules.')).toBeInTheDocument();
});

test('the match of the passwords is checked when the second field loses the focus, not before', async () => {
  await openReset();
  await fillPasswords('Basalt-Kettle-93', 'Basalt-Kettle');
  await expect.element(page.getByText(fieldMessages.passwordsMatch)).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.element(page.getByText(fieldMessages.passwordsMatch)).toBeVisible();
  await repetitionField.fill('Basalt-Kettle-93');
  await expect.element(page.getByText(fieldMessages.passwordsMatch)).not.toBeInTheDocument();
});

test.each([
  {
    input: 'nothing',
    newPassword: '',
    repetition: '',
    errors: [fieldMessages.password, fieldMessages.confirmPassword],
  },
  {
    input: 'no confirmation',
    newPassword: 'Basalt-Kettle-93',
    repetition: '',
    errors: ['', fieldMessages.confirmPassword],
  },
  {
    input: 'a blank confirmation',
    newPassword: 'Basalt-Kettle-93',
    repetition: ' ',
    errors: ['', fieldMessages.confirmPassword],
  },
  {
    input: 'another one',
    newPassword: 'Basalt-Kettle-93',
    repetition: 'Basalt-Kettle-94',
    errors: ['', fieldMessages.passwordsMatch],
  },
  { input: 'a weak one', newPassword: 'basalt', repetition: 'basalt', errors: [fieldMessages.passwordRule, ''] },
  {
    input: 'both wrong',
    newPassword: 'basalt',
    repetition: 'granite',
    errors: [fieldMessages.passwordRule, fieldMessages.passwordsMatch],
  },
  {
    input: 'white space',
    newPassword: ' Basalt-Kettle-93',
    repetition: ' Basalt-Kettle-93',
    errors: [fieldMessages.passwordEnds, ''],
  },
])('the input "$input" shows its errors at the fields (T179)', async ({ newPassword, repetition, errors }) => {
  const { server } = await openReset();
  await fillPasswords(newPassword, repetition);
  await saveButton.click();
  const [passwordError = '', repetitionError = ''] = errors;
  await expect.element(passwordField).toHaveAccessibleDescription(new RegExp(`${passwordError}$`));
  await expect.element(repetitionField).toHaveAccessibleDescription(repetitionError);
  expect(server.requests(session.resetPassword)).toEqual([]);
});

test('the sign-in page opens with the login filled in after the password is set (T181)', async () => {
  const { server, address } = await openReset();
  await fillPasswords('Basalt-Kettle-93');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/sign-in');
  await expect.element(page.getByText('Your password is set. You can sign in now.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Login' })).toHaveValue('ada@office.example');
  await expect.element(page.getByRole('textbox', { name: 'Password' })).toHaveFocus();
  expect(server.requests(session.resetPassword).map(({ body }) => body)).toEqual([
    { token: 'abc', password: 'Basalt-Kettle-93', confirmPassword: 'Basalt-Kettle-93' },
  ]);
});

test('an activation signs the user in and opens the home page', async () => {
  const { server, address } = await openPortal({
    at: '/activation#token=abc',
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      answerLink('activate')(fakeServer);
      fakeServer.answer(session.resetPassword, () => ({ ...receivedReply, token: createToken('ada') }));
      fakeServer.answer(users.current, () => createUser('OEM'));
    },
  });
  await fillPasswords('Basalt-Kettle-93');
  await saveButton.click();
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  expect(server.requests(session.signIn)).toEqual([]);
});

test('the first administrator sets address, name and password, and is signed in', async () => {
  const { server, address } = await openPortal({
    at: '/activation#token=abc',
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      answerLink('setUp')(fakeServer);
      fakeServer.answer(session.setUp, () => ({ token: createToken('ada') }));
      fakeServer.answer(users.current, () => createUser('OEM'));
    },
  });
  await expect.element(page.getByText('Create the account of the first administrator.')).toBeVisible();
  await expectAccessible();
  const createButton = page.getByRole('button', { name: 'Create account' });
  await createButton.click();
  await expect.element(page.getByText('Login is required.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Login/Email', exact: true }).fill('ada@office.example');
  await page.getByRole('textbox', { name: 'Repeat Login/Email' }).fill('ada@office.exmaple');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Stone');
  await fillPasswords('Basalt-Kettle-93');
  await createButton.click();
  await expect.element(page.getByText("Login/Email's must match.")).toBeVisible();
  await page.getByRole('textbox', { name: 'Repeat Login/Email' }).fill('ada@office.example');
  await createButton.click();
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

test('after a reload, the form of the first administrator restores the typed values, except the passwords', async () => {
  const openSetUpForm = () => openPortal({ at: '/activation#token=abc', prepareServer: answerLink('setUp') });
  const lastName = page.getByRole('textbox', { name: 'Last name' });
  const { screen } = await openSetUpForm();
  await lastName.fill('Stone');
  await fillPasswords('Basalt-Kettle-93');
  await screen.unmount();
  expect(JSON.stringify(sessionStorage)).not.toMatch(/Basalt/);
  await openSetUpForm();
  await expect.element(lastName).toHaveValue('Stone');
  await expect.element(passwordField).toHaveValue('');
  await expect.element(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
});

test('if the profile cannot be loaded after an activation, the sign-in page opens', async () => {
  const { address } = await openPortal({
    at: '/activation#token=abc',
    prepareServer: (fakeServer) => {
      answerLink('activate')(fakeServer);
      fakeServer.answer(session.resetPassword, () => ({ ...receivedReply, token: createToken('ada') }));
      fakeServer.answer(users.current, () => createRefusal('BUSY'));
    },
  });
  await fillPasswords('Basalt-Kettle-93');
  await saveButton.click();
  await expect.poll(address).toBe('/sign-in');
  await expect.element(page.getByText('Your password is set. You can sign in now.')).toBeVisible();
});

test('a reset ends the session of a signed-in user without an error', async () => {
  const { address } = await openPortal({
    at: '/password/reset#token=abc',
    user: { ...createUser('OEM'), userEmail: 'Ada@office.example' },
    prepareServer: (server) => {
      answerLicenses(server);
      answerLink('reset')(server);
    },
  });
  await fillPasswords('Basalt-Kettle-93');
  await saveButton.click();
  await expect.poll(address).toBe('/sign-in');
  await expect.element(page.getByText('Your password is set. You can sign in now.')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
  expect(page.getByText('Authorization error').elements()).toEqual([]);
});

test('a password that is too common for the server shows an error at the field', async () => {
  await openReset((server) =>
    server.answer(session.resetPassword, () =>
      createRefusal('INVALID', { fields: { password: serverMessages.passwordCommon } }),
    ),
  );
  await fillPasswords('Password-123');
  await saveButton.click();
  await expect.element(page.getByText(serverMessages.passwordCommon)).toBeVisible();
  await expect.element(passwordField).toHaveFocus();
});

test('a failed reset shows the title "Reset Password Error", and the typed values stay (T171)', async () => {
  await openReset((server) => server.loseConnection(session.resetPassword));
  await fillPasswords('Basalt-Kettle-93');
  await saveButton.click();
  await expect.element(page.getByRole('alert').getByText('Reset Password Error')).toBeVisible();
  await expect.element(passwordField).toHaveValue('Basalt-Kettle-93');
});

test.each([
  '/password/reset',
  '/password/reset#token=',
  '/activation',
  '/activation#abc',
  '/password/reset#token=a%20b',
])('the address %s without a valid token asks for the code of the e-mail, and can send a new link', async (at) => {
  await openPortal({ at, prepareServer: answerHumanCheck });
  await expect.element(heading).toHaveTextContent('Enter your code');
  expect(page.getByRole('button', { name: 'Send new link' }).elements(), 'the page has one form').toEqual([]);
  await page.getByText('No e-mail with a code?').click();
  await expect.element(page.getByRole('button', { name: 'Send new link' })).toBeVisible();
  await expectAccessible();
});

test('the code of an e-mail opens the page of its link; a wrong code stays in its field', async () => {
  const { server, address } = await openPortal({
    at: '/activation',
    prepareServer: (fakeServer) => {
      answerLink('reset')(fakeServer);
      fakeServer.answer(session.openLink, () => createRefusal('LINK_CODE_NOT_VALID'));
    },
  });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText(fieldMessages.userCode)).toBeVisible();
  await page.getByLabelText('E-mail').first().fill('ada@office.example');
  await page.getByLabelText('Code').fill('K7QF-2M9X');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText(/This code is not valid for this address/)).toBeVisible();
  await expect.element(page.getByLabelText('Code')).toHaveValue('K7QF-2M9X');
  await expectAccessible();
  server.answer(session.openLink, () => ({ path: '/password/reset', token: 'abc' }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('For the account ada@office.example.')).toBeVisible();
  expect(address()).toBe('/password/reset#token=abc');
  expect(server.requests(session.openLink).at(-1)?.body).toEqual({ email: 'ada@office.example', code: 'K7QF-2M9X' });
});

test('for a link that a newer e-mail has replaced, the page says so', async () => {
  await openReset((server) => server.answer(session.checkLink, () => createRefusal('LINK_REPLACED')));
  await expect.element(heading).toHaveTextContent('This link no longer works');
  await expect.element(page.getByText(/^We sent you a newer one/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send new link' })).toBeVisible();
});

test('the page of an expired link can send a new e-mail', async () => {
  const { server } = await openReset((fakeServer) => {
    fakeServer.answer(session.checkLink, () => createRefusal('LINK_NOT_VALID'));
    fakeServer.answer(session.forgotPassword, () => receivedReply);
  });
  await expect.element(page.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/sign-in');
  await expectAccessible();
  await page.getByLabelText('E-mail').fill('ada@office.example');
  await page.getByRole('button', { name: 'Send new link' }).click();
  await expect.element(heading).toHaveTextContent('Check your e-mail');
  expect(server.requests(session.forgotPassword)).toHaveLength(1);
});

test('if a new e-mail cannot be sent, the page shows the title "Sent email error" (T175)', async () => {
  await openReset((server) => {
    server.answer(session.checkLink, () => createRefusal('LINK_NOT_VALID'));
    server.answer(session.forgotPassword, () => createRefusal('INTERNAL'));
  });
  await page.getByLabelText('E-mail').fill('ada@office.example');
  await page.getByRole('button', { name: 'Send new link' }).click();
  await expect.element(page.getByRole('alert').getByText('Sent email error')).toBeVisible();
});

test('if a link expires while the user types, the page says that the link does not work any more', async () => {
  await openReset((server) => server.answer(session.resetPassword, () => createRefusal('LINK_NOT_VALID')));
  await fillPasswords('Basalt-Kettle-93');
  await saveButton.click();
  await expect.element(heading).toHaveTextContent('This link no longer works');
});

test('a failed check of the link can be retried', async () => {
  const { server } = await openReset((fakeServer) => fakeServer.loseConnection(session.checkLink));
  await expect.element(page.getByRole('alert').getByText('The link could not be checked')).toBeVisible();
  answerLink('reset')(server);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(saveButton).toBeVisible();
});

test.each(['activate', 'reset'] as const)(
  'if another user is signed in, a link to %s an account asks first, and changes nothing until the user continues (T176)',
  async (purpose) => {
    const newToken = createToken('grace@office.example');
    const { server, address, screen } = await openPortal({
      at: purpose === 'reset' ? '/password/reset#token=abc' : '/activation#token=abc',
      user: createUser('OEM'),
      prepareServer: (fakeServer) => {
        answerLink(purpose)(fakeServer);
        fakeServer.answer(session.signOut, () => undefined);
        fakeServer.answer(session.resetPassword, () =>
          purpose === 'activate' ? { ...receivedReply, token: newToken } : receivedReply,
        );
      },
    });
    const tokenBefore = localStorage.getItem('token');
    const question =
      'You are signed in as ada.lovelace@office.example. This link belongs to the account ada@office.example.';
    await expect.element(page.getByText(question)).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Continue as ada@office.example' }).click();
    await fillPasswords('Basalt-Kettle-93');
    if (purpose === 'activate')
      server.answer(users.current, () => ({ ...createUser('OEM'), userId: 99, userEmail: 'grace@office.example' }));
    await saveButton.click();
    await expect.poll(address).toBe('/');
    const endedTokens = () => server.requests(session.signOut).map(({ token }) => token);
    if (purpose === 'activate') {
      await expect.poll(endedTokens).toEqual([tokenBefore]);
      expect(localStorage.getItem('token')).toBe(newToken);
    } else {
      await expect.element(page.getByText(/^The password of ada@office\.example is set\. You are still/)).toBeVisible();
      expect([endedTokens(), localStorage.getItem('token')]).toEqual([[], tokenBefore]);
    }
    await screen.unmount();
    const stayed = await openPortal({
      at: '/activation#token=abc',
      user: createUser('OEM'),
      prepareServer: answerLink('activate'),
    });
    await page.getByRole('button', { name: 'Stay signed in as ada.lovelace@office.example' }).click();
    await expect.poll(stayed.address).toBe('/');
    expect(stayed.server.requests(session.resetPassword)).toEqual([]);
  },
);

const emailField = page.getByLabelText('E-mail');
const sendButton = page.getByRole('button', { name: 'Send link' });

const openForgot = (prepareServer: (server: FakeServer) => void = () => {}, portalSetup = setup) =>
  openPortal({
    at: '/password/forgot',
    setup: portalSetup,
    prepareServer: (server) => {
      answerHumanCheck(server);
      server.answer(session.forgotPassword, () => receivedReply);
      prepareServer(server);
    },
  });

test('the sign-in page links to the page for a forgotten password', async () => {
  const { screen, address } = await openPortal({ at: '/sign-in', prepareServer: answerHumanCheck });
  await screen.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect.poll(address).toBe('/password/forgot');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Forgot your password?');
});

test('for every address, the page shows the same message, and says what to do if no e-mail arrives (T174)', async () => {
  const { server } = await openForgot();
  await emailField.fill(' anna@müller.example ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toHaveFocus();
  await expect
    .element(page.getByText('If there is an account for anna@müller.example, we have sent a link to it.'))
    .toBeVisible();
  await expect.element(page.getByText(/Outbox/)).not.toBeInTheDocument();
  await expectAccessible();
  expect(server.requests(session.forgotPassword).map(({ body }) => body)).toEqual([
    { email: 'anna@müller.example', humanVerification: humanAnswer },
  ]);
});

test('in a demo, the page says where to read the e-mail', async () => {
  await openForgot(() => {}, { ...setup, demo: true });
  await emailField.fill('ada@office.example');
  await sendButton.click();
  await expect.element(page.getByText(/sign in as administrator and open the outbox/)).toBeVisible();
});

test('the user can enter another address', async () => {
  await openForgot();
  await emailField.fill('ada@office.example');
  await sendButton.click();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect.element(emailField).toHaveValue('');
});

test.each([
  ['', 'Email is required.'],
  ['ada', 'Invalid Email format.'],
])('the address %j shows the error "%s" (T177)', async (text, message) => {
  const { server } = await openForgot();
  await emailField.fill(text);
  await sendButton.click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(emailField).toHaveFocus();
  expect(server.requests(session.forgotPassword)).toEqual([]);
});

test('a human check that the server refuses is repeated automatically', async () => {
  let attemptCount = 0;
  const { server } = await openForgot((fakeServer) =>
    fakeServer.answer(session.forgotPassword, () => {
      attemptCount += 1;
      return attemptCount === 1 ? createRefusal('HUMAN_VERIFICATION_NEEDED') : receivedReply;
    }),
  );
  await emailField.fill('ada@office.example');
  await sendButton.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
  expect(server.requests(session.humanVerification)).toHaveLength(2);
});

test('the page does not mention the human check when it is not required', async () => {
  const { server } = await openForgot((fakeServer) =>
    fakeServer.answer(session.humanVerification, () => ({ kind: 'off' as const, siteKey: null, challenge: null })),
  );
  await emailField.fill('ada@office.example');
  await expect.element(page.getByText(/person/)).not.toBeInTheDocument();
  await sendButton.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
  expect(server.requests(session.forgotPassword)[0]?.body).toEqual({ email: 'ada@office.example' });
});

test('a failure shows the title "Forgot Password Error" and the reason, and the form stays (T172)', async () => {
  await openForgot((server) => server.answer(session.forgotPassword, () => createRefusal('INTERNAL')));
  await emailField.fill('ada@office.example');
  await sendButton.click();
  await expect.element(page.getByRole('alert').getByText('Forgot Password Error')).toBeVisible();
  await expect.element(page.getByText('Something went wrong. Please try again later.')).toBeVisible();
  await expect.element(emailField).toHaveValue('ada@office.example');
  await expectAccessible();
});

test('a lost connection during the human check shows an error', async () => {
  await openForgot((server) => server.loseConnection(session.humanVerification));
  await emailField.fill('ada@office.example');
  await expect.element(page.getByText('It is repeated when you submit.', { exact: false })).toBeVisible();
  await sendButton.click();
  await expect.element(page.getByRole('alert').getByText('Forgot Password Error')).toBeVisible();
});

test('the form counts down the waiting time after too many attempts', async () => {
  await openForgot((server) =>
    server.answer(session.forgotPassword, () => createRefusal('TOO_MANY_ATTEMPTS', { retryAfter: 90 })),
  );
  await emailField.fill('ada@office.example');
  await sendButton.click();
  await expect.element(page.getByText(/You can try again in 1:\d\d\./)).toBeVisible();
});
