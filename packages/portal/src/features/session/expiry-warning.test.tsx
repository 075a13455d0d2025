import { session } from '@basics/contract/session/session.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createToken, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const user = createUser('DesignerOffice');
const warning = page.getByRole('alertdialog', { name: 'Your session ends soon' });
const stayButton = warning.getByRole('button', { name: 'Stay signed in' });
const minuteInHours = 1 / 60;

/** Opens the verification page in a session with the given number of hours left. */
async function openWithSession(hours: number) {
  const portal = await openPortal({
    at: '/license/verify',
    user,
    prepareServer: (server) => {
      localStorage.setItem('token', createToken(user.userEmail, hours));
      answerLicenses(server);
    },
  });
  return { ...portal, codeField: page.getByLabelText('Verification code') };
}

test('five minutes before a session ends, a warning shows the time left and offers to stay signed in', async () => {
  await openWithSession(4.5 * minuteInHours);
  await expect.element(warning).toBeVisible();
  await expect.element(stayButton).toHaveFocus();
  await expect.element(warning).toMatchTextContent(/you will be signed out in 4:(30|2\d)/);
  await expectAccessible();
});

test('a session that lasts longer than five minutes shows no warning', async () => {
  const { codeField } = await openWithSession(6 * minuteInHours);
  await expect.element(codeField).toBeVisible();
  expect(warning.elements()).toEqual([]);
});

test('the button Stay signed in extends the session, and the page keeps all entered values', async () => {
  const { server, codeField } = await openWithSession(4 * minuteInHours);
  const newToken = createToken(user.userEmail);
  server.answer(session.extend, () => ({ token: newToken }));
  await expect.element(warning).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await codeField.fill('half a code');
  window.dispatchEvent(new PageTransitionEvent('pageshow')); // A restored page checks the session time again, although the warning was dismissed.
  expect(warning.elements()).toEqual([]);
  expect(localStorage.getItem('token')).not.toBe(newToken);

  showWarningAgain();
  await stayButton.click();
  await expect.element(page.getByText('You are still signed in.')).toBeVisible();
  expect(localStorage.getItem('token')).toBe(newToken);
  expect(warning.elements()).toEqual([]);
  await expect.element(codeField).toHaveValue('half a code');
});

/** Simulates another tab that stores a session with less time left, so that the warning appears again. */
function showWarningAgain(): void {
  localStorage.setItem('token', createToken(user.userEmail, 3 * minuteInHours));
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
}

test('a failed extension shows an error and can be retried', async () => {
  const { server } = await openWithSession(4 * minuteInHours);
  server.answer(session.extend, () => createRefusal('BUSY'));
  await stayButton.click();
  await expect.element(page.getByText('The portal is busy. Try again in a moment.')).toBeVisible();
  await expect.element(stayButton).not.toHaveAttribute('aria-disabled', 'true');
});

test('extending a session that has already ended opens the sign-in page', async () => {
  const { server } = await openWithSession(4 * minuteInHours);
  server.answer(session.extend, () => createRefusal('NO_SESSION'));
  await stayButton.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect.element(page.getByText('Authorization error')).toBeVisible();
});

test('the warning offers to sign out', async () => {
  const { server } = await openWithSession(4 * minuteInHours);
  server.answer(session.signOut, () => undefined);
  await warning.getByRole('button', { name: 'Logout' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('when a session ends, the user is signed out with a reason, and the page is stored for the next sign-in', async () => {
  await openWithSession(1);
  await expect.element(page.getByLabelText('Verification code')).toBeVisible();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
  window.dispatchEvent(new PageTransitionEvent('pageshow')); // The computer wakes from sleep.
  await expect
    .element(page.getByText('Your session has ended. Sign in again to continue where you left off.').first())
    .toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
  expect(sessionStorage.getItem('previousUrl')).toBe('/license/verify');
});
