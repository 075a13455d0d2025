import { session } from '@basics/contract/session.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerHumanCheck, humanAnswer } from '#portal/testing/human-check.ts';
import { setup } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const email = page.getByLabelText('E-mail');
const send = page.getByRole('button', { name: 'Send link' });

const received = { received: true } as const;

const openForgot = (answers: (server: FakeServer) => void = () => {}, shown = setup) =>
  openPortal({
    at: '/password/forgot',
    setup: shown,
    answers: (server) => {
      answerHumanCheck(server);
      server.answer(session.forgotPassword, () => received);
      answers(server);
    },
  });

test('the sign-in page links to the form', async () => {
  const { screen, address } = await openPortal({ at: '/sign-in' });
  await screen.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect.poll(address).toBe('/password/forgot');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Forgot your password?');
});

test('every address gets the same message, with advice for a missing e-mail', async () => {
  const { server } = await openForgot();
  await email.fill(' ada@office.example ');
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

test('a demo shows where its e-mails are, for every address', async () => {
  await openForgot(() => {}, { ...setup, demo: true });
  await email.fill('ada@office.example');
  await send.click();
  await expect.element(page.getByText(/sign in as administrator and open the outbox/)).toBeVisible();
});

test('another address can be tried', async () => {
  await openForgot();
  await email.fill('ada@office.example');
  await send.click();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect.element(email).toHaveValue('');
});

test.each([
  ['', 'Email is required.'],
  ['ada', 'Invalid Email format.'],
])('the address %j: %s', async (text, words) => {
  const { server } = await openForgot();
  await email.fill(text);
  await send.click();
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(email).toHaveFocus();
  expect(server.requests(session.forgotPassword)).toEqual([]);
});

test('the check for a human starts with the first focus, not before', async () => {
  const { server } = await openForgot();
  await expect.element(page.getByText('The portal automatically checks that you are a person.')).toBeVisible();
  expect(server.requests(session.humanVerification)).toEqual([]);
  await email.click();
  await expect.element(page.getByText('Check complete. You are a person.')).toBeVisible();
});

test('a proof that the server has already used is replaced automatically', async () => {
  let tries = 0;
  const { server } = await openForgot((fake) =>
    fake.answer(session.forgotPassword, () => {
      tries += 1;
      return tries === 1 ? createRefusal('HUMAN_VERIFICATION_NEEDED') : received;
    }),
  );
  await email.fill('ada@office.example');
  await send.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
  expect(server.requests(session.humanVerification)).toHaveLength(2);
});

test('the page shows nothing about the check when it is not required', async () => {
  const { server } = await openForgot((fake) =>
    fake.answer(session.humanVerification, () => ({ kind: 'off' as const, siteKey: null, challenge: null })),
  );
  await email.fill('ada@office.example');
  await expect.element(page.getByText(/person/)).not.toBeInTheDocument();
  await send.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
  expect(server.requests(session.forgotPassword)[0]?.body).toEqual({ email: 'ada@office.example' });
});

test('a failure shows Forgot Password Error with the reason, and the form stays', async () => {
  await openForgot((server) => server.answer(session.forgotPassword, () => createRefusal('INTERNAL')));
  await email.fill('ada@office.example');
  await send.click();
  await expect.element(page.getByRole('alert').getByText('Forgot Password Error')).toBeVisible();
  await expect.element(page.getByText('Something went wrong. Please try again later.')).toBeVisible();
  await expect.element(email).toHaveValue('ada@office.example');
  await expectAccessible();
});

test('a connection that is lost before the check shows an error', async () => {
  await openForgot((server) => server.loseConnection(session.humanVerification));
  await email.fill('ada@office.example');
  await expect.element(page.getByText('It is repeated when you submit.', { exact: false })).toBeVisible();
  await send.click();
  await expect.element(page.getByRole('alert').getByText('Forgot Password Error')).toBeVisible();
});

test('the form counts down the waiting time after too many attempts', async () => {
  await openForgot((server) =>
    server.answer(session.forgotPassword, () => createRefusal('TOO_MANY_ATTEMPTS', { retryAfter: 90 })),
  );
  await email.fill('ada@office.example');
  await send.click();
  await expect.element(page.getByText(/You can try again in 1:\d\d\./)).toBeVisible();
});

test.each([320, 1280])('nothing overflows at %i px', async (width) => {
  await page.viewport(width, 800);
  await openForgot();
  await expect.element(send).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
