import { registration } from '@basics/contract/registration/registration.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerHumanCheck } from '#portal/testing/human-check.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

test('the button next to the title opens the help of the screen, and the text in the fields of the screen stays', async () => {
  await openPortal({ at: '/license/verify', user: createUser('OEM'), prepareServer: answerLicenses });
  await page.getByLabelText('Verification code').fill('BV-240G01');
  await page.getByRole('button', { name: 'Help for this page' }).click();
  const helpDialog = page.getByRole('dialog', { name: 'Help: Get a licence' });
  await expect.element(helpDialog).toMatchTextContent(/Open Basics on the PC.*Issue licence.*Contact support/);
  await expectAccessible();
  await helpDialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByLabelText('Verification code')).toHaveValue('BV-240G01');
  await expect.element(page.getByRole('button', { name: 'Help for this page' })).toHaveFocus();
});

test.each([
  ['/sign-in', /recovery codes/],
  ['/register', /within 48 hours/],
  ['/password/forgot', /60 minutes/],
])('somebody who cannot sign in finds help on %s (T1034)', async (at, words) => {
  await openPortal({
    at,
    prepareServer: (server) => {
      answerHumanCheck(server);
      server.answer(registration.countries, () => ({ items: [] }));
      server.answer(registration.configTool, () => ({ tools: [] }));
    },
  });
  await page.getByRole('contentinfo').getByRole('button', { name: 'Help for this page' }).click();
  const helpDialog = page.getByRole('dialog', { name: /^Help: / });
  await expect.element(helpDialog).toMatchTextContent(words);
  await expect.element(helpDialog.getByRole('link', { name: 'Contact support' })).toBeVisible();
  await expectAccessible();
});
