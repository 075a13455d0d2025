import type { BrowserContext, Page, Response } from '@playwright/test';
import { createHash } from 'node:crypto';
import { trackRequests, waitUntilQuiet } from './quiet-page.ts';
import { expect, isBlockedWorker } from './test.ts';

/**
 * The names of scripts that ran, or that only the Content-Security-Policy stopped. Each name in the list shows that a text was not escaped.
 */
type ScriptWatch = { ranScripts: string[] };

/** For each browser page, the Content-Security-Policy that the server sent with the document that is loaded now. */
const policiesByPage = new WeakMap<Page, string>();

/** Records the scripts that run in every page and frame that the browser opens from now on. */
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
  const listenTo = (page: Page): void => {
    page.on('pageerror', (error) => ranScripts.push(error.message));
    page.on('dialog', (dialog) => {
      ranScripts.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      const isExpected = /status of (404|409|422|429)/.test(message.text()) || isBlockedWorker(message);
      if ((message.type() === 'error' || message.type() === 'warning') && !isExpected) ranScripts.push(message.text());
    });
    trackRequests(page);
    page.on('response', (response) => {
      if (isDocumentOfPage(response, page))
        policiesByPage.set(page, response.headers()['content-security-policy'] ?? '');
    });
    // A page of the portal sends a request to another site only if one of the texts has run.
    page.on('request', (request) => {
      if (/^(?!https?:\/\/localhost|about:|data:image|blob:)/.test(request.url())) ranScripts.push(request.url());
    });
  };
  context.pages().forEach(listenTo);
  context.on('page', listenTo);
  return { ranScripts };
}

const isDocumentOfPage = (response: Response, page: Page): boolean =>
  response.request().isNavigationRequest() && response.frame() === page.mainFrame();

type SearchedPage = {
  root: Document;
  /** The HTML of the inline elements that the server adds to its pages. */
  inlineElements: readonly string[];
};

/** Finds the elements of a document that the pages of the portal do not create. Runs in the browser. */
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
 * Finds the inline script and the inline style whose hashes are in the Content-Security-Policy of the page. The server writes only hashes
 * of its own scripts and styles into the policy, so an element that comes from the text of a record has no hash in the policy.
 */
async function findInlineElements(page: Page): Promise<string[]> {
  const policy = policiesByPage.get(page) ?? '';
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

/** Returns the hash of a script or style as a source expression of Content Security Policy Level 3. */
const createSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the text of the elements, the fields and the title of a page. Runs in the browser. */
function readAllText(root: Document): string {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
  return [root.title, root.body.textContent, ...fields].join('\n');
}

/**
 * Removes white space before texts are compared, because HTML collapses white space, and one-line fields drop line
 * breaks.
 */
export const removeWhiteSpace = (text: string): string => text.replaceAll(/\s+/g, '');

/** Waits until the page is complete, expects no foreign element, and returns its text. */
export async function readPageText(page: Page, pageName: string): Promise<string> {
  await waitUntilQuiet(page, pageName);
  const root = await page.evaluateHandle(() => document);
  const inlineElements = await findInlineElements(page);
  expect(await page.evaluate(findForeignElements, { root, inlineElements }), pageName).toEqual([]);
  return removeWhiteSpace(await page.evaluate(readAllText, root));
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
