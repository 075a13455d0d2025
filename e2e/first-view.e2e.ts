import type { Page } from '@playwright/test';
import { demoPassword } from './portal-api.ts';
import { expect, expectRefusals, openSignedIn, pasteOutsideFields, test, expectHome } from './test.ts';
import { createTool } from './tool.ts';

/** Delays all scripts of the portal except `/early.js`, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let releaseScripts = (): void => {};
  const scriptsReleased = new Promise<void>((resolve) => (releaseScripts = resolve));
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await scriptsReleased;
    await route.continue();
  });
  return releaseScripts;
}

/**
 * Loads the font of the portal now. The portal loads its own font only after the page is ready, and shows until then a font whose
 * characters have other widths.
 */
const loadTypeface = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    document.documentElement.dataset['typeface'] = '';
    await document.fonts.ready;
  });

/** Stores in the attribute `data-shown-when-ready` whether the page had the attribute `data-shown` when it became ready. */
const recordShownWhenReady = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const { dataset } = document.documentElement;
      if (dataset['ready'] === undefined) return;
      observer.disconnect();
      dataset['shownWhenReady'] = String('shown' in dataset);
    }).observe(document, { subtree: true, attributes: true });
  });

const locateFirstView = (page: Page) => page.locator('html:not([data-ready])');

/**
 * Opens an address while the scripts of the page are held back, and waits until the browser has read the whole first view (the page as it
 * is before any script runs).
 */
async function openFirstView(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await expect(locateFirstView(page)).toBeAttached();
  await expect.poll(() => page.evaluate(() => document.readyState)).not.toBe('loading');
}

test('the sign-in page works before its scripts are loaded: a form that is sent early is not lost, and the password is not in the address @both-widths', async ({
  page,
  demo,
}) => {
  const releaseScripts = await holdScripts(page);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await openFirstView(page, `${demo.address}/sign-in`);
  await page.getByLabel('Login').fill('viewer@demo.example');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.locator('form[data-submitted]')).toBeAttached();
  releaseScripts();
  await expectHome(page);
  expect(requestedUrls.filter((url) => url.includes(encodeURIComponent(demoPassword)))).toEqual([]);
});

test('before the scripts are loaded, a signed-in user sees the page header in the chosen appearance (dark), and no sign-in page', async ({
  page,
  demo,
}) => {
  await openSignedIn(page, demo.address, 'viewer@demo.example');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  const releaseScripts = await holdScripts(page);
  const userRequest = page.waitForRequest('**/core/api/user');
  await openFirstView(page, `${demo.address}/account`);
  await userRequest;
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await expect(page.locator('#root header img')).toBeVisible();
  releaseScripts();
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

/** Creates a token whose payload has these bytes, in the format of the server. */
const createToken = (payload: string | Buffer): string => `e30.${Buffer.from(payload).toString('base64url')}.x`;
const inAnHour = Math.floor(Date.now() / 1000) + 3600;

test('the first view asks for the profile of a stored token only if the portal accepts the token (T005)', async ({
  page,
  demo,
  consoleErrors,
}) => {
  const profileRequests: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/core/api/user')) profileRequests.push(request.headers()['content-type']);
  });
  await holdScripts(page);
  for (const token of [
    'nonsense',
    createToken('no JSON'),
    createToken(JSON.stringify({ exp: inAnHour })),
    createToken(JSON.stringify({ userName: '', exp: inAnHour })),
    createToken(JSON.stringify({ userName: 7, exp: inAnHour })),
    createToken(JSON.stringify({ userName: 'ada', exp: String(inAnHour) })),
    createToken(JSON.stringify({ userName: 'ada', exp: inAnHour - 7200 })),
    createToken(Buffer.concat([Buffer.from('{"userName":"'), Buffer.from([255]), Buffer.from(`","exp":${inAnHour}}`)])),
    createToken(JSON.stringify({ userName: 'Ærø', exp: inAnHour })),
  ]) {
    const localStorage = [{ name: 'token', value: token }];
    await page.context().setStorageState({ cookies: [], origins: [{ origin: demo.address, localStorage }] });
    const isLast = token === createToken(JSON.stringify({ userName: 'Ærø', exp: inAnHour }));
    await openFirstView(page, `${demo.address}/sign-in`);
    await expect(page.locator('html[data-loading]')).toHaveCount(isLast ? 1 : 0);
  }
  expect(profileRequests).toEqual(['application/json']);
  // The server refuses the invented token.
  await expectRefusals(consoleErrors, 401);
});

