import type { Browser, BrowserContext, Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '@basics/server/testing/free-port.ts';
import { nameForm } from './form-routes.ts';
import type { FormRoute } from './form-routes.ts';
import { createCaller } from './portal-api.ts';
import type { StartPortal } from './running-portal.ts';
import { expect, openPage, openSignedIn, reloadPage, signIn, test } from './test.ts';

const login = 'administrator@demo.example';

/** A browser tab with a form into which a text was typed. */
type Tab = { form: FormRoute; page: Page };

/** The forms of an administrator and those of visitors. The script of the page is missing for the forms in `formsWithoutScript`. */
type InterruptedForms = {
  staffForms: readonly FormRoute[];
  visitorForms: readonly FormRoute[];
  formsWithoutScript: readonly FormRoute[];
};
type Fixtures = { page: Page; browser: Browser; consoleErrors: string[]; startOwnPortal: StartPortal };

/**
 * Types a text into each form, in its own tab, and interrupts all of them in five ways: offline, server stopped and started, session ended on
 * the server, signed out in another tab, script of the page missing. Each form must keep the text and show what happened.
 */
export async function interruptForms(
  { page, browser, consoleErrors, startOwnPortal }: Fixtures,
  { staffForms, visitorForms, formsWithoutScript }: InterruptedForms,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'basics-portal-forms-'));
  const settings = {
    args: ['--demo'],
    dataDir,
    port: await findFreePort(),
    environment: { HUMAN_VERIFICATION: 'off' },
  };
  let portal = await startOwnPortal(settings);
  const { address } = portal;
  const staff = page.context();
  await openSignedIn(page, address, login);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const staffTabs = await openForms(staff, address, staffForms);
  const visitor = await browser.newContext();
  const tabs = [...staffTabs, ...(await openForms(visitor, address, visitorForms))];

  await test.step('offline', async () => {
    for (const context of [staff, visitor]) await context.setOffline(true);
    for (const tab of tabs) await expect(tab.page.getByText('You are offline'), nameForm(tab.form)).toBeVisible();
    await sendForms(tabs, /The portal cannot be reached/);
    await expectTypedTexts(tabs);
    for (const context of [staff, visitor]) await context.setOffline(false);
    for (const tab of tabs) await expect(tab.page.getByText('You are offline'), nameForm(tab.form)).toBeHidden();
  });

  await test.step('the server is stopped and started again', async () => {
    await portal.stop();
    await sendForms(tabs, /The portal cannot be reached/);
    portal = await startOwnPortal(settings);
    await expectTypedTexts(tabs);
  });

  await test.step('the server has ended the session', async () => {
    await createCaller(portal)('POST /auth/sign-out', { token: String(token) });
    // The page sends a call, which the server refuses, so the page ends the session in all tabs.
    await reloadPage(page);
    await expectSignInPages(staffTabs);
    await signIn(page, login);
    await expectReturnedTexts(staffTabs);
  });

  await test.step('another tab signs out, and in again', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectSignInPages(staffTabs);
    await signIn(page, login);
    await expectReturnedTexts(staffTabs);
  });

  await test.step('a script of the page is missing', async () => {
    for (const tab of tabs.filter(({ form }) => formsWithoutScript.includes(form))) await expectErrorScreen(tab);
  });

  await visitor.close();
  for (const tab of staffTabs) await tab.page.close({ runBeforeUnload: false });
  await page.goto('about:blank');
  await portal.stop();
  await rm(dataDir, { recursive: true });
  // The browser reports the calls that were refused or got no answer.
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/net::ERR_|status of 401/);
}

/** Opens each form in its own tab, and fills it in. */
async function openForms(context: BrowserContext, portalUrl: string, forms: readonly FormRoute[]): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (const form of forms) {
    const page = await context.newPage();
    await openPage(page, `${portalUrl}${form.path}`);
    await form.openForm?.(page);
    await form.locateField(page).fill(form.typedText);
    tabs.push({ form, page });
  }
  return tabs;
}

/** Expects each tab to show its form with the typed text. */
async function expectTypedTexts(tabs: readonly Tab[]): Promise<void> {
  for (const { form, page } of tabs) await expect(form.locateField(page), nameForm(form)).toHaveValue(form.typedText);
}

/** Expects the typed text after the page was loaded again, in a form that is opened again if it is in a dialog. */
async function expectReturnedTexts(tabs: readonly Tab[]): Promise<void> {
  for (const { form, page } of tabs) {
    if (form.isReopened) await form.openForm?.(page);
    await expect(form.locateField(page), nameForm(form)).toHaveValue(form.isSecret ? '' : form.typedText);
  }
}

async function expectSignInPages(tabs: readonly Tab[]): Promise<void> {
  for (const { form, page } of tabs)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' }), nameForm(form)).toBeVisible();
}

/** Sends each form that can be sent, and expects the message in the page. */
async function sendForms(tabs: readonly Tab[], message: RegExp): Promise<void> {
  for (const { form, page } of tabs) {
    if (form.sendButtonName === undefined) continue;
    // The button that opens a dialog can have the same name; it comes before that of the dialog.
    await page.getByRole('button', { name: form.sendButtonName, exact: true }).last().click();
    await expect(page.getByRole('alert').filter({ hasText: message }).first(), nameForm(form)).toBeVisible();
  }
}

const pageScript = /\/assets\/[^/]*-page-[^/]+\.js$/;

/** Expects the error screen when the script of the page is missing, and the form with the typed text after Reload Page. */
async function expectErrorScreen(tab: Tab): Promise<void> {
  const { form, page } = tab;
  await page.route(pageScript, (request) => request.fulfill({ status: 404 }));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Reload Page' }), nameForm(form)).toBeVisible();
  const isSignedIn = await page.evaluate(() => localStorage.getItem('token') !== null);
  if (isSignedIn) await expect(page.getByRole('button', { name: 'Logout' }), nameForm(form)).toBeVisible();
  await page.unroute(pageScript);
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expectReturnedTexts([tab]);
}
