import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { openMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { startPortal } from './running-portal.ts';
import type { RunningPortal } from './running-portal.ts';

type Fixtures = {
  /** Fails the test for whatever the page complains of: an error, a blocked script, a broken policy. */
  complaints: string[];
  /** Somebody else at another computer, signed in at an address; his page must not complain either. */
  person: (address: string, login: string) => Promise<Page>;
};
type WorkerFixtures = {
  /** A mail server of this machine, to which the demo portal sends. */
  mailbox: Mailbox;
  demo: RunningPortal;
};

/** Tests with a demo portal, one for each worker, whose pages must not complain. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  mailbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern
    async ({}, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ mailbox }, use) => {
      const portal = await startPortal({ args: ['--demo'], environment: { SMTP_URL: mailbox.url } });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      listenTo(page, complaints);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  person: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (address, login) => {
      const context = await browser.newContext();
      contexts.push(context);
      const page = await context.newPage();
      listenTo(page, complaints);
      await page.goto(address);
      await signIn(page, login);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

function listenTo(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
}

export const demoPassword = 'Quartz-Lantern-27';

export async function signIn(page: Page, login: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The licence code that a page shows, once it is in the clipboard. */
export async function copiedCode(page: Page): Promise<string> {
  const shown = await page.locator('code').filter({ hasText: /^BL-/ }).innerText();
  await page.getByRole('button', { name: 'Copy licence code' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  return shown;
}

/** The browser itself reports each answer from 400 on; these were meant. */
export function expectRefusals(complaints: string[], ...statuses: number[]): void {
  const reported = complaints.splice(0).map((words) => Number(/status of (\d{3})/.exec(words)?.[1]));
  expect(reported).toEqual(statuses);
}

/** WCAG 2.2 A and AA, by axe, once the page has its heading: what is still being fetched has none. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))).toEqual([]);
}

export { expect };
