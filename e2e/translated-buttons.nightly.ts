import { errors, type Page } from '@playwright/test';
import { accountForms, companyForms, recordForms, refusalForms, userForms } from './form-dialogs.ts';
import { administratorForms, describeForm } from './form-routes.ts';
import { openStates } from './open-states.ts';
import { pageAddresses } from './page-addresses.ts';
import { trackRequests, waitUntilQuiet } from './quiet-page.ts';
import type { RunningPortal, StartPortal } from './running-portal.ts';
import { expect, openPage, openSignedIn, test } from './test.ts';

const pagesPerTest = 8;
const errorText = 'Something went wrong. Please try again later.';
/** Buttons that end the session of the walk, and the help, which the walk opens on the home page only. */
const notPressed = /^(Logout|Sign out|End session)/;
const onlyOnHome = /^Help for this page/;
/** A button may open a dialog, whose button opens another one. */
const longestWay = 4;

/** The 24 main actions, by the beginning of the name of their button, after that of the menu with it, and the pages on which they are. */
const mainActions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  nobody: {
    '/sign-in': ['Sign in'],
    '/password/forgot': ['Send link'],
    '/register': ['Send request'],
  },
  smallcustomer: {
    '/license/verify': ['Check code'],
    '/license/many': ['Check codes'],
    '/account': ['Create calendar link', 'Add contact'],
    '/account/security': ['Change login', 'Change password', 'Set up an authenticator app'],
  },
  administrator: {
    '/users/create': ['Create user'],
    '/users/139/create': ['Approve request'],
    '/users/20': ['More for > Download file of', 'More for > Revoke the licence for'],
    '/licenses/renewals': ['More actions for > Remind', 'Renew…', 'More actions for > Renewal pack…'],
    '/country-salesman': ['Hand over a territory', 'Add assignment'],
    '/companies': ['Create company'],
    '/admin/release-notes/create': ['Save'],
    '/admin/tools': ['Add tool'],
    '/admin/brands/red': ['Make default'],
  },
};

/** Opens a page or a part of it and presses buttons of it, one after the other. `next` are the buttons to press then, each by itself. */
type Way = {
  name: string;
  open: (page: Page) => Promise<void>;
  presses: readonly string[];
  next?: readonly string[];
};

const administratorStates = [
  ...openStates.map(({ at, name, openPanel }) => ({ at, name, open: openPanel })),
  ...[...administratorForms, ...userForms, ...companyForms, ...recordForms, ...refusalForms, ...accountForms].flatMap(
    (form) => (form.openForm ? [{ at: form.path, name: describeForm(form), open: form.openForm }] : []),
  ),
];

/**
 * Lists the names of what can be pressed in the open dialog, or else on the page. The frame is the same on all pages, so it belongs only to
 * the home page. Rows of a table have the same buttons, so only the first two rows count.
 */
const listPressable = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([excluded = '', excludedBelow = '']) => {
      const isExcluded = (name: string): boolean =>
        new RegExp(excluded).test(name) || (location.pathname !== '/' && new RegExp(excludedBelow).test(name));
      const frame = location.pathname === '/' ? document.body : document.querySelector('main');
      const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? frame;
      const pressable = scope?.querySelectorAll<HTMLElement>(
        'button:enabled, summary, [role=tab], input:is([type=radio], [type=checkbox]):enabled',
      );
      const names = [...(pressable ?? [])].flatMap((element) => {
        if (!element.checkVisibility() || element.closest('tr:nth-child(n+3), li:nth-child(n+9)') !== null) return [];
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : element.innerText;
        const name = (element.ariaLabel ?? label ?? '').replaceAll(/\s+/g, ' ').trim();
        element.dataset['pressName'] = name;
        return name === '' || isExcluded(name) ? [] : [name];
      });
      return [...new Set(names)];
    },
    [notPressed.source, onlyOnHome.source],
  );

/** Types into each empty field of the open dialog, or else of the page, and returns whether there was one. */
const fillFields = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector('main');
    const fields = scope?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'textarea, input:is(:not([type]), [type=text], [type=email], [type=tel], [type=number], [type=password], [type=url])',
    );
    const emptyFields = [...(fields ?? [])].filter(
      (field) => field.value === '' && !field.disabled && !field.readOnly && field.checkVisibility(),
    );
    for (const field of emptyFields) {
      const text = { number: '7', email: 'ada@example.com', password: 'Basalt-Kettle-93' }[field.type] ?? 'A text';
      const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return emptyFields.length > 0;
  });

