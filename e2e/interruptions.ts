import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { describeForm, type FormRoute } from './form-routes.ts';
import { createCaller } from './portal-api.ts';
import { startRestartablePortal, type RestartablePortal } from './restartable-portal.ts';
import type { StartPortal } from './running-portal.ts';
import { expect, openPage, openSignedIn, reloadPage, signIn, test } from './test.ts';

const login = 'administrator@demo.example';

/** A browser tab with a form into which a text was typed. `address` is the address of the tab after typing. */
type Tab = { form: FormRoute; page: Page; address: string };

/**
 * The forms of an administrator, and the forms of visitors. For the forms in `formsWithoutScript`, the test also lets the script of the
 * page be missing.
 */
type InterruptedForms = {
  staffForms: readonly FormRoute[];
  visitorForms: readonly FormRoute[];
  formsWithoutScript: readonly FormRoute[];
};
type Fixtures = { page: Page; browser: Browser; consoleErrors: string[]; startOwnPortal: StartPortal };

/**
 * Types a text into each form, in a tab of its own, and interrupts all forms in four ways: the browser is offline, the server stops and
 * starts again, the session ends on the server, and the script of the page is missing. Each form must keep the text and show what
 * happened. A sign-out in another tab removes all texts.
 */
export async function interruptForms(
  { page, browser, consoleErrors, startOwnPortal }: Fixtures,
  { staffForms, visitorForms, formsWithoutScript }: InterruptedForms,
): Promise<void> {
  const portal = await startRestartablePortal(startOwnPortal, { args: ['--demo'] });
  const staff = page.context();
  await openSignedIn(page, portal.address, login);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const staffTabs = await openForms(staff, portal.address, staffForms);
  const visitor = await browser.newContext();
  const tabs = [...staffTabs, ...(await openForms(visitor, portal.address, visitorForms))];
  await interruptConnection(portal, [staff, visitor], tabs);

  await test.step('the server has ended the session', async () => {
    await createCaller(portal)('POST /auth/sign-out', { token: String(token) });
    // The page sends a call, which the server refuses, so the page ends the session in all tabs.
    await reloadPage(page);
    await expectSignInPages(staffTabs);
    await signIn(page, login);
    await expectReturnedTexts(staffTabs);
  });

  await expectTextsAfterMissingScript(tabs.filter(({ form }) => formsWithoutScript.includes(form)));

  await test.step('another tab signs out, and nothing typed stays for the next person', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectSignInPages(staffTabs);
    for (const tab of staffTabs)
      expect(
        await tab.page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))),
        describeForm(tab.form),
      ).toEqual([]);
  });

  await visitor.close();
  for (const tab of staffTabs) await tab.page.close({ runBeforeUnload: false });
  await page.goto('about:blank');
  await portal.remove();
  // The console of the browser contains an error for each call that was refused or got no response.
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/net::ERR_|status of 401/);
}

/**
 * Interrupts forms of visitors, who have no session, in four ways: the browser is offline, the server stops and starts again, the page is
 * loaded again, and the script of the page is missing. If the path of the forms changes when the server starts, `findPath` returns the new
 * path.
 */
export async function interruptVisitors(
  browser: Browser,
  portal: RestartablePortal,
  forms: readonly FormRoute[],
  findPath?: () => string,
): Promise<void> {
  const visitor = await browser.newContext();
  const tabs = await openForms(visitor, portal.address, forms);
  await interruptConnection(portal, [visitor], tabs);
  await test.step('the page is loaded again', async () => {
    for (const tab of tabs) {
      if (findPath) {
        tab.address = `${portal.address}${findPath()}`;
        await tab.page.goto(tab.address);
      }
      await reloadPage(tab.page);
      await expectReturnedTexts([tab]);
    }
  });
  await expectTextsAfterMissingScript(tabs);
  await visitor.close();
}

/** Interrupts the connection in two ways: the browser is offline, and the server stops and starts again. */
async function interruptConnection(
  portal: RestartablePortal,
  contexts: readonly BrowserContext[],
  tabs: readonly Tab[],
): Promise<void> {
  await test.step('offline', async () => {
    for (const context of contexts) await context.setOffline(true);
    for (const tab of tabs) await expect(tab.page.getByText('You are offline'), describeForm(tab.form)).toBeVisible();
    await sendForms(tabs, /The portal cannot be reached/);
    await expectTypedTexts(tabs);
    for (const context of contexts) await context.setOffline(false);
    for (const tab of tabs) await expect(tab.page.getByText('You are offline'), describeForm(tab.form)).toBeHidden();
  });

  await test.step('the server is stopped and started again', async () => {
    await portal.stop();
    await sendForms(tabs, /The portal cannot be reached/);
    await portal.start();
    await expectTypedTexts(tabs);
  });
}

