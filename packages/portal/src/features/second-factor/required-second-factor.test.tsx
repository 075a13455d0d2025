import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerFigures } from '#portal/testing/records/figures.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createFactor } from '#portal/testing/pages/own-account.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const heading = page.getByRole('heading', { level: 1 });
const continueButton = page.getByRole('button', { name: 'Continue to the portal' });
const administrator = createUser('Administrator');

const openRequiredSecondStep = (at: string, prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({ at, user: { ...administrator, mustAct: 'secondFactor' }, prepareServer });

test.each(['/', '/license/verify', '/account', '/sign-in'])(
  '%s redirects to the page that sets up two-step sign-in',
  async (fakeServer) => {
    const { address } = await openRequiredSecondStep(fakeServer);
    await expect.element(heading).toHaveTextContent('Set up two-step sign-in');
    expect(address()).toBe('/account');
  },
);

test('until the user sets up a required second step, the menu contains only My Account, and the user can sign out', async () => {
  await openRequiredSecondStep('/account');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect.element(menu.getByRole('link', { name: 'My Account' })).toBeVisible();
  await expectAccessible();
  expect(menu.getByRole('link').elements()).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(continueButton.elements()).toEqual([]);
});

test('the requested page opens after a second step is set up and the recovery codes are saved', async () => {
  let storedFactors = [createFactor()].slice(1);
  const { server, address } = await openRequiredSecondStep('/license/verify?from=mail', (fakeServer) => {
    fakeServer.answer(secondFactor.list, () => ({ items: storedFactors, recoveryCodesLeft: 10, required: true }));
    fakeServer.answer(secondFactor.beginTotp, () => ({
      id: 1,
      secret: 'JBSWY3DP',
      uri: 'otpauth://totp/x?secret=JBSWY3DP',
    }));
    fakeServer.answer(secondFactor.confirmTotp, () => {
      storedFactors = [createFactor()];
      return { factor: createFactor(), recoveryCodes: ['one', 'two'] };
    });
  });
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill('Quartz-Lantern-27');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('textbox', { name: 'Code' }).fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  expect(address()).toBe('/account');

  server.answer(users.current, () => administrator);
  answerLicenses(server);
  await page.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect.poll(address).toBe('/license/verify?from=mail');
});

test('a user who set up a second step on another device can continue with a button', async () => {
  const { server, address } = await openRequiredSecondStep('/', (fakeServer) =>
    fakeServer.answer(secondFactor.list, () => ({ items: [createFactor()], recoveryCodesLeft: 10, required: true })),
  );
  await expect.element(continueButton).toBeVisible();
  server.answer(users.current, () => administrator);
  answerLicenses(server);
  answerFigures(server);
  await continueButton.click();
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('navigation', { name: 'Menu' }).getByRole('link').first()).toBeVisible();
});
