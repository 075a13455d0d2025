import type { Body } from '@basics/contract/calls/endpoint.ts';
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
import { answerPasskeyWindow, passkeyOptions } from '#portal/testing/passkeys.ts';
import { createToken, createUser, setup } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

type SignInBody = Body<typeof session.signIn>;

const signInButton = page.getByRole('button', { name: 'Sign in', exact: true });
const codeField = page.getByRole('textbox', { name: 'Code', exact: true });
const heading = page.getByRole('heading', { level: 1 });
const appFields = { secondFactor: serverMessages.authenticatorCode };
const appAndPasskeyFields = { ...appFields, passkey: serverMessages.usePasskey };
const passkeyFields = { secondFactor: fieldMessages.recoveryCode, passkey: serverMessages.usePasskey };

/**
 * Answers like a server that requires a second step of one of the given kinds. The fake server accepts the code 123456, one recovery code
 * and every passkey.
 */
const answerSecondStep = (fields: Record<string, string>) => (server: FakeServer) => {
  answerLicenses(server);
  server.answer(users.current, () => createUser('OEM'));
  server.answer(session.passkeyOptions, () => passkeyOptions);
  server.answer(session.signIn, ({ body }) => {
    if (!body.secondFactor && !body.passkey) return createRefusal('SECOND_STEP_NEEDED', { fields });
    const isAccepted = body.passkey || body.secondFactor === '123456' || body.secondFactor === 'good-code';
    return isAccepted ? { token: createToken('ada') } : createRefusal('WRONG_SECOND_STEP');
  });
};

