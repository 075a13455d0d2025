import { secondFactor } from '@basics/contract/second-factor.ts';
import { users } from '@basics/contract/users.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerFigures } from '#portal/testing/figures.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { factorWith } from '#portal/testing/own-account.ts';
import { userWith } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const heading = page.getByRole('heading', { level: 1 });
const goOn = page.getByRole('button', { name: 'Go on to the portal' });
const ada = userWith('Administrator');

const open = (at: string, answers: (server: FakeServer) => void = () => {}) =>
  openPortal({ at, user: { ...ada, mustAct: 'secondFactor' }, answers });

test.each(['/', '/license/verify', '/account', '/sign-in'])('%s leads to the one page that is open', async (at) => {
  const { address } = await open(at);
  await expect.element(heading).toHaveTextContent('Set up two-step sign-in');
  expect(address()).toBe('/account');
});

test('the menu offers nothing else, and signing out stays possible', async () => {
  await open('/account');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect.element(menu.getByRole('link', { name: 'My Account' })).toBeVisible();
  await expectAccessible();
  expect(menu.getByRole('link').elements()).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(goOn.elements()).toEqual([]);
});

test('with a second step and the recovery codes kept, the page that was wanted is opened', async () => {
  let items = [factorWith()].slice(1);
  const { server, address } = await open('/license/verify?from=mail', (fake) => {
    fake.answer(secondFactor.list, () => ({ items, recoveryCodesLeft: 10, required: true }));
    fake.answer(secondFactor.beginTotp, () => ({ id: 1, secret: 'JBSWY3DP', uri: 'otpauth://totp/x?secret=JBSWY3DP' }));
    fake.answer(secondFactor.confirmTotp, () => {
      items = [factorWith()];
      return { factor: factorWith(), recoveryCodes: ['one', 'two'] };
    });
  });
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill('Quartz-Lantern-27');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('textbox', { name: 'Code' }).fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  expect(address()).toBe('/account');

  server.answer(users.current, () => ada);
  answerLicenses(server);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect.poll(address).toBe('/license/verify?from=mail');
});

test('who has set it up elsewhere in the meantime goes on by a button', async () => {
  const { server, address } = await open('/', (fake) =>
    fake.answer(secondFactor.list, () => ({ items: [factorWith()], recoveryCodesLeft: 10, required: true })),
  );
  await expect.element(goOn).toBeVisible();
  server.answer(users.current, () => ada);
  answerLicenses(server);
  answerFigures(server);
  await goOn.click();
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('navigation', { name: 'Menu' }).getByRole('link').first()).toBeVisible();
});