test('until the profile is loaded, a loader is shown and announced, and no heading, text or field of a page (T006)', async ({
  page,
  demo,
}) => {
  await openSignedIn(page, `${demo.address}/account`, 'smallcustomer@demo.example');
  const menuEntries = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await expect(menuEntries.first()).toBeVisible();
  const entryCount = await menuEntries.count();
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain('basics-signed-in');
  const expectLoader = async (path: string) => {
    await page.goto(`${demo.address}${path}`, { waitUntil: 'commit' });
    await expect(page.getByRole('status').getByText('Loading')).toBeAttached();
    await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete');
    const visibleParts = page.locator('h1, input, textarea, form, main p').filter({ visible: true });
    expect([path, await visibleParts.allTextContents()]).toEqual([path, []]);
  };
  const profileReleased = Promise.withResolvers<void>();
  await page.route('**/core/api/user', async (route) => {
    await profileReleased.promise;
    await route.continue();
  });
  for (const path of [
    '/',
    '/users',
    '/users/7/edit',
    '/requests',
    '/country-salesman',
    '/admin/release-notes/create',
  ]) {
    await expectLoader(path);
    await expect(page).toHaveTitle('Basics Blue Portal');
  }
  // The lines in the place of the menu promise no entry that the customer does not have.
  expect(await countMenuLines(page)).toBe(entryCount);
  // A browser that has lost its cookies gets the page for visitors.
  await page.context().clearCookies();
  await expectLoader('/users');
  await page.context().clearCookies();
  await expectLoader('/release-notes');
  await page.goto(`${demo.address}/users`, { waitUntil: 'commit' });
  profileReleased.resolve();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

/** Counts the lines that take the place of the menu: they are the background of its box, one for every two rem. */
const countMenuLines = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
    const menu = boxes.find(({ backgroundImage }) => backgroundImage.startsWith('repeating-linear-gradient'));
    const height = menu?.backgroundSize.split(' ')[1] ?? '';
    return Number.parseFloat(height) / (2 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  });

test('a button that is pressed before the scripts are loaded and released after it has its effect once', async ({
  page,
  demo,
}) => {
  const releaseScripts = await holdScripts(page);
  await openFirstView(page, `${demo.address}/password/forgot`);
  const box = await page.getByRole('button', { name: 'Send link' }).boundingBox();
  if (!box) throw new Error('The button has no box.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  releaseScripts();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await page.mouse.up();
  await expect(page.getByText('Email is required.')).toHaveCount(1);
});

test('a visitor can choose the dark appearance before the scripts are loaded, and it stays chosen after they are loaded', async ({
  page,
  demo,
}) => {
  const releaseScripts = await holdScripts(page);
  await openFirstView(page, `${demo.address}/sign-in`);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  releaseScripts();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  // The browser sends the chosen appearance to the server in a cookie.
  await expect.poll(async () => (await page.request.get(demo.address)).text()).toContain('data-theme="dark"');
});

test.describe('the field for a verification code before the scripts are loaded', () => {
  const locateField = (page: Page) => page.getByLabel('Verification code', { exact: true });

  /**
   * Signs in a customer with tools, and opens the page with the field for a verification code, while the scripts of the
   * page are held back.
   */
  async function openField(page: Page, address: string): Promise<() => void> {
    await openSignedIn(page, address, 'designeroffice@demo.example');
    const releaseScripts = await holdScripts(page);
    await openFirstView(page, `${address}/license/verify`);
    // The browser focuses the field some time after the field has appeared. Keys that are pressed before the field has
    // the focus are lost.
    await expect(locateField(page)).toBeFocused();
    return releaseScripts;
  }

  test('before the scripts are loaded, the field for a verification code has the focus and does not move; a typed text stays, and a reload shows the draft instead of an empty field @both-widths', async ({
    page,
    demo,
  }) => {
    const releaseScripts = await openField(page, demo.address);
    await expect(page.getByRole('heading', { level: 1, name: 'Get a licence' })).toBeVisible();
    await loadTypeface(page);
    const readPosition = () => locateField(page).evaluate((element) => element.getBoundingClientRect().top);
    const positionBefore = await readPosition();
    await page.keyboard.type('BV-240G01');
    releaseScripts();
    await expect(page.locator('html[data-ready]')).toBeAttached();
    await expect(locateField(page)).toHaveValue('BV-240G01');
    await expect(locateField(page)).toBeFocused();
    // The position may differ by a part of a pixel, which depends on the order of drawing. A field that moves by one line of text moves by
    // 18 pixels or more.
    expect(Math.abs((await readPosition()) - positionBefore)).toBeLessThan(2);
    const releaseScriptsAgain = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('html:not([data-ready])[data-draft] textarea')).toBeAttached();
    await expect(page.locator('html:not([data-ready])[data-draft] textarea')).toBeHidden();
    releaseScriptsAgain();
    await expect(locateField(page)).toHaveValue('BV-240G01');
  });

  test('before the scripts are loaded, the field for a verification code accepts a pasted text, which is checked as soon as the portal runs', async ({
    page,
    demo,
  }) => {
    const releaseScripts = await openField(page, demo.address);
    await page.keyboard.type('BV-240G01');
    // To paste the code, the test first cuts it to the clipboard.
    for (const keys of ['ControlOrMeta+a', 'ControlOrMeta+x', 'ControlOrMeta+v']) await page.keyboard.press(keys);
    await expect(locateField(page)).toHaveValue('BV-240G01');
    releaseScripts();
    await expect(locateField(page)).toHaveAccessibleDescription(/Part of the code is missing/);
  });
});

for (const [path, call] of [
  ['/release-notes', '**/core/api/release-note/list'],
  ['/terms', '**/core/api/brand/*/legal/terms'],
] as const)
  test(`the text of ${path} is visible before the scripts are loaded, and does not change while they load`, async ({
    page,
    demo,
  }) => {
    const releaseScripts = await holdScripts(page);
    await recordShownWhenReady(page);
    let answerCall = (): void => {};
    const callAnswered = new Promise<void>((resolve) => (answerCall = resolve));
    await page.route(call, async (route) => {
      await callAnswered;
      await route.continue();
    });
    await openFirstView(page, `${demo.address}${path}`);
    const lines = page.getByRole('main').locator('p, li, h2, h3');
    await expect(page.locator('html:not([data-ready]) [data-first-text]')).not.toBeEmpty();
    const linesBefore = await lines.allTextContents();
    releaseScripts();
    await expect(page.locator('html[data-ready]')).toBeAttached();
    await expect.poll(() => lines.allTextContents()).toEqual(linesBefore);
    // The portal does not show its own typeface before the text is loaded. Otherwise the browser would count the text, which becomes larger
    // with this typeface, as the largest paint.
    await expect(page.locator('html')).toHaveAttribute('data-shown-when-ready', 'false');
    answerCall();
    // When the portal shows the text that it has loaded, it removes the element with the text of the first view.
    await expect(page.locator('[data-first-text]')).toHaveCount(0);
    const listLostLines = async () => {
      const linesNow = await lines.allTextContents();
      return linesBefore.filter((line) => !linesNow.includes(line));
    };
    await expect.poll(listLostLines).toEqual([]);
  });

test('no text, field or button of the first view moves when the loaded scripts replace it', async ({
  page,
  startOwnPortal,
}) => {
  // The test uses no demo portal, because a demo adds buttons for its accounts, which are not in the first view.
  const portal = await startOwnPortal();
  const releaseScripts = await holdScripts(page);
  await openFirstView(page, `${portal.address}/sign-in`);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  const readPositions = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#root h1, #root input, #root button, #root a, #root img')]
        // The first view contains the button for a work account, which is hidden without an identity provider.
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { tag: element.tagName, edges: [x, y, x + width, y + height] };
        }),
    );
  await loadTypeface(page);
  const positionsBefore = await readPositions();
  /**
   * Lists the elements that the page has now, and writes "moved" after an element whose position has changed by a pixel or more. Smaller
   * differences depend only on the order of drawing.
   */
  const describeElements = async () =>
    (await readPositions()).map(({ tag, edges }, index) => {
      const edgesBefore = positionsBefore[index]?.edges ?? [];
      const isMoved = edges.some((edge, side) => Math.abs(edge - (edgesBefore[side] ?? Infinity)) >= 1);
      return isMoved ? `${tag} moved` : tag;
    });
  releaseScripts();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await expect.poll(describeElements).toEqual(positionsBefore.map(({ tag }) => tag));
  // The test leaves the page before the portal stops, because an open page sends requests in the background.
  await page.goto('about:blank');
  await portal.stop();
});

