import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type BrowserContext, type ConsoleMessage, type Page } from '@playwright/test';
import { translatePage } from '@basics/portal/testing/translate-page.ts';
import { createCaller, demoPassword, createToken } from './portal-api.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import { startPortal, useOwnPortals, type RunningPortal, type StartPortal } from './running-portal.ts';

type Fixtures = {
  /** Starts a portal for one test. The portal is stopped when the test ends. */
  startOwnPortal: StartPortal;
  /**
   * Errors and warnings in the console of the browser, such as exceptions and blocked scripts. A test fails if this list is not empty when
   * the test ends.
   */
  consoleErrors: string[];
  /**
   * Opens an address as the user with the given login in a new browser context. The test also fails on errors in the console of this
   * context.
   */
  openAs: (address: string, login: string) => Promise<Page>;
};
export type WorkerOptions = {
  /** If not null, the browser translates each page, and each later text after this number of milliseconds. */
  translationDelayMs: number | null;
};
type WorkerFixtures = WorkerOptions & {
  /** A mail server on this computer, to which the demo portal sends. */
  mailbox: Mailbox;
  /** The demo portal that all tests of a worker share. A test changes only records that no other test needs. */
  demo: RunningPortal;
};

export const pocUrl = 'https://poc.example/try';

/** The test function of Playwright, with a demo portal. A test fails on errors in the console of the browser. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  translationDelayMs: [null, { option: true, scope: 'worker' }],
  browser: [
    async ({ browser, translationDelayMs }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        if (translationDelayMs !== null) await context.addInitScript(translatePage, translationDelayMs);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
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
      // The proof of work is off, because only human-verification.e2e.ts tests it.
      const environment = { SMTP_URL: mailbox.url, HUMAN_VERIFICATION: 'off', POC_URL: pocUrl };
      const portal = await startPortal({ args: ['--demo'], environment });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern
  startOwnPortal: async ({}, use) => useOwnPortals(use),
  // oxlint-disable-next-line no-unused-vars -- a context that names the fixture closes before the portals stop: pages still send calls when a test ends
  context: async ({ startOwnPortal: _, context }, use) => use(context),
  consoleErrors: [
    async ({ page }, use) => {
      const consoleErrors: string[] = [];
      recordConsoleErrors(page, consoleErrors);
      await use(consoleErrors);
      expect(consoleErrors).toEqual([]);
    },
    { auto: true },
  ],
  openAs: async ({ browser, consoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (address, login) => {
      const context = await browser.newContext();
      contexts.push(context);
      const page = await context.newPage();
      recordConsoleErrors(page, consoleErrors);
      await openSignedIn(page, address, login);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

function recordConsoleErrors(page: Page, consoleErrors: string[]): void {
  let isSignedOut = false;
  page.on('request', (request) => {
    if (request.url().endsWith('/core/api/auth/sign-out')) isSignedOut = true;
    if (/\/core\/api\/auth\/(token|passkey|exchange|set-up)$/.test(request.url())) isSignedOut = false;
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The server refuses the requests that the page has sent just before the user signed out.
    if (isSignedOut && message.text().includes('status of 401')) return;
    if (!isBackgroundRequest(message) && !isBlockedWorker(message))
      consoleErrors.push(`${message.text()} ${message.location().url}`);
  });
}

/**
 * Whether a message is about a request that an idle page sends: for a script of another page, or to check whether the server answers. Such
 * a request fails in a test that stops its portal.
 */
const isBackgroundRequest = (message: ConsoleMessage): boolean =>
  /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/.test(message.text()) &&
  /\/(assets\/[^/]+|health\/ready)$/.test(message.location().url);

/** Whether Playwright reports that it blocks the service worker, which playwright.config.ts tells it to do. */
export const isBlockedWorker = (message: ConsoleMessage): boolean =>
  message.text() === 'Service Worker registration blocked by Playwright';

/** Opens an address with a session that is created through the API, for tests that are not about the sign-in page. */
export async function openSignedIn(page: Page, address: string, login: string): Promise<void> {
  const { origin } = new URL(address);
  const token = await createToken(createCaller({ address: origin }), login);
  const localStorage = [{ name: 'token', value: token }];
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  await openPage(page, address);
}

/**
 * Opens an address and waits until the portal is ready. A page is visible before the portal is ready, but most of its buttons have no
 * effect until then.
 */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('html[data-ready]')).toBeAttached();
}

/** Loads the open page again, and waits until the portal is ready. */
export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await expect(page.locator('html[data-ready]')).toBeAttached();
}

/** Fills in and submits the form of the open sign-in page. */
export async function signIn(page: Page, login: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits for the home page. Its heading is the state of the customer's licences, or the work of staff. */
export const expectHome = async (page: Page): Promise<void> => {
  await expect(page).toHaveTitle(/^(?:\(\d+\+?\) )?Home/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^(?:Sign in|Two-step sign-in|Welcome)$/);
};

/**
 * Pastes a text on the page while no field has the focus. The page reads pasted texts from the moment when it shows its field for a code,
 * which on the home page is later than its heading.
 */
export async function pasteOutsideFields(page: Page, text: string): Promise<void> {
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await page.evaluate((pastedText) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pastedText);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

/** Presses the button that copies the licence code of the page, and returns the copied code. */
export async function copyLicenceCode(page: Page): Promise<string> {
  await page.getByRole('radio', { name: /With a code/ }).check();
  const code = await page.locator('code').filter({ hasText: /^BL-/ }).innerText();
  await page.getByRole('button', { name: 'Copy licence code' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await page.getByRole('radio', { name: /With a file/ }).check();
  return code;
}

/**
 * Waits until the console contains errors for responses with exactly the given statuses, in this order. The browser writes an error into
 * the console for each response with a status of 400 or more.
 */
export async function expectRefusals(consoleErrors: string[], ...statuses: number[]): Promise<void> {
  const readStatuses = () => consoleErrors.map((text) => Number(/status of (\d{3})/.exec(text)?.[1]));
  await expect.poll(readStatuses).toEqual(statuses);
  consoleErrors.length = 0;
}

/**
 * Checks the page with axe (WCAG 2.2, levels A and AA) when its heading is visible. Call this function only for pages that no page test
 * checks, because a run of axe takes about a second of CPU time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))).toEqual([]);
}

export { demoPassword, expect };