/** Opens each form in a tab of its own, and types a text into the form. */
async function openForms(context: BrowserContext, portalUrl: string, forms: readonly FormRoute[]): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (const form of forms) {
    const page = await context.newPage();
    // Accept the dialog in which the browser asks whether to leave a page with unsaved changes.
    page.on('dialog', (dialog) => void dialog.accept());
    await openPage(page, `${portalUrl}${form.path}`);
    await form.openForm?.(page);
    await form.locateField(page).fill(form.typedText);
    tabs.push({ form, page, address: page.url() });
  }
  return tabs;
}

/** Expects each tab to show its form with the typed text. */
async function expectTypedTexts(tabs: readonly Tab[]): Promise<void> {
  for (const { form, page } of tabs)
    await expect(form.locateField(page), describeForm(form)).toHaveValue(form.typedText);
}

/**
 * Expects that each form contains the typed text after the page was loaded again. A form in a dialog is opened again
 * first.
 */
async function expectReturnedTexts(tabs: readonly Tab[]): Promise<void> {
  for (const { form, page, address } of tabs) {
    // After signing in, the user is on the same page again.
    await expect(page, describeForm(form)).toHaveURL(address);
    if (form.isReopened) await form.openForm?.(page);
    await expect(form.locateField(page), describeForm(form)).toHaveValue(
      form.notKept === undefined ? form.typedText : '',
    );
  }
}

async function expectSignInPages(tabs: readonly Tab[]): Promise<void> {
  for (const { form, page } of tabs)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' }), describeForm(form)).toBeVisible();
}

/** Sends each form that can be sent, and expects that its page shows an alert with `message`. */
async function sendForms(tabs: readonly Tab[], message: RegExp): Promise<void> {
  for (const { form, page } of tabs) {
    if (form.sendButtonName === undefined) continue;
    // The button that opens a dialog can have the same name as the button in the dialog. The button in the dialog comes
    // later in the page.
    await page.getByRole('button', { name: form.sendButtonName, exact: true }).last().click();
    await expect(page.getByRole('alert').filter({ hasText: message }).first(), describeForm(form)).toBeVisible();
  }
}

/** The script of a page. The script of a small page is part of a shared one. */
const pageScriptPattern = /\/assets\/[^/]*-page-[^/]+\.js$/;

/**
 * Expects the error screen when the script of the page is missing, and the form with the typed text after the button "Reload Page" is
 * pressed. A page whose script is part of a shared one is only loaded again. At least one page must have a script of its own.
 */
const expectTextsAfterMissingScript = (tabs: readonly Tab[]): Promise<void> =>
  test.step('a script of the page is missing', async () => {
    let missingScripts = 0;
    for (const tab of tabs) {
      if (!(await hasOwnScript(tab))) continue;
      missingScripts += 1;
      const { form, page } = tab;
      await page.route(pageScriptPattern, (request) => request.fulfill({ status: 404 }));
      await page.reload();
      await expect(page.getByRole('button', { name: 'Reload Page' }), describeForm(form)).toBeVisible();
      const isSignedIn = await page.evaluate(() => localStorage.getItem('token') !== null);
      if (isSignedIn) await expect(page.getByRole('button', { name: 'Logout' }), describeForm(form)).toBeVisible();
      await page.unroute(pageScriptPattern);
      await page.getByRole('button', { name: 'Reload Page' }).click();
      await expectReturnedTexts([tab]);
    }
    expect(missingScripts).toBeGreaterThan(0);
  });

/** Loads the page of a tab again, expects its form, and returns whether the page loaded a script of its own. */
async function hasOwnScript(tab: Tab): Promise<boolean> {
  const scripts: string[] = [];
  const recordScript = (request: Request): void => {
    if (pageScriptPattern.test(request.url())) scripts.push(request.url());
  };
  // The browser seems busy, so that the portal loads no scripts of other pages.
  await tab.page.addInitScript(() => void Object.assign(window, { requestIdleCallback: () => 0 }));
  tab.page.on('request', recordScript);
  await tab.page.reload();
  await expectReturnedTexts([tab]);
  tab.page.off('request', recordScript);
  return scripts.length > 0;
}