test('a page that a signed-in user does not find is shown in the typeface of the portal', async ({ page, demo }) => {
  await openSignedIn(page, `${demo.address}/users`, 'adv@demo.example');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.locator('html[data-shown]')).toBeAttached();
});

for (const [login, path, lastLoaded, widths] of [
  ['administrator', '/requests', ['Columns'], ''],
  ['smallcustomer', '/', ['Renew OFFICE-02'], '@both-widths'],
  ['smallcustomer', '/pcs', ['OFFICE-02'], '@both-widths'],
] as const)
  test(`what is loaded after the page ${path} does not move what is there ${widths}`, async ({ page, demo }) => {
    await page.addInitScript(() => {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Reflect.set(window, 'moved', Number(Reflect.get(window, 'moved') ?? 0) + Number(Reflect.get(entry, 'value')));
      });
      observer.observe({ type: 'layout-shift', buffered: true });
    });
    await openSignedIn(page, `${demo.address}${path}`, `${login}@demo.example`);
    for (const name of lastLoaded) await expect(page.getByRole('button', { name }).first()).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'moved') ?? 0)).toBeLessThan(0.001);
  });

test('the seats of a checked code, which are loaded later, do not move the button below them @both-widths', async ({
  page,
  demo,
}) => {
  let releaseSeats = (): void => {};
  const seatsReleased = new Promise<void>((resolve) => (releaseSeats = resolve));
  await page.route(/\/user\/\d+\/machines$/, async (route) => {
    await seatsReleased;
    await route.continue();
  });
  const tool = await createTool('SKETCHING', demo.address);
  const code = await tool.run(['code', '--plain']);
  await openSignedIn(page, `${demo.address}/`, 'applicationexpert@demo.example');
  await pasteOutsideFields(page, code.out);
  const button = page.getByRole('button', { name: 'Issue licence' });
  await expect(page.getByText(/^Ready for a licence/)).toBeVisible();
  await expect(button).toBeEnabled();
  const before = await button.boundingBox();
  releaseSeats();
  await expect(page.getByText('This PC')).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
});
