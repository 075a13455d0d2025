import type { License } from '@basics/contract/licenses.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { refusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses, dayIn, licenseWith, pageWith, verificationCode } from '#portal/testing/licenses.ts';
import { setup, userWith } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const open = (answers: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at: '/',
    user: userWith('DesignerOffice'),
    answers: (server) => {
      answerLicenses(server);
      answers(server);
    },
  });

const openWith = (...items: License[]) => open((server) => server.answer(licenses.list, () => pageWith(...items)));

test('a customer is greeted by name, and the window is called Home', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible();
  expect(document.title).toMatch(/^Home/);
});

describe('the box for a code', () => {
  test('goes on to where the code is read, and leaves nothing in the address', async () => {
    const { screen, address } = await open();
    await screen.getByLabelText('Verification code').fill(`> ${verificationCode()}\n100%`);
    await screen.getByRole('button', { name: 'Read the code' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Check before you issue' })).toHaveFocus();
    expect(address()).toBe('/license/verify');
  });

  test('goes on with what is no code as well, so that what is wrong is told there', async () => {
    const { screen } = await open();
    await screen.getByLabelText('Verification code').fill('BV-240G01-R10000');
    await screen.getByRole('button', { name: 'Read the code' }).click();
    await expect
      .element(screen.getByLabelText('Verification code'))
      .toHaveAccessibleDescription(/Part of the code is missing/);
  });

  test('must be filled', async () => {
    const { screen, address } = await open();
    await screen.getByRole('button', { name: 'Read the code' }).click();
    await expect
      .element(screen.getByLabelText('Verification code'))
      .toHaveAccessibleDescription(/Verification code is required\./);
    expect(address()).toBe('/');
  });
});

describe('a customer’s licences in brief', () => {
  test('those in force, the next to end first, and how to renew what ends soon', async () => {
    const { screen } = await openWith(
      licenseWith({ licenseId: 1 }),
      licenseWith({ licenseId: 2, machineName: 'LAPTOP-7', expiryDate: dayIn(12) }),
      licenseWith({ licenseId: 3, machineName: 'WS-3', expiryDate: dayIn(-3), status: 'Expired' }),
      licenseWith({ licenseId: 4, machineName: 'WS-4', status: 'Replaced' }),
    );
    const brief = screen.getByRole('region', { name: 'Your licences' });
    await expect
      .element(brief)
      .toMatchTextContent(
        /2 active licences\. 1 of them ends soon\..*LAPTOP-7.*expires in 12 days.*DESKTOP-4F7K2QX.*To renew one/,
      );
    await expect.element(brief).not.toMatchTextContent(/WS-/);
    await expectAccessible();
  });

  test('five at most, with the way to all', async () => {
    const { screen, address } = await openWith(
      ...Array.from({ length: 7 }, (_, at) => licenseWith({ licenseId: at, machineName: `PC-${at}` })),
    );
    const brief = screen.getByRole('region', { name: 'Your licences' });
    await expect.element(brief).toMatchTextContent(/7 active licences/);
    expect(brief.getByRole('listitem').elements()).toHaveLength(5);
    await brief.getByRole('link', { name: 'All licences' }).click();
    await expect.poll(address).toBe('/account');
  });

  test('none yet, and what to do', async () => {
    const { screen } = await openWith();
    await expect.element(screen.getByText('No licences yet')).toBeVisible();
    await expectAccessible();
  });

  test('none in force any more, and what to do', async () => {
    const { screen } = await openWith(licenseWith({ status: 'Expired', expiryDate: dayIn(-1) }));
    await expect.element(screen.getByText('No active licence')).toBeVisible();
  });

  test('a failure can be repeated, and leaves the box for a code in use', async () => {
    const { screen, server } = await open((failing) => failing.answer(licenses.list, () => refusal('INTERNAL')));
    await expect.element(screen.getByText('Failed to fetch Licenses')).toBeVisible();
    await expect.element(screen.getByLabelText('Verification code')).toBeVisible();
    await expectAccessible();
    server.answer(licenses.list, () => pageWith(licenseWith()));
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByText('1 active licence.')).toBeVisible();
  });
});

test('the staff see the pages that they may open, and no licences of their own are asked for', async () => {
  const { screen, server, address } = await openPortal({
    at: '/',
    user: userWith('Administrator'),
    setup: { ...setup, pocUrl: 'https://poc.example/' },
    answers: answerLicenses,
  });
  const pages = screen.getByRole('region', { name: 'Go on to' });
  await expect
    .element(pages.getByRole('link', { name: 'Proof of concept' }))
    .toHaveAttribute('href', 'https://poc.example/');
  await expect.element(screen.getByLabelText('Verification code')).toBeVisible();
  expect(server.requests(licenses.list)).toEqual([]);
  await expectAccessible();
  await pages.getByRole('link', { name: 'Get a licence' }).click();
  await expect.poll(address).toBe('/license/verify');
});

test('who may not see the proof of concept is not shown the way to it', async () => {
  const { screen } = await openPortal({
    at: '/',
    user: userWith('Salesman'),
    setup: { ...setup, pocUrl: 'https://poc.example/' },
  });
  await expect.element(screen.getByRole('region', { name: 'Go on to' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Proof of concept' })).not.toBeInTheDocument();
});

test.each([390, 320])('the start page fits a window of %d pixels', async (width) => {
  await page.viewport(width, 800);
  const { screen } = await openWith(
    licenseWith({ machineName: 'A-VERY-LONG-NAME-OF-A-PC-2026-X', expiryDate: dayIn(3) }),
  );
  await expect.element(screen.getByText('expires in 3 days')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
