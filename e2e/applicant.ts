import type { Page } from '@playwright/test';
import type { Mailbox } from './mailbox.ts';
import { expect, expectAccessible } from './test.ts';

export type Applicant = { login: string; firstName: string; lastName: string; reason: string };

/** Somebody of Norway, whom the salesman of Basics Blue there looks after. */
export const applicant = (firstName: string, lastName: string): Applicant => ({
  login: `${firstName}.${lastName}@applicant.example`.toLowerCase(),
  firstName,
  lastName,
  reason: `Drawings of conveyors for ${lastName} & Sons`,
});

/** Fills in and sends the public form. */
export async function askForAccount(page: Page, portal: string, who: Applicant): Promise<void> {
  await page.goto(`${portal}/register`);
  await page.getByLabel('Login/Email', { exact: true }).fill(who.login);
  await page.getByLabel('Repeat Login/Email').fill(who.login);
  await page.getByLabel('First name').fill(who.firstName);
  await page.getByLabel('Last name').fill(who.lastName);
  await page.getByLabel('Company').fill('Applicant & Sons');
  await page.getByLabel('Country').fill('Norw');
  await page.getByLabel('Country').press('Tab');
  await expect(page.getByLabel('Country')).toHaveValue('Norway');
  await page.getByLabel('Brand').selectOption('Basics Blue');
  await page.getByLabel('Tool').selectOption('Basics');
  await page.getByLabel('Reason').fill(who.reason);
  await page.getByRole('group', { name: 'Can receive mail' }).getByLabel('Yes').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
}

/** Confirms the address by the link in the mail; the request then waits for a decision. */
export async function confirmAddress(page: Page, mailbox: Mailbox, { login }: Applicant): Promise<void> {
  const { link } = await mailbox.newest(login, 'confirm');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /is confirmed/ })).toBeVisible();
}

/** Asks and confirms; the address at which the request is decided. */
export async function leaveRequest(page: Page, portal: string, mailbox: Mailbox, who: Applicant): Promise<string> {
  await askForAccount(page, portal, who);
  await confirmAddress(page, mailbox, who);
  return (await mailbox.newest('salesman@demo.example', who.login)).link;
}
