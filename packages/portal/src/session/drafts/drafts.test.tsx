import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openOtherTabStorage } from '#portal/testing/pages/another-tab.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerHumanCheck } from '#portal/testing/human-check.ts';
import { answerLicenses, createVerificationCode } from '#portal/testing/records/licenses.ts';
import { createToken, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerFigures } from '#portal/testing/records/figures.ts';
import { openUserCreation } from '#portal/testing/pages/user-creation.ts';
import { draftPrefix } from './forget-user.ts';

const firstName = page.getByRole('textbox', { name: 'First name' });
const restoredNotice = page.getByText(/^Your unsaved changes from .+ were restored$/);
const code = page.getByRole('textbox', { name: 'Verification code' });

test('the input of a form is restored after a reload, until it is discarded', async () => {
  const { screen } = await openUserCreation('/users/create');
  await expect.element(restoredNotice).not.toBeInTheDocument();
  await firstName.fill('Grace');
  await screen.unmount();

  const reopenedPage = await openUserCreation('/users/create');
  await expect.element(firstName).toHaveValue('Grace');
  await expect.element(restoredNotice).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(firstName).toHaveValue('');
  await reopenedPage.screen.unmount();

  await openUserCreation('/users/create');
  await expect.element(firstName).toHaveValue('');
  await expect.element(restoredNotice).not.toBeInTheDocument();
});

test('the input of a form is restored after the server has ended the session and the user has signed in again', async () => {
  const { screen } = await openUserCreation('/users/create', (server) =>
    server.answer(users.create, () => createRefusal('NO_SESSION')),
  );
  await firstName.fill('Grace');
  localStorage.removeItem('token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await screen.unmount();

  await openUserCreation('/users/create');
  await expect.element(firstName).toHaveValue('Grace');
});

test('the input of a form is removed when the user signs out', async () => {
  const { screen } = await openUserCreation('/users/create', (server) =>
    server.answer(session.signOut, () => undefined),
  );
  await firstName.fill('Grace');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await screen.unmount();

  await openUserCreation('/users/create');
  await expect.element(firstName).toHaveValue('');
  await expect.element(restoredNotice).not.toBeInTheDocument();
});

test('another user who signs in on the same page does not see what the first user typed', async () => {
  const { screen } = await openUserCreation('/users/create');
  await firstName.fill('Grace');
  await screen.unmount();
  const otherUser = { ...createUser('Administrator'), userId: 99, userEmail: 'other@office.example' };
  await openUserCreation('/users/create', () => {}, otherUser);
  await expect.element(firstName).toHaveValue('');
  expect(JSON.stringify(sessionStorage)).not.toContain('Grace');
});

test('a sign-out in another tab removes the input and the page of this tab, and a later user finds neither (T212)', async () => {
  const { screen } = await openUserCreation('/users/create');
  await firstName.fill('Grace');
  const otherTab = openOtherTabStorage();
  otherTab.setItem('signedOut', '1');
  otherTab.removeItem('token');
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
  await screen.unmount();

  // A tab that was closed at the sign-out and is opened again removes the drafts when it starts.
  const draft = { at: '2026-03-10T12:00:00.000Z', fields: { firstName: 'Grace' } };
  sessionStorage.setItem('draft:42:/users/create:user', JSON.stringify(draft));
  await openPortal({ at: '/sign-in' });
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

test('if the session ends by itself, another user who signs in then is not sent to the page of the former user (T214)', async () => {
  const { server, address } = await openUserCreation('/users/create');
  await firstName.fill('Grace');
  localStorage.removeItem('token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(sessionStorage.getItem('previousUrl')).toBe('/users/create');
  const otherUser = { ...createUser('Administrator'), userId: 99, userEmail: 'other@office.example' };
  server.answer(users.current, () => otherUser);
  answerFigures(server);
  openOtherTabStorage().setItem('token', createToken('other@office.example'));
  await expect.poll(address).toBe('/');
  expect(sessionStorage).toHaveLength(0);
});

test('if another tab replaces the session, this tab says who is signed in, and the input stays for its owner (T213)', async () => {
  const { server, screen, address } = await openUserCreation('/users/create');
  await firstName.fill('Grace');
  const otherUser = { ...createUser('OEM'), userId: 99, userEmail: 'other@office.example' };
  server.answer(users.current, () => otherUser);
  openOtherTabStorage().setItem('token', createToken('other@office.example'));
  await expect.element(page.getByText('You are now signed in as other@office.example.')).toBeVisible();
  await expect.poll(address).toBe('/');
  await screen.unmount();
  await openUserCreation('/users/create');
  await expect.element(firstName).toHaveValue('Grace');
});

test('a pasted code is checked again after a reload', async () => {
  const openVerifyPage = () =>
    openPortal({ at: '/license/verify', user: createUser('OEM'), prepareServer: answerLicenses });
  const { screen } = await openVerifyPage();
  await code.fill(createVerificationCode());
  await expect.element(page.getByRole('button', { name: 'Issue licence' })).toBeVisible();
  await screen.unmount();
  await openVerifyPage();
  await expect.element(page.getByRole('button', { name: 'Issue licence' })).toBeVisible();
});

test('a tool that the form selects automatically is not stored as a draft before the user has entered something', async () => {
  const basics = { id: 'basics', name: 'Basics', brands: [{ id: 'blue', name: 'Basics Blue' }], configTools: [] };
  const listDrafts = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(draftPrefix));
  await openPortal({
    at: '/register',
    prepareServer: (server) => {
      answerHumanCheck(server);
      server.answer(registration.countries, () => ({ items: [] }));
      server.answer(registration.configTool, () => ({ tools: [basics] }));
    },
  });
  await expect.element(page.getByRole('combobox', { name: 'Tool' })).toHaveValue('basics');
  expect(listDrafts()).toEqual([]);
  await firstName.fill('Ada');
  await expect.poll(listDrafts).toHaveLength(1);
});
