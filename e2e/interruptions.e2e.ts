import type { BrowserContext, Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '@basics/server/testing/free-port.ts';
import { administratorForms, publicForms } from './form-routes.ts';
import type { FormRoute } from './form-routes.ts';
import { createCaller } from './portal-api.ts';
import { expect, openSignedIn, signIn, test } from './test.ts';

const login = 'administrator@demo.example';

/**
 * The forms at these addresses store their drafts in different ways: a form, a row of a table, a side panel, a release note. All routes
 * load their scripts in the same way.
 */
const formsWithoutScript = ['/users/create', '/admin/policies', '/admin/tools?add=true', '/admin/release-notes/create'];

/** A tab with a form in which something was typed. */
type Tab = FormRoute & { page: Page };

/** Opens each form in its own tab, and fills it in. */
async function openForms(context: BrowserContext, portalUrl: string, routes: readonly FormRoute[]): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (const route of routes) {
    const page = await context.newPage();
    await page.goto(`${portalUrl}${route.path}`);
    await route.locateOpenButton?.(page).click();
    await route.locateField(page).fill(route.typedText);
    tabs.push({ ...route, page });
  }
  return tabs;
}

/** Expects each tab to show its form with the typed text. */
async function expectTypedTexts(tabs: readonly Tab[]): Promise<void> {
  for (const { path: route, locateField, page, typedText } of tabs)
    await expect(locateField(page), route).toHaveValue(typedText);
}

/** Sends each form that can be sent, and expects the message in the page. */
async function sendForms(tabs: readonly Tab[], message: RegExp): Promise<void> {
  for (const { path: route, page, sendButtonName } of tabs) {
    if (sendButtonName === undefined) continue;
    await page.getByRole('main').getByRole('button', { name: sendButtonName, exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: message }).first(), route).toBeVisible();
  }
}

/** Expects the error screen when the script of the page is missing, and the form with the typed text after Reload Page. */
async function expectErrorScreen({ path: route, page, locateField, typedText }: Tab): Promise<void> {
  const pageScript = /\/assets\/[^/]*-page-[^/]+\.js$/;
  await page.route(pageScript, (request) => request.fulfill({ status: 404 }));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Reload Page' }), route).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' }), route).toBeVisible();
  await page.unroute(pageScript);
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(locateField(page), route).toHaveValue(typedText);
}

test('typed text is kept when a form is interrupted: offline, server stopped, session ended, signed out in another tab, script missing', async ({
  page,
  browser,
  consoleErrors,
  startOwnPortal,
}) => {
  // Seventeen tabs on a busy machine.
  test.setTimeout(900_000);
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
  const tabs = await openForms(staff, address, administratorForms);
  const visitor = await browser.newContext();
  const allTabs = [...tabs, ...(await openForms(visitor, address, publicForms))];

  await test.step('offline', async () => {
    for (const context of [staff, visitor]) await context.setOffline(true);
    for (const tab of allTabs) await expect(tab.page.getByText('You are offline'), tab.path).toBeVisible();
    await sendForms(allTabs, /The portal cannot be reached/);
    await expectTypedTexts(allTabs);
    for (const context of [staff, visitor]) await context.setOffline(false);
    for (const tab of allTabs) await expect(tab.page.getByText('You are offline'), tab.path).toBeHidden();
  });

  await test.step('the server is stopped and started again', async () => {
    await portal.stop();
    await sendForms(allTabs, /The portal cannot be reached/);
    portal = await startOwnPortal(settings);
    await expectTypedTexts(allTabs);
  });

  const signInHeading = (tab: Page) => tab.getByRole('heading', { level: 1, name: 'Sign in' });
  const senderPage = tabs.find(({ path: route }) => route === '/admin/brands/red')?.page ?? page;

  await test.step('the server has ended the session', async () => {
    await createCaller(portal)('POST /auth/sign-out', { token: String(token) });
    await senderPage.getByRole('button', { name: 'Save', exact: true }).click();
    for (const tab of tabs) await expect(signInHeading(tab.page), tab.path).toBeVisible();
    await signIn(senderPage, login);
    await expectTypedTexts(tabs);
  });

  await test.step('another tab signs out, and in again', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    for (const tab of tabs) await expect(signInHeading(tab.page), tab.path).toBeVisible();
    await signIn(page, login);
    await expectTypedTexts(tabs);
  });

  await test.step('a script of the page is missing', async () => {
    for (const tab of tabs.filter((tabOfForm) => formsWithoutScript.includes(tabOfForm.path)))
      await expectErrorScreen(tab);
  });

  await visitor.close();
  for (const tab of tabs) await tab.page.close({ runBeforeUnload: false });
  await page.goto('about:blank');
  await portal.stop();
  await rm(dataDir, { recursive: true });
  // The browser reports the calls that were refused or got no answer.
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/net::ERR_|status of 401/);
});
