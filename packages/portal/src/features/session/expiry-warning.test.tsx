import { session } from '@basics/contract/session.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { refusal } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { tokenFor, userWith } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const user = userWith('DesignerOffice');
const question = page.getByRole('alertdialog', { name: 'Your session ends soon' });
const stay = question.getByRole('button', { name: 'Stay signed in' });
const minute = 1 / 60;

/** The verification page, with something entered, in a session that has so many hours left. */
async function openWithText(hours: number) {
  const portal = await openPortal({
    at: '/license/verify',
    user,
    answers: (server) => {
      localStorage.setItem('token', tokenFor(user.userEmail, hours));
      answerLicenses(server);
    },
  });
  return { ...portal, entered: page.getByLabelText('Verification code') };
}

test('five minutes before its end a session asks whether to stay, with the time left', async () => {
  await openWithText(4.5 * minute);
  await expect.element(question).toBeVisible();
  await expect.element(stay).toHaveFocus();
  await expect.element(question).toMatchTextContent(/you will be signed out in 4:(30|2\d)/);
  await expectAccessible();
});

test('with more time left nothing is asked', async () => {
  const { entered } = await openWithText(6 * minute);
  await expect.element(entered).toBeVisible();
  expect(question.elements()).toEqual([]);
});

test('staying extends the session and keeps the page with all that was entered', async () => {
  const { server, entered } = await openWithText(4 * minute);
  const extended = tokenFor(user.userEmail);
  server.answer(session.extend, () => ({ token: extended }));
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await entered.fill('half a code');
  window.dispatchEvent(new PageTransitionEvent('pageshow')); // The clock is read again; the question was answered.
  expect(question.elements()).toEqual([]);
  expect(localStorage.getItem('token')).not.toBe(extended);

  anotherQuestion();
  await stay.click();
  await expect.element(page.getByText('You are still signed in.')).toBeVisible();
  expect(localStorage.getItem('token')).toBe(extended);
  expect(question.elements()).toEqual([]);
  await expect.element(entered).toHaveValue('half a code');
});

/** A shorter session put in place by another tab asks again. */
function anotherQuestion(): void {
  localStorage.setItem('token', tokenFor(user.userEmail, 3 * minute));
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
}

test('a session that cannot be extended at the moment says so and lets one try again', async () => {
  const { server } = await openWithText(4 * minute);
  server.answer(session.extend, () => refusal('BUSY'));
  await stay.click();
  await expect.element(page.getByText('The portal is busy. Try again in a moment.')).toBeVisible();
  await expect.element(stay).not.toHaveAttribute('aria-disabled', 'true');
});

test('a session that is over already leads to sign in, once', async () => {
  const { server } = await openWithText(4 * minute);
  server.answer(session.extend, () => refusal('NO_SESSION'));
  await stay.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect.element(page.getByText('Authorization error')).toBeVisible();
});

test('one may also sign out', async () => {
  const { server } = await openWithText(4 * minute);
  server.answer(session.signOut, () => undefined);
  await question.getByRole('button', { name: 'Logout' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('at its end a session signs out, says why, and keeps the page for later', async () => {
  await openWithText(1);
  await expect.element(page.getByLabelText('Verification code')).toBeVisible();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
  window.dispatchEvent(new PageTransitionEvent('pageshow')); // The machine wakes from its sleep.
  await expect
    .element(page.getByText('Your session has ended. Sign in again to continue where you left off.'))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
  expect(sessionStorage.getItem('previousUrl')).toBe('/license/verify');
});
