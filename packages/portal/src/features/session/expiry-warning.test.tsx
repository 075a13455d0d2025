import { session } from '@basics/contract/session.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { createToken, createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const user = createUser('DesignerOffice');
const question = page.getByRole('alertdialog', { name: 'Your session ends soon' });
const stay = question.getByRole('button', { name: 'Stay signed in' });
const minute = 1 / 60;

/** Renders the verification page with an entered value, in a session with this many hours left. */
async function openWithText(hours: number) {
  const portal = await openPortal({
    at: '/license/verify',
    user,
    answers: (server) => {
      localStorage.setItem('token', createToken(user.userEmail, hours));
      answerLicenses(server);
    },
  });
  return { ...portal, entered: page.getByLabelText('Verification code') };
}

test('five minutes before its end a session offers to stay, with the time left', async () => {
  await openWithText(4.5 * minute);
  await expect.element(question).toBeVisible();
  await expect.element(stay).toHaveFocus();
  await expect.element(question).toMatchTextContent(/you will be signed out in 4:(30|2\d)/);
  await expectAccessible();
});

test('a session with more time left shows no warning', async () => {
  const { entered } = await openWithText(6 * minute);
  await expect.element(entered).toBeVisible();
  expect(question.elements()).toEqual([]);
});

test('staying extends the session and keeps the page with all entered values', async () => {
  const { server, entered } = await openWithText(4 * minute);
  const extended = createToken(user.userEmail);
  server.answer(session.extend, () => ({ token: extended }));
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await entered.fill('half a code');
  window.dispatchEvent(new PageTransitionEvent('pageshow')); // Checks the time again after the user has chosen.
  expect(question.elements()).toEqual([]);
  expect(localStorage.getItem('token')).not.toBe(extended);

  anotherQuestion();
  await stay.click();
  await expect.element(page.getByText('You are still signed in.')).toBeVisible();
  expect(localStorage.getItem('token')).toBe(extended);
  expect(question.elements()).toEqual([]);
  await expect.element(entered).toHaveValue('half a code');
});

/** A shorter session set by another tab shows the warning again. */
function anotherQuestion(): void {
  localStorage.setItem('token', createToken(user.userEmail, 3 * minute));
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
}

test('a failed extension shows an error and can be retried', async () => {
  const { server } = await openWithText(4 * minute);
  server.answer(session.extend, () => createRefusal('BUSY'));
  await stay.click();
  await expect.element(page.getByText('The portal is busy. Try again in a moment.')).toBeVisible();
  await expect.element(stay).not.toHaveAttribute('aria-disabled', 'true');
});

test('a session that is already over opens the sign-in page once', async () => {
  const { server } = await openWithText(4 * minute);
  server.answer(session.extend, () => createRefusal('NO_SESSION'));
  await stay.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect.element(page.getByText('Authorization error')).toBeVisible();
});

test('the warning offers to sign out', async () => {
  const { server } = await openWithText(4 * minute);
  server.answer(session.signOut, () => undefined);
  await question.getByRole('button', { name: 'Logout' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('a session that ends signs out, shows the reason, and keeps the page for later', async () => {
  await openWithText(1);
  await expect.element(page.getByLabelText('Verification code')).toBeVisible();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
  window.dispatchEvent(new PageTransitionEvent('pageshow')); // The computer wakes up.
  await expect
    .element(page.getByText('Your session has ended. Sign in again to continue where you left off.'))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
  expect(sessionStorage.getItem('previousUrl')).toBe('/license/verify');
});
