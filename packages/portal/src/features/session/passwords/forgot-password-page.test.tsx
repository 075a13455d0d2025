import { session } from '@basics/contract/session/session.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerHumanCheck } from '#portal/testing/human-check.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const emailField = page.getByRole('textbox', { name: /^E-mail/i });

test('on a wide window, the address has the focus at once', async () => {
  await page.viewport(1280, 800);
  await openPortal({ at: '/password/forgot', prepareServer: answerHumanCheck });
  await expect.element(emailField).toHaveFocus();
});

test('on a phone, the human check starts when a field gets the focus, and says nothing before', async () => {
  await page.viewport(390, 844);
  const { server } = await openPortal({ at: '/password/forgot', prepareServer: answerHumanCheck });
  await expect.element(emailField).toBeVisible();
  await expect.element(page.getByText(/you are a person/i)).not.toBeInTheDocument();
  expect(server.requests(session.humanVerification)).toEqual([]);
  await emailField.click();
  await expect.element(page.getByText('Check complete')).toBeInTheDocument();
});