/** Waits until nothing is loading and the browser has translated what the page shows. */
async function settle(page: Page, name: string): Promise<void> {
  await waitUntilQuiet(page, name);
  await expect
    .poll(
      () => page.evaluate(() => document.querySelector('main font, dialog[open] font, [role=alert] font') !== null),
      {
        message: `${name} is translated`,
      },
    )
    .toBe(true);
}

const pressByName = (page: Page, name: string): Promise<boolean> =>
  page.evaluate((pressName) => {
    const element = [...document.querySelectorAll<HTMLElement>('[data-press-name]')].findLast(
      (each) => each.dataset['pressName'] === pressName && each.checkVisibility(),
    );
    element?.click();
    return element !== undefined;
  }, name);

/** What a press changes if the next press needs the page in its first state: its address, its dialogs and its open menus. */
const readOpenParts = (page: Page): Promise<string> =>
  page.evaluate(() => `${location.href} ${document.querySelectorAll('dialog[open], :popover-open').length}`);

/** `address` is that of the page on the present demo. `renew` starts another demo: what buttons have changed or deleted is there again. */
type Walk = {
  page: Page;
  address: string;
  renew: () => Promise<void>;
  seen: Set<string>;
  filledForms: Set<string>;
  failures: string[];
};

/** Loads the page again and goes a way, on another demo if a button of the way is not there. Returns whether all its buttons were there. */
async function goWay(walk: Walk, way: Way): Promise<boolean> {
  const isDone = await tryWay(walk, way).catch((error: unknown) => {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  });
  if (isDone) return true;
  await walk.renew();
  return tryWay(walk, way);
}

async function tryWay({ page, address }: Walk, { name, open, presses }: Way): Promise<boolean> {
  // A button may have begun a view as another user, which ends with the session of the tab.
  if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await openPage(page, address);
  await settle(page, name);
  await open(page);
  await waitUntilQuiet(page, name);
  for (const button of presses) {
    await listPressable(page);
    if (!(await pressByName(page, button))) return false;
    await waitUntilQuiet(page, name);
  }
  return true;
}

/** Presses a button with empty fields, and again with filled ones if the page is still in its first state. */
async function press({ page, failures, filledForms }: Walk, button: string, wayName: string): Promise<void> {
  const start = await readOpenParts(page);
  let isUnchanged = true;
  while (isUnchanged) {
    await listPressable(page);
    if (!(await pressByName(page, button))) return;
    await settle(page, wayName);
    if (await page.getByRole('heading', { name: errorText }).isVisible()) failures.push(wayName);
    isUnchanged = (await readOpenParts(page)) === start && (await fillFields(page));
    if (isUnchanged) filledForms.add(wayName);
  }
}

