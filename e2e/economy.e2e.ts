import type { Page } from '@playwright/test';
import { logins } from './own-demo.ts';
import { createTool } from './tool.ts';
import { expect, openSignedIn, test } from './test.ts';

type Economy = {
  name: string;
  path: string;
  login: string;
  width: 390 | 1280;
  /** The text that shows that the page is complete. */
  shows: RegExp;
  /** The most controls, words and pixels of height that the contents of the page may have. */
  most: { controls: number; words: number; height: number };
  /** The lowest position, in pixels from the top, of what a user comes for. */
  inView?: { text: RegExp; top: number };
  /** The most pixels of height of each row. */
  rowHeight?: number;
};

const pages: readonly Economy[] = [
  {
    name: 'home of a customer',
    path: '/',
    login: logins.smallCustomer,
    width: 390,
    shows: /What is new/,
    most: { controls: 9, words: 90, height: 1100 },
    inView: { text: /^OFFICE-02 expires/, top: 200 },
  },
  {
    name: 'PCs of a customer',
    path: '/pcs',
    login: logins.designerOffice,
    width: 390,
    shows: /STUDIO-02/,
    most: { controls: 14, words: 80, height: 900 },
    inView: { text: /^STUDIO-01$/, top: 400 },
    rowHeight: 60,
  },
  {
    name: 'My Account of a customer',
    path: '/account',
    login: logins.smallCustomer,
    width: 1280,
    shows: /Graph thickness/,
    most: { controls: 17, words: 210, height: 1450 },
  },
  {
    name: 'refusal of a third PC',
    path: '/license/verify',
    login: logins.designerOffice,
    width: 390,
    shows: /Ask Simon Aasen/,
    most: { controls: 12, words: 120, height: 1200 },
    inView: { text: /^Both your seats are taken$/, top: 300 },
  },
  {
    name: 'home of staff',
    path: '/',
    login: logins.salesman,
    width: 1280,
    shows: /Renewals, 12 weeks/,
    most: { controls: 45, words: 660, height: 1300 },
    inView: { text: /^Send reply$/, top: 740 },
  },
  {
    name: 'page of a customer',
    path: '/users/8',
    login: logins.salesman,
    width: 1280,
    shows: /second contact for reminders/,
    most: { controls: 34, words: 320, height: 1700 },
    inView: { text: /^Timeline$/, top: 900 },
  },
  {
    // All seats of this company are in use: the way to more seats is at the top.
    name: 'page of a company',
    path: '/companies/1',
    login: logins.salesman,
    width: 390,
    shows: /^40 licences issued/,
    most: { controls: 33, words: 200, height: 2200 },
    inView: { text: /^40 of 40$/, top: 260 },
  },
  {
    name: 'renewals',
    path: '/licenses/renewals',
    login: logins.salesman,
    width: 1280,
    shows: /Licences that expire in the next 30 days/,
    // The demo has six customers in these days, each with three controls and 15 words.
    most: { controls: 36, words: 350, height: 1200 },
  },
  {
    name: 'coverage',
    path: '/country-salesman?view=coverage',
    login: logins.administrator,
    width: 1280,
    shows: /Map of the countries/,
    // The list shows the first eight gaps, however many there are.
    most: { controls: 16, words: 120, height: 850 },
  },
  {
    name: 'versions in use',
    path: '/licenses/versions',
    login: logins.administrator,
    width: 1280,
    shows: /Countries/,
    most: { controls: 50, words: 240, height: 1400 },
  },
];

/** Counts what the contents of the page have: controls, words, and pixels of height. */
const countContents = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const controls = [...main.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(isVisible);
    return {
      controls: controls.length,
      words: main.innerText.split(/\s+/).filter(Boolean).length,
      height: document.documentElement.scrollHeight,
    };
  });

test('the pages for daily work stay short: few controls and words, and what a user comes for is in view', async ({
  page,
  demo: { address },
}) => {
  const tool = await createTool('STUDIO-03', address);
  const code = (await tool.run(['code', '--plain'])).out.trim();
  for (const row of pages) {
    const { name, path, login, width, shows, most, inView, rowHeight } = row;
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await openSignedIn(page, `${address}${path}`, login);
    if (path === '/license/verify') await page.getByLabel('Verification code').fill(code);
    await expect(page.getByRole('main').getByText(shows).first(), name).toBeVisible();
    const counts = await countContents(page);
    for (const key of ['controls', 'words', 'height'] as const)
      expect.soft(counts[key], `${key} of ${name}`).toBeLessThanOrEqual(most[key]);
    if (inView) {
      const box = await page.getByRole('main').getByText(inView.text).first().boundingBox();
      expect.soft(box?.y, `top of ${inView.text} of ${name}`).toBeLessThanOrEqual(inView.top);
    }
    if (rowHeight !== undefined) {
      const heights = await page
        .getByRole('main')
        .getByRole('listitem')
        .evaluateAll((rows) => rows.map((element) => element.getBoundingClientRect().height));
      expect.soft(Math.max(...heights), `height of the rows of ${name}`).toBeLessThanOrEqual(rowHeight);
    }
  }
  await tool.remove();
});
