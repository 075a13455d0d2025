import type { BrowserContext, Page, Request, Response } from '@playwright/test';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, isBlockedWorker } from './test.ts';

/** The names of scripts that ran, or that only the Content-Security-Policy stopped: in either case, a text was not escaped. */
type ScriptWatch = { ranScripts: string[] };

/** The requests of each page that have no response yet. */
const pendingRequests = new WeakMap<Page, Set<Request>>();

/** The Content-Security-Policy that the server sent with the page which is loaded now. */
const policies = new WeakMap<Page, string>();

/** Watches every page and frame that the browser opens from now on. */
export async function watchScripts(context: BrowserContext): Promise<ScriptWatch> {
  const ranScripts: string[] = [];
  await context.exposeBinding('reportScript', ({ page }, scriptName: string) =>
    ranScripts.push(`${scriptName} at ${page.url()}`),
  );
  await context.addInitScript(() => {
    const reportBinding: unknown = Reflect.get(window, 'reportScript');
    const reportRun = (scriptName: string): void => {
      if (typeof reportBinding === 'function') reportBinding(scriptName);
    };
    for (const dialogFunction of ['alert', 'confirm', 'prompt', 'print'])
      Object.defineProperty(window, dialogFunction, { configurable: false, value: () => reportRun(dialogFunction) });
    document.addEventListener('securitypolicyviolation', (event) =>
      reportRun(`${event.violatedDirective} blocked ${event.blockedURI} ${event.sample}`),
    );
  });
  const listen = (page: Page): void => {
    page.on('pageerror', (error) => ranScripts.push(error.message));
    page.on('dialog', (dialog) => {
      ranScripts.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      const isExpected = /status of (404|409|422|429)/.test(message.text()) || isBlockedWorker(message);
      if ((message.type() === 'error' || message.type() === 'warning') && !isExpected) ranScripts.push(message.text());
    });
    const openRequests = new Set<Request>();
    pendingRequests.set(page, openRequests);
    page.on('request', (request) => openRequests.add(request));
    page.on('requestfinished', (request) => openRequests.delete(request));
    page.on('requestfailed', (request) => openRequests.delete(request));
    page.on('response', (response) => {
      if (isPage(response, page)) policies.set(page, response.headers()['content-security-policy'] ?? '');
    });
    // No page of the portal navigates to another site by itself.
    page.on('request', (request) => {
      if (/^(?!https?:\/\/localhost|about:|data:image|blob:)/.test(request.url())) ranScripts.push(request.url());
    });
  };
  context.pages().forEach(listen);
  context.on('page', listen);
  return { ranScripts };
}

const isPage = (response: Response, page: Page): boolean =>
  response.request().isNavigationRequest() && response.frame() === page.mainFrame();

type SearchedPage = {
  root: Document;
  /** The inline elements that the server adds to its page, as HTML. */
  inlineElements: readonly string[];
};

/** Finds the elements of a document that our pages do not create. Runs in the browser. */
export function findForeignElements({ root, inlineElements }: SearchedPage): string[] {
  const isPortalElement = (element: Element): boolean =>
    inlineElements.includes(element.outerHTML) ||
    (element.localName === 'script' &&
      /^\/assets\/[\w.-]+\.js$/.test(element.getAttribute('src') ?? '') &&
      element.textContent === '');
  const foreignSelector =
    'iframe, frame, object, embed, applet, base, meta[http-equiv], form[action], math, marquee, style, template, audio, video, animate, set, foreignObject, use, a[ping]';
  const addressAttributes = new Set([
    'href',
    'src',
    'srcdoc',
    'action',
    'formaction',
    'data',
    'poster',
    'background',
    'xlink:href',
  ]);
  const foreignElements = [...root.querySelectorAll(`script, ${foreignSelector}`)]
    .filter((element) => !isPortalElement(element))
    .map((element) => element.outerHTML.slice(0, 80));
  for (const element of root.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      const attributeValue = value.replaceAll(/[\s\p{Cc}]+/gu, '');
      const isImage = /^data:image\/(png|svg\+xml)/.test(attributeValue) && element.matches('img, link[rel=icon]');
      const isScript = /^(javascript|vbscript|data):/i.test(attributeValue) && !isImage;
      if (/^on/i.test(name) || (addressAttributes.has(name) && isScript))
        foreignElements.push(`${element.tagName} ${name}=${value}`.slice(0, 80));
    }
  return foreignElements;
}

/**
 * The inline script and the inline style of the page, without attributes: those whose hash is in the policy that the server sent. The
 * server hashes its own texts before it writes the page, so an element that comes from a text in a record has no hash there.
 */
async function findInlineElements(page: Page): Promise<string[]> {
  const policy = policies.get(page) ?? '';
  const elements = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src]), style')].map(({ localName, textContent }) => ({
      name: localName,
      text: textContent,
    })),
  );
  return elements
    .filter(({ name, text }) => readDirective(policy, `${name}-src`).includes(createSource(text)))
    .map(({ name, text }) => `<${name}>${text}</${name}>`);
}

const readDirective = (policy: string, name: string): string[] =>
  policy
    .split(';')
    .map((directive) => directive.trim().split(' '))
    .find(([first]) => first === name) ?? [];

/** A source expression of Content Security Policy Level 3. */
const createSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the text of the elements, the fields and the title of a page. Runs in the browser. */
function readAllText(root: Document): string {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
  return [root.title, root.body.textContent, ...fields].join('\n');
}

/** Texts are compared without white space, because HTML collapses it and one-line fields drop line breaks. */
export const removeWhiteSpace = (text: string): string => text.replaceAll(/\s+/g, '');

/** Waits until the page is complete, expects no foreign element, and returns its text. */
export async function readPage(page: Page, pageName: string): Promise<string> {
  await expect.poll(() => waitUntilQuiet(page), { intervals: [20, 20, 40, 80], message: pageName }).toBe(true);
  const root = await page.evaluateHandle(() => document);
  const inlineElements = await findInlineElements(page);
  expect(await page.evaluate(findForeignElements, { root, inlineElements }), pageName).toEqual([]);
  return removeWhiteSpace(await page.evaluate(readAllText, root));
}

/** Returns whether the page is shown without a loading state, and had no open request for 40 ms. */
async function waitUntilQuiet(page: Page): Promise<boolean> {
  const hasOpenRequests = (): boolean => (pendingRequests.get(page)?.size ?? 0) > 0;
  if (hasOpenRequests()) return false;
  await sleep(40);
  // A page that is being replaced at this moment cannot answer.
  const isShown = await page
    .evaluate(() => document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null)
    .catch(() => false);
  return isShown && !hasOpenRequests();
}

/** Parses CSV (RFC 4180) into rows of cells. */
export function parseCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of csv
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
