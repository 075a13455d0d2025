import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startPortal } from './running-portal.ts';
import type { RunningPortal } from './running-portal.ts';

type Fixtures = {
  /** Fails the test for whatever the page complains of: an error, a blocked script, a broken policy. */
  complaints: string[];
};
type WorkerFixtures = { demo: RunningPortal };

/** Tests with a demo portal, one for each worker, whose pages must not complain. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern
    async ({}, use) => {
      const portal = await startPortal(['--demo']);
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export const demoPassword = 'Quartz-Lantern-27';

export async function signIn(page: Page, login: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** WCAG 2.2 A and AA, by axe. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))).toEqual([]);
}

export { expect };
