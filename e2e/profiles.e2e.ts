import type { APIRequestContext, Page } from '@playwright/test';
import { startPortal } from './running-portal.ts';
import type { RunningPortal } from './running-portal.ts';
import { demoPassword, expect, signIn, test as base } from './test.ts';
import { aUser, calls } from './calls-of-profiles.ts';
import type { Call } from './calls-of-profiles.ts';
import { accounts, menus, permissions, privateRoutes, publicRoutes } from './permissions-of-profiles.ts';
import type { Account } from './permissions-of-profiles.ts';

/** What stands for the names in braces. */
type Names = Record<string, string | number>;
type House = { portal: RunningPortal; names: Names };

const pocUrl = 'https://poc.example/try';

/**
 * A demo portal by itself, in which nobody has changed his password yet. The records that the calls are about are each test's own: what an
 * administrator does to a customer changes who sees him.
 */
const test = base.extend<{ house: House }, { portal: RunningPortal }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern
    async ({}, use) => {
      const portal = await startPortal({ args: ['--demo'], environment: { POC_URL: pocUrl } });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  house: async ({ portal }, use, { testId }) => {
    await use({ portal, names: await recordsOf(portal, testId) });
  },
});

async function recordsOf({ address }: RunningPortal, testId: string): Promise<Names> {
  const post = async (path: string, body: unknown, token = ''): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${address}/core/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { token } = await post('/auth/token', { login: 'administrator@demo.example', password: demoPassword });
  const as = String(token);
  const made = async (name: string, but: Record<string, unknown>): Promise<number> => {
    const body = filled(aUser(but), { login: `${name}-${testId}@made.example` });
    return Number((await post('/user', body, as))['userId']);
  };
  const first = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const { items } = await post(path, body, as);
    return Array.isArray(items) ? items[0] : {};
  };
  const rail = [{ tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: null }];
  // In Norway the requests for Basics Blue come to the salesman of this test.
  const request = await first('/pending-request/search', { country: 'NO', brand: 'blue' });
  const colleague = await first('/user/search', { keyword: 'salesman2@demo.example' });
  const note = await first('/release-note/list', {});
  const text = { title: 'Not yet', description: 'Not yet', version: '9', releaseDate: '2030-01-01', status: 'draft' };
  return {
    customer: await made('customer', { lastName: 'Lind', country: 'SE' }),
    customerName: 'Tove Lind',
    equipped: await made('equipped', { tools: rail }),
    stranger: await made('stranger', { country: 'JP' }),
    request: Number(request['userId']),
    requestName: `${String(request['firstName'])} ${String(request['lastName'])}`,
    colleague: Number(colleague['userId']),
    note: Number(note['releaseId']),
    noteTitle: String(note['title']),
    draft: Number((await post('/release-note', text, as))['releaseId']),
  };
}

/** The same with every `{name}` as what it stands for: a number where nothing else stands beside it, else within the text. */
function filled(given: unknown, names: Names): unknown {
  if (Array.isArray(given)) return given.map((each) => filled(each, names));
  if (typeof given === 'object' && given !== null)
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, filled(value, names)]));
  if (typeof given !== 'string') return given;
  const alone = /^\{(\w+)\}$/.exec(given)?.[1];
  return alone === undefined ? textOf(given, names) : (names[alone] ?? 2_000_000_000);
}

const textOf = (given: string, names: Names): string =>
  given.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(names[name] ?? 2_000_000_000));

/** Makes every call of the table, and says what was answered otherwise than it says. */
async function answeredOtherwise(
  request: APIRequestContext,
  at: string,
  { kind, names, token }: { kind: keyof Call['is']; names: Names; token: string | null },
): Promise<string[]> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const known: Names = { ...names };
  const wrong: string[] = [];
  for (const [index, { area, method, path, body, is, keep }] of calls.entries()) {
    const url = `${at}/core/api${textOf(path, known)}`;
    if (JSON.stringify(body)?.includes('{version}') && token !== null) {
      const stands = await (await request.get(url, { headers })).json();
      known['version'] = Number(stands['version'] ?? 1);
    }
    known['login'] = `made-by-${kind}-${index}@made.example`;
    const sent = body === undefined ? {} : { data: filled(body, known) };
    const answer = await request.fetch(url, { method, headers, ...sent });
    if (answer.status() !== is[kind])
      wrong.push(`${area}: ${method} ${path} answered ${answer.status()} ${await answer.text()}, not ${is[kind]}`);
    if (keep && answer.ok()) known[keep.name] = Number((await answer.json())[keep.field]);
  }
  return wrong;
}