/** Presses each button of a page and of all that its buttons open. */
async function pressAllButtons(walk: Walk, starts: readonly Way[]): Promise<void> {
  const { page, seen } = walk;
  const ways = [...starts];
  const findNew = async (): Promise<string[]> => {
    const names = (await listPressable(page)).filter((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    return names;
  };
  for (let way = ways.shift(); way; way = ways.shift()) {
    if (!(await goWay(walk, way))) continue;
    const start = await readOpenParts(page);
    for (const button of way.next ?? (await findNew())) {
      if ((await readOpenParts(page)) !== start && !(await goWay(walk, way))) break;
      await press(walk, button, [way.name, ...way.presses, button].join(' > '));
      const isOnPage = page.url().startsWith(walk.address);
      const next = isOnPage && way.presses.length < longestWay ? await findNew() : [];
      if (next.length > 0) ways.push({ ...way, presses: [...way.presses, button], next });
    }
  }
}

/** Prepares a browser page for the walks of a user, which share a demo until a walk renews it, and collects the error screens. */
function prepareWalks(page: Page, startPortal: StartPortal, profile: string) {
  page.on('dialog', (dialog) => void dialog.accept());
  // A panel is there as soon as the page is quiet. If its record is gone, the walk need not wait long before it renews the demo.
  page.setDefaultTimeout(30_000);
  trackRequests(page);
  const failures: string[] = [];
  let portal: RunningPortal | undefined;
  const startWalk = async (at: string): Promise<Walk> => {
    const renew = async (): Promise<void> => {
      await page.goto('about:blank');
      await portal?.stop();
      portal = await startPortal({ args: ['--demo'], environment: { HUMAN_VERIFICATION: 'off' } });
      if (profile !== 'nobody') await openSignedIn(page, portal.address, `${profile}@demo.example`);
      walk.address = `${portal.address}${at}`;
    };
    const walk: Walk = { page, address: '', renew, seen: new Set(), filledForms: new Set(), failures };
    if (portal) walk.address = `${portal.address}${at}`;
    else await renew();
    return walk;
  };
  return { failures, startWalk };
}

/** Waits for a button that can be pressed, which is later than quiet for a part with a script of its own, and returns its whole name. */
async function findPressable(page: Page, nameStart: string): Promise<string> {
  const find = async (): Promise<string | undefined> =>
    (await listPressable(page)).find((pressable) => pressable.startsWith(nameStart));
  await expect.poll(find, { message: `the page has the button "${nameStart}"` }).toBeDefined();
  return (await find()) ?? '';
}

/** The console contains an error for each call that the server refused, such as one with a wrong password. */
function expectOnlyRefusals(consoleErrors: string[]): void {
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/status of 4\d\d/);
}

const openStart = async (): Promise<void> => {};

for (const [profile, actions] of Object.entries(mainActions))
  test(`no main action leads a ${profile} whose browser translates the page to an error screen`, async ({
    page,
    consoleErrors,
    startOwnPortal,
  }) => {
    const { failures, startWalk } = prepareWalks(page, startOwnPortal, profile);
    for (const [at, names] of Object.entries(actions))
      for (const name of names) {
        const walk = await startWalk(at);
        await goWay(walk, { name: at, open: openStart, presses: [] });
        const [button, menu] = name.split(' > ').toReversed();
        if (menu !== undefined) {
          await pressByName(page, await findPressable(page, menu));
          await waitUntilQuiet(page, at);
        }
        await press(walk, await findPressable(page, button ?? ''), `${at} > ${name}`);
      }
    expect(failures).toEqual([]);
    expectOnlyRefusals(consoleErrors);
  });

/** The pages of a salesman, who has no pages of the administration. Request 139 belongs to a colleague. */
const salesmanPages = (pageAddresses['administrator'] ?? []).filter(
  (at) => !/^\/(?:settings|status|users\/139|admin\/)/.test(at),
);

/** The pages of a manager of a company that is the agent of others: customer 5 is one of them. Licence 98 of the company is valid. */
const agentPages = ['/', '/license/verify', '/license/many', '/license/98', '/company', '/company?customer=5'];

/** The pages whose heading says that something is not found. */
const notFoundHeadings: Readonly<Record<string, string>> = {
  '/not-found': 'Page not found',
  '/auth/temp': 'Token not found',
};

/** Expects that the user has a page: a walk over a page that is not found would prove nothing. */
async function expectFound(walk: Walk, at: string): Promise<void> {
  await goWay(walk, { name: at, open: openStart, presses: [] });
  const heading = await walk.page.getByRole('heading', { level: 1 }).innerText();
  expect(heading.endsWith('not found') ? heading : undefined, at).toBe(notFoundHeadings[at]);
}

const walkedPages = { ...pageAddresses, agentdistributor: agentPages, salesman: salesmanPages };

for (const [profile, addresses] of Object.entries(walkedPages)) {
  const states = profile === 'administrator' ? administratorStates : [];
  const pages = [...new Set([...addresses, ...states.map((state) => state.at)])];
  for (let first = 0; first < pages.length; first += pagesPerTest) {
    const part = pages.slice(first, first + pagesPerTest);
    test(`no button leads a ${profile} whose browser translates the page to an error screen: ${part.join(', ')}`, async ({
      page,
      consoleErrors,
      startOwnPortal,
    }) => {
      const { failures, startWalk } = prepareWalks(page, startOwnPortal, profile);
      for (const at of part) {
        const walk = await startWalk(at);
        const panels = states.filter((state) => state.at === at);
        // The buttons of a page or a panel may delete the record that another one shows, so each has a demo.
        for (const start of [{ name: at, open: openStart }, ...panels]) {
          await walk.renew();
          if (start.open === openStart) await expectFound(walk, at);
          await pressAllButtons(walk, [{ ...start, presses: [] }]);
        }
        console.info(
          `${profile} ${at}: ${walk.seen.size} buttons, ${walk.filledForms.size} of them with filled fields`,
        );
      }
      expect(failures).toEqual([]);
      expectOnlyRefusals(consoleErrors);
    });
  }
}