async function openSecondStep(fields: Record<string, string>) {
  const openedPortal = await openPortal({ at: '/sign-in', prepareServer: answerSecondStep(fields) });
  await page.getByRole('textbox', { name: 'Login' }).fill('ada@office.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('Quartz-Lantern-27');
  await signInButton.click();
  await expect.element(heading).toHaveTextContent('Two-step sign-in');
  return openedPortal;
}

test('the sixth digit of an authenticator app signs the user in, and phones can fill in the code automatically', async () => {
  const { server, address } = await openSecondStep(appFields);
  await expect.element(codeField).toHaveFocus();
  await expect.element(codeField).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(codeField).toHaveAttribute('inputmode', 'numeric');
  await expectAccessible();
  await codeField.fill('12345');
  await userEvent.keyboard('6'); // The sixth digit sends the code.
  await expect.poll(address).toBe('/');
  const bodies: SignInBody[] = server.requests(session.signIn).map(({ body }) => body);
  expect(bodies.at(-1)).toMatchObject({ login: 'ada@office.example', secondFactor: '123456' });
});

test('a missing or wrong code shows an error at the field, and the text of a wrong code is selected', async () => {
  await openSecondStep(appFields);
  await signInButton.click();
  await expect.element(page.getByText('Code is required.')).toBeVisible();
  await codeField.fill('000000');
  await expect
    .element(page.getByText('This code is not correct. Enter the newest code, or use a recovery code.'))
    .toBeVisible();
  await expect.element(codeField).toHaveFocus();
  await userEvent.keyboard('1');
  await expect.element(codeField).toHaveValue('1');
});

test('a recovery code signs the user in', async () => {
  const { address } = await openSecondStep(appFields);
  await page.getByRole('button', { name: 'Use recovery code' }).click();
  const recoveryField = page.getByRole('textbox', { name: 'Recovery code' });
  await expect.element(recoveryField).toHaveFocus();
  await recoveryField.fill('good-code');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/');
});

test('changing the method removes the error of the previous method', async () => {
  await openSecondStep(appFields);
  await codeField.fill('000000');
  await expect.element(page.getByText(/This code is not correct\./)).toBeVisible();
  await page.getByRole('button', { name: 'Use recovery code' }).click();
  await expect.element(page.getByText(/This code is not correct\./)).not.toBeInTheDocument();
});

test('the user can go back from the recovery code to the app', async () => {
  await openSecondStep(appFields);
  await page.getByRole('button', { name: 'Use recovery code' }).click();
  await page.getByRole('button', { name: 'Use authenticator app' }).click();
  await expect.element(codeField).toHaveFocus();
});

test('a passkey is not offered to an account without a passkey', async () => {
  await openSecondStep(appFields);
  expect(page.getByRole('button', { name: 'Use a passkey' }).elements()).toEqual([]);
});

test('an account with an app and a passkey can sign in with the passkey', async () => {
  answerPasskeyWindow('used');
  const { server, address } = await openSecondStep(appAndPasskeyFields);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect.poll(address).toBe('/');
  expect(server.requests(session.signIn).at(-1)?.body.passkey).toMatchObject({
    token: 'question-1',
    response: { id: 'a2V5' },
  });
});

test('an account without an app starts with the passkey and can use a recovery code instead', async () => {
  answerPasskeyWindow('closed');
  const { address } = await openSecondStep(passkeyFields);
  expect(codeField.elements()).toEqual([]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect.element(page.getByRole('alert').getByText('The passkey was not used.', { exact: false })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Use recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('good-code');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/');
});

test('choosing another account clears the fields for login and password', async () => {
  await openSecondStep(appFields);
  await page.getByRole('button', { name: 'Sign in with another account' }).click();
  await expect.element(heading).toHaveTextContent('Sign in');
  await expect.element(page.getByRole('textbox', { name: 'Login' })).toHaveValue('');
  await expect.element(page.getByRole('textbox', { name: 'Password' })).toHaveValue('');
});

test('a passkey signs the user in without login and password', async () => {
  answerPasskeyWindow('used');
  const { server, address } = await openPortal({
    at: '/sign-in',
    prepareServer: (fakeServer) => {
      answerSecondStep(appFields)(fakeServer);
      fakeServer.answer(session.signInByPasskey, () => ({ token: createToken('ada') }));
    },
  });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect.poll(address).toBe('/');
  expect(server.requests(session.signInByPasskey)[0]?.body.token).toBe('question-1');
});

test('at another address of the portal, the second step of a user with a passkey names the address where it works', async () => {
  const elsewhere = { ...setup, passkeys: { origin: 'https://portal.example', here: false } };
  await openPortal({ at: '/sign-in', setup: elsewhere, prepareServer: answerSecondStep(passkeyFields) });
  const link = page.getByRole('link', { name: 'portal.example' });
  await page.getByRole('textbox', { name: 'Login' }).fill('ada@office.example');
  expect(link.elements(), 'most people have no passkey').toEqual([]);
  await page.getByRole('textbox', { name: 'Password' }).fill('Quartz-Lantern-27');
  await signInButton.click();
  await expect.element(heading).toHaveTextContent('Two-step sign-in');
  await expect.element(link).toHaveAttribute('href', 'https://portal.example');
  await expect.element(page.getByRole('textbox', { name: 'Recovery code' })).toBeVisible();
  expect(page.getByRole('button', { name: /passkey/ }).elements()).toEqual([]);
});

test('a portal whose address is an IP address offers no passkeys', async () => {
  const nowhere = { ...setup, passkeys: null };
  await openPortal({ at: '/sign-in', setup: nowhere, prepareServer: answerSecondStep(passkeyFields) });
  await expect.element(page.getByRole('link', { name: 'Request one' })).toBeVisible();
  expect(page.getByText(/passkey/).elements()).toEqual([]);
});

test('a passkey that the portal does not know shows an error above the form', async () => {
  answerPasskeyWindow('used');
  await openPortal({
    at: '/sign-in',
    prepareServer: (server) => {
      server.answer(session.passkeyOptions, () => passkeyOptions);
      server.answer(session.signInByPasskey, () => createRefusal('WRONG_SECOND_STEP'));
    },
  });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect.element(page.getByRole('alert').getByText('This code is not correct.', { exact: false })).toBeVisible();
});

test('when the server requires a human check, the page completes it automatically and signs in', async () => {
  const { server, address } = await openPortal({
    at: '/sign-in',
    prepareServer: (fakeServer) => {
      answerSecondStep(appFields)(fakeServer);
      answerHumanCheck(fakeServer);
      fakeServer.answer(session.signIn, ({ body }) =>
        body.humanVerification === humanAnswer
          ? { token: createToken('ada') }
          : createRefusal('HUMAN_VERIFICATION_NEEDED'),
      );
    },
  });
  await page.getByRole('textbox', { name: 'Login' }).fill('ada');
  await page.getByRole('textbox', { name: 'Password' }).fill('Quartz-Lantern-27');
  await signInButton.click();
  await expect.poll(address).toBe('/');
  expect(server.requests(session.signIn)).toHaveLength(2);
});

test('each further attempt sends the result of a new human check', async () => {
  const { server } = await openPortal({
    at: '/sign-in',
    prepareServer: (fakeServer) => {
      answerHumanCheck(fakeServer);
      fakeServer.answer(session.signIn, ({ body }) =>
        createRefusal(body.humanVerification === undefined ? 'HUMAN_VERIFICATION_NEEDED' : 'WRONG_CREDENTIALS'),
      );
    },
  });
  await page.getByRole('textbox', { name: 'Login' }).fill('ada');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await signInButton.click();
  await expect.element(page.getByText(/login or password is wrong/)).toBeVisible();
  await signInButton.click();
  await expect.poll(() => server.requests(session.signIn).length).toBe(3);
  await expect.element(page.getByText(/login or password is wrong/)).toBeVisible();
  expect(server.requests(session.humanVerification)).toHaveLength(2);
  await expectAccessible();
});