/** Goes to a page as a link within the portal does: what is loaded stays loaded. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => window.history.pushState(null, '', to), path);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** The menu as it stands in the header, or in the drawer of a narrow window. */
async function expectMenu(page: Page, { entries, administration }: (typeof menus)[keyof typeof menus]): Promise<void> {
  const opener = page.getByRole('button', { name: 'Open menu' });
  const isNarrow = await opener.isVisible();
  if (isNarrow) await opener.click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toHaveCount(1);
  const group = menu.getByRole('button', { name: 'Administration' });
  if (!isNarrow && administration.length > 0) await group.click();
  const expected = [...entries, ...administration];
  await expect(menu.getByRole('link')).toHaveText(expected);
  if (administration.length > 0) await expect(menu.getByText('Administration', { exact: true })).toBeVisible();
  const poc = menu.getByRole('link', { name: /^Proof of concept/ });
  if (expected.some((label) => label.startsWith('Proof'))) await expect(poc).toHaveAttribute('href', pocUrl);
  // A change of the route closes the drawer.
  await menu.getByRole('link', { name: 'My Account' }).click();
  if (isNarrow) await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
}

async function expectFooter(page: Page): Promise<void> {
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Version 1.0.1', { exact: true })).toBeVisible();
  await footer.getByRole('button', { name: 'Legal disclaimer' }).click();
  for (const words of [/proprietary/, /information only/, /not binding/, /change without notice/, /terms of service/])
    await expect(footer.getByText(words)).toBeVisible();
  await expect(footer.getByText(`Copyright © ${new Date().getFullYear()}`)).toBeVisible();
  await footer.getByRole('button', { name: 'OK' }).click();
  await expect(footer.getByText(/proprietary/)).toBeHidden();
}

/** Goes to every page, and makes every call: the width of the window changes nothing of it. */
async function expectPagesAndCalls(page: Page, { account, house }: { account: Account; house: House }): Promise<void> {
  const { portal, names } = house;
  const { login, kind, firstName, lastName, profileID } = account;
  const known = { ...names, firstName };
  for (const { path, heading: name, opensFor } of privateRoutes) {
    const isOpen = opensFor.some((each) => each === kind);
    await follow(page, textOf(path, known));
    await expect(page, path).toHaveURL(portal.address + (isOpen ? textOf(path, known) : '/not-found'));
    await expect(heading(page, isOpen ? textOf(name, known) : 'Page not found'), path).toBeVisible();
  }
  for (const { path, heading: name } of publicRoutes) {
    await follow(page, textOf(path, known));
    await expect(heading(page, textOf(name, known)), path).toBeVisible();
  }
  // Whoever is signed in has no need to sign in, an unknown path leads home, and what is typed is judged like what is pressed.
  for (const path of ['/sign-in', '/no/such/page']) {
    await follow(page, path);
    await expect(page, path).toHaveURL(`${portal.address}/`);
  }
  await page.goto(`${portal.address}/admin/audit`);
  await expect(heading(page, kind === 'administrator' ? 'Audit' : 'Page not found')).toBeVisible();

  const token = await page.evaluate(() => localStorage.getItem('token'));
  const me = await page.request.get(`${portal.address}/core/api/user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const mine = await me.json();
  expect(mine).toMatchObject({ profileID, userFirstName: firstName, userLastName: lastName, userEmail: login });
  expect(mine.permissions.toSorted()).toEqual(permissions[kind].toSorted());
  const asked = { kind, token, names: { ...known, self: mine.userId } };
  expect(await answeredOtherwise(page.request, portal.address, asked)).toEqual([]);
}

for (const account of accounts) {
  const { login, kind, firstName, lastName } = account;
  test(`${login.split('@', 1)[0]} sees and may do what the specification says`, async ({ page, house }, {
    project,
  }) => {
    const { portal } = house;
    await page.goto(`${portal.address}/account`);
    await expect(page).toHaveURL(`${portal.address}/sign-in`);
    await signIn(page, login);
    await expect(page).toHaveURL(`${portal.address}/account`);

    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: /^Signed in as/ })).toContainText(`${firstName} ${lastName}${login}`);
    await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expectMenu(page, menus[kind]);
    await expectFooter(page);

    if (project.name === 'desk') await expectPagesAndCalls(page, { account, house });

    await follow(page, '/');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${portal.address}/sign-in`);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
}

test('nobody sees and may do what is for everybody, and is led to sign in for the rest', async ({ page, house }) => {
  const { portal, names } = house;
  await page.goto(`${portal.address}/no/such/page`);
  await expect(heading(page, 'Page not found')).toBeVisible();
  for (const { path, heading: name } of publicRoutes) {
    await follow(page, textOf(path, names));
    await expect(heading(page, textOf(name, names)), path).toBeVisible();
  }
  for (const { path } of privateRoutes) {
    await follow(page, '/not-found');
    await follow(page, textOf(path, names));
    await expect(page, path).toHaveURL(`${portal.address}/sign-in`);
    expect(await page.evaluate(() => sessionStorage.getItem('previousUrl')), path).toBe(textOf(path, names));
  }
  expect(await answeredOtherwise(page.request, portal.address, { kind: 'nobody', token: null, names })).toEqual([]);
});
