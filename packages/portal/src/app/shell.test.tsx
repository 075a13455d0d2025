import { breakpoints, userNameWidths } from '@basics/contract/calls/limits.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { session } from '@basics/contract/session/session.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Role } from '@basics/contract/calls/permissions.ts';
import type { CurrentUser } from '@basics/contract/session/current-user.ts';
import { expectAccessible } from '#portal/testing/accessible.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerFigures, createCounts, createInbox } from '#portal/testing/records/figures.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { setup, createUser } from '#portal/testing/records/people.ts';
import { answerSettings, statusReport } from '#portal/testing/records/status.ts';
import { openPortal } from '#portal/testing/portal.tsx';

type Opening = Partial<Parameters<typeof openPortal>[0]> & { role?: Role; change?: Partial<CurrentUser> };

const openShell = ({ role = 'OEM', change = {}, ...opening }: Opening = {}) =>
  openPortal({ at: '/account', user: createUser(role, change), prepareServer: answerLicenses, ...opening });

const menu = page.getByRole('navigation', { name: 'Menu' });
const userArea = page.getByRole('button', { name: /Signed in as/ });

test('the header shows the full name and the e-mail of the signed-in user, and the button to sign out (T094)', async () => {
  await openShell();
  await expect.element(userArea).toMatchTextContent('Ada Lovelace');
  await expect.element(userArea).toMatchTextContent('ada.lovelace@office.example');
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test.each([
  [1280, userNameWidths.desktop],
  [breakpoints.md, userNameWidths.desktop],
  [breakpoints.md - 1, userNameWidths.mobile],
  [390, userNameWidths.mobile],
  [320, userNameWidths.mobile],
])(
  'in a window of %i px the area of the user name is %i px wide, and nothing overflows (T092)',
  async (width, areaWidth) => {
    await page.viewport(width, 800);
    await openShell({
      role: 'Administrator',
      change: { userFirstName: 'Wolfeschlegelstein', userLastName: 'Hausenbergerdorff' },
    });
    await expect.element(userArea).toBeVisible();
    expect(userArea.element().getBoundingClientRect().width).toBe(areaWidth);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('a name that is cut off is shown in full on focus, until Escape', async () => {
  await openShell({ change: { userFirstName: 'Wolfeschlegelstein', userLastName: 'Hausenbergerdorff' } });
  const fullName = page.getByRole('tooltip');
  await expect.element(userArea).toBeVisible();
  expect(fullName.elements()).toEqual([]);
  userArea.element().focus();
  await expect.element(fullName).toMatchTextContent('Wolfeschlegelstein Hausenbergerdorff');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => fullName.elements()).toEqual([]);
  await userEvent.hover(userArea);
  await expect.element(fullName).toBeVisible();
});

test('the account menu opens by the keyboard and has the full name, My Account, the appearance and the shortcuts', async () => {
  const { address } = await openShell({ at: '/license/verify' });
  await expect.element(userArea).toBeVisible();
  userArea.element().focus();
  await userEvent.keyboard('{Enter}');
  const accountMenu = page.getByRole('dialog', { name: 'Account' });
  await expect.element(accountMenu).toMatchTextContent('Ada Lovelaceada.lovelace@office.example');
  await expect.element(accountMenu.getByRole('link', { name: 'My Account' })).toHaveFocus();
  await expect.element(accountMenu.getByRole('radio', { name: 'System' })).toBeChecked();
  await expectAccessible();
  await accountMenu.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect.poll(() => accountMenu.elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await userArea.click();
  await accountMenu.getByRole('link', { name: 'My Account' }).click();
  await expect.poll(address).toBe('/account');
  await expect.poll(() => accountMenu.elements()).toEqual([]);
});

test('in a window of 390 pixels, the header has the only button to sign out', async () => {
  await page.viewport(390, 800);
  const { address, server } = await openShell();
  server.answer(session.signOut, () => undefined);
  await userArea.click();
  await expect.element(page.getByRole('dialog', { name: 'Account' }).getByRole('link')).toBeVisible();
  expect(page.getByRole('button', { name: 'Logout' }).elements()).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(address).toMatch(/^\/sign-in/);
});

test.each([
  ['Administrator', 'https://poc.example/', 1],
  ['Administrator', null, 0],
  ['Salesman', 'https://poc.example/', 0],
] as const)(
  'with the role %s and the proof-of-concept address %s, the menu has %i link to it (T095)',
  async (role, pocUrl, links) => {
    await openShell({ role, setup: { ...setup, pocUrl } });
    await expect.element(menu.getByRole('link', { name: 'My Account' })).toBeVisible();
    const poc = menu.getByRole('link', { name: 'Proof of concept (opens in a new tab)' });
    expect(poc.elements()).toHaveLength(links);
    if (links === 0) return;
    await expect.element(poc).toHaveAttribute('href', 'https://poc.example/');
    // The other site gets neither the address of this page nor access to its window.
    await expect.element(poc).toHaveAttribute('rel', 'noreferrer');
    await expect.element(poc).toHaveAttribute('target', '_blank');
  },
);

function answerOutbox(server: FakeServer): void {
  answerLicenses(server);
  answerFigures(server);
  server.answer(staffInbox.counts, () => ({ ...createCounts(createInbox()), failedMails: { total: 3 } }));
  server.answer(mail.search, () => ({ items: [], total: 0, pageNumber: 1, pageSize: 20, delivers: true }));
  answerSettings(server, { ...statusReport, mail: { ...statusReport.mail, failed: 3 } });
}

const systemSection = menu.getByRole('list', { name: 'System' });
const mails = menu.getByRole('link', { name: /^E-mails/ });
const settings = menu.getByRole('link', { name: /^Settings/ });

test.each([390, 1280])(
  'in a window %i px wide, the pages for administrators are one entry of the menu, whose pages have a menu of their own, which says that something needs attention (T894)',
  async (width) => {
    await page.viewport(width, 800);
    await openShell({ role: 'Administrator', prepareServer: answerOutbox });
    const openMenu = async (): Promise<void> => {
      if (width < breakpoints.md) await page.getByRole('button', { name: 'Open menu' }).click();
    };
    await openMenu();
    await expect.element(settings).toBeVisible();
    expect(mails.elements()).toEqual([]);
    await expect.element(settings).toMatchTextContent('3 waiting');
    await settings.click();
    const isNarrow = width < breakpoints.md;
    const main = page.getByRole('main');
    const title = isNarrow ? 'Settings' : 'Licence policies';
    await expect.element(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const auditLog = main.getByRole('region', { name: 'Access' }).getByRole('link', { name: 'Audit log' });
    expect(auditLog.elements()).toHaveLength(isNarrow ? 1 : 0);
    await expectAccessible();
    await openMenu();
    await expect.element(menu.getByRole('heading', { name: 'System' })).toBeVisible();
    await expect
      .element(systemSection.getByRole('link', { name: /^Status/ }))
      .toMatchTextContent('Status needs attention');
    await expectAccessible();
    await menu.getByRole('link', { name: 'Home' }).click();
    await openMenu();
    await expect.element(menu.getByRole('link', { name: 'My Users' })).toBeVisible();
  },
);

test('an entry below Settings leads to its page by the keyboard and is marked as current', async () => {
  const { address } = await openShell({ role: 'Administrator', at: '/admin/policies', prepareServer: answerOutbox });
  await expect.element(mails).not.toHaveAttribute('aria-current');
  menu.getByRole('link', { name: 'Brands' }).element().focus();
  await userEvent.tab();
  await expect.element(mails).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/admin/mail');
  await expect.element(mails).toHaveAttribute('aria-current', 'page');
});

test('the header and the sidebar stay in view while the page scrolls', async () => {
  await page.viewport(1280, 400);
  await openShell({ role: 'Administrator' });
  await expect.element(menu).toBeVisible();
  const readTops = (): number[] => [page.getByRole('banner'), menu].map((locator) => Math.round(readTop(locator)));
  const topsBefore = readTops();
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => window.scrollY).toBeGreaterThan(0);
  await expect.poll(readTops).toEqual(topsBefore);
});

const readTop = (locator: { element: () => Element }): number => locator.element().getBoundingClientRect().top;

test('the drawer keeps the focus inside, and Escape closes it and returns the focus to the button that opened it', async () => {
  await page.viewport(390, 800);
  await openShell();
  const openButton = page.getByRole('button', { name: 'Open menu' });
  await openButton.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(drawer).toBeVisible();
  for (let keyPress = 0; keyPress < 8; keyPress += 1) {
    await userEvent.tab();
    const focusedElement = document.activeElement;
    expect(focusedElement === document.body || drawer.element().contains(focusedElement)).toBe(true);
  }
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => drawer.elements()).toEqual([]);
  await expect.element(openButton).toHaveFocus();
});

test('at 320 px, where the header has no space for the logo, the drawer has the link to the home page', async () => {
  await page.viewport(320, 640);
  const { address } = await openShell();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Basics Blue, home' }).click();
  await expect.poll(address).toBe('/');
});

test('the drawer closes when the window becomes wide enough for the menu itself', async () => {
  await page.viewport(390, 800);
  await openShell();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.viewport(1280, 800);
  await expect.poll(() => page.getByRole('dialog', { name: 'Menu' }).elements()).toEqual([]);
  await expect.element(menu).toBeVisible();
});

test('the footer shows the version, and the legal disclaimer with its six statements and its OK button (T093)', async () => {
  await openShell();
  await expect.element(page.getByRole('contentinfo').getByText('Version 1.0.1', { exact: true })).toBeVisible();
  const disclaimer = page.getByRole('dialog', { name: 'Legal disclaimer' });
  await page.getByRole('contentinfo').getByRole('button', { name: 'Legal disclaimer' }).click();
  await expect.element(disclaimer).toBeVisible();
  const statements = disclaimer.getByRole('list').first().getByRole('listitem');
  await expect
    .poll(() => statements.elements().map(({ textContent }) => textContent))
    .toEqual([
      'The data in this portal is proprietary.',
      'It is for information only.',
      'It is not binding.',
      'It may change without notice.',
      `Copyright © ${new Date().getFullYear()} Basics Blue GmbH. All rights reserved.`,
      'By using this portal you accept the terms of service and your agreement with Basics Blue GmbH.',
    ]);
  await expectAccessible();
  await disclaimer.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => disclaimer.elements()).toEqual([]);
});

test('the legal disclaimer fits the window and closes on Escape', async () => {
  await page.viewport(320, 640);
  await openShell();
  const openButton = page.getByRole('button', { name: 'Legal disclaimer' });
  await openButton.click();
  const disclaimer = page.getByRole('dialog', { name: 'Legal disclaimer' });
  await expect.element(disclaimer).toBeVisible();
  const { left, top, right, bottom } = disclaimer.element().getBoundingClientRect();
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(320);
  expect(bottom).toBeLessThanOrEqual(640);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => disclaimer.elements()).toEqual([]);
  await expect.element(openButton).toHaveFocus();
});

test('the user can choose a theme in the account menu, and the browser stores it', async () => {
  await openShell();
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('radio', { name: 'Dark' }).click({ force: true });
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  await expect.poll(() => getComputedStyle(document.documentElement).backgroundColor).toBe('rgb(23, 26, 32)');
  await page.getByRole('radio', { name: 'System' }).click({ force: true });
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  expect(localStorage.getItem('theme')).toBeNull();
});

test('a user sees the theme of their brand, with the name of the brand in the window title and its icon in the tab (T091)', async () => {
  document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="data:,">');
  const favicon = document.head.querySelector('link[rel="icon"]');
  await openShell({ change: { brand: 'red' } });
  await expect.element(userArea).toBeVisible();
  expect(document.documentElement.dataset['brand']).toBe('partner');
  await expect.poll(() => document.title).toBe('My Account · Basics Red');
  expect(favicon?.getAttribute('href')).toBe('/brands/red/favicon.svg');
  favicon?.remove();
});

test('a user whose brand is unknown gets the theme of the host name', async () => {
  await openShell({ change: { brand: 'green' } });
  await expect.element(userArea).toBeVisible();
  expect(document.documentElement.dataset['brand']).toBe('product');
});

test('the first focusable element of a page is a link to the content', async () => {
  await openShell();
  await expect.element(userArea).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('after a navigation the heading has the focus, and the title names the page', async () => {
  await openShell({ at: '/' });
  await expect.element(userArea).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  await menu.getByRole('link', { name: 'My Account' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Account' })).toHaveFocus();
  await expect.poll(() => document.title).toBe('My Account · Basics Blue');
});

test('after a navigation to a page that sets the focus itself, the focus stays where the page set it', async () => {
  await openShell({ at: '/pcs' });
  await page.getByRole('main').getByRole('link', { name: 'Get a licence' }).click();
  await expect.element(page.getByLabelText('Verification code')).toHaveFocus();
});

test('while the connection is lost, every page shows a message', async () => {
  const onLineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openShell();
  await expect.element(page.getByText(/You are offline/)).toBeVisible();
  onLineSpy.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => page.getByText(/You are offline/).elements()).toEqual([]);
});

test('every page of a demo says that it is a demo', async () => {
  await openShell({ setup: { ...setup, demo: true } });
  await expect.element(page.getByText(/with invented data/)).toBeVisible();
});

test.each([
  ['blue', 'light', 1280],
  ['red', 'dark', 1280],
  ['blue', 'dark', 390],
  ['red', 'light', 390],
])('the frame of the %s brand is accessible, %s and %i px wide', async (brand, theme, width) => {
  await page.viewport(width, 800);
  document.documentElement.dataset['theme'] = theme;
  await openShell({ role: 'Administrator', setup: { ...setup, brand, demo: true, pocUrl: 'https://poc.example/' } });
  await expect.element(userArea).toBeVisible();
  await expectAccessible();
});
