import { session } from '@basics/contract/session/session.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerHumanCheck, humanAnswer } from '#portal/testing/human-check.ts';
import { setup } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const emailField = page.getByLabelText('E-mail');
const sendButton = page.getByRole('button', { name: 'Send link' });

const receivedReply = { received: true } as const;

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
  const { screen, address } = await openPortal({ at: '/sign-in' });
  await screen.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect.poll(address).toBe('/password/forgot');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Forgot your password?');
});

test('for every address, the page shows the same message, and says what to do if no e-mail arrives', async () => {
  const { server } = await openForgot();
  await emailField.fill(' ada@office.example ');
  await userEvent.keyboard('{Enter}');
  const heading = page.getByRole('heading', { level: 1, name: 'Check your e-mail' });
  await expect.element(heading).toHaveFocus();
  await expect
    .element(page.getByText('If there is an account for ada@office.example, we have sent a link to it.'))
    .toBeVisible();
  await expect.element(page.getByText(/Outbox/)).not.toBeInTheDocument();
  await expectAccessible();
  expect(server.requests(session.forgotPassword).map(({ body }) => body)).toEqual([
    { email: 'ada@office.example', humanVerification: humanAnswer },
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
])('the address %j shows the error "%s"', async (text, message) => {
  const { server } = await openForgot();
  await emailField.fill(text);
  await sendButton.click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(emailField).toHaveFocus();
  expect(server.requests(session.forgotPassword)).toEqual([]);
});

test('the human check starts when a field gets the focus, not before', async () => {
  const { server } = await openForgot();
  await expect.element(page.getByText('The portal automatically checks that you are a person.')).toBeVisible();
  expect(server.requests(session.humanVerification)).toEqual([]);
  await emailField.click();
  await expect.element(page.getByText('Check complete. You are a person.')).toBeVisible();
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

test('a failure shows the title "Forgot Password Error" and the reason, and the form stays', async () => {
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
