import type { BrowserContext } from '@playwright/test';
import { listItems, type Call } from './portal-api.ts';
import { expect } from './test.ts';

/**
 * Opens the HTML of every e-mail in a frame without restrictions, as an unsafe mail program does. Expects that no element runs a script or
 * loads something.
 */
export async function expectMailsWithoutActiveContent(
  context: BrowserContext,
  call: Call,
  token: string,
): Promise<void> {
  const mailHtmls: string[] = [];
  for (const pageNumber of [1, 2]) {
    const mails = listItems(await call('POST /mail/search', { token, body: { pageNumber, pageSize: 200 } }));
    for (const { mailId } of mails)
      mailHtmls.push(showMark(String((await call(`GET /mail/${String(mailId)}`, { token }))['html'])));
  }
  expect(mailHtmls.length).toBeGreaterThan(60);
  expect(mailHtmls.filter((html) => html.includes('alert(1)')).length).toBeGreaterThan(40);
  const page = await context.newPage();
  const activeElements = await page.evaluate(async (mailTexts) => {
    const foundProblems: string[] = [];
    for (const html of mailTexts) {
      const frame = document.createElement('iframe');
      frame.srcdoc = html;
      const frameLoaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await frameLoaded;
      const frameDocument = frame.contentDocument;
      if (!frameDocument) continue;
      for (const element of frameDocument.querySelectorAll('*')) {
        const attributeNames = [...element.attributes].map(({ name }) => name);
        if (attributeNames.some((attribute) => attribute.startsWith('on'))) foundProblems.push(element.outerHTML);
      }
      foundProblems.push(
        ...[
          ...frameDocument.querySelectorAll(
            'script, iframe, object, embed, base, form, math, [src]:not([src^="data:image/gif"]), meta[http-equiv]',
          ),
        ].map(({ outerHTML }) => outerHTML),
      );
      foundProblems.push(
        ...[...frameDocument.querySelectorAll('a')]
          .map(({ href }) => href)
          .filter((href) => !/^(https?|mailto):/.test(href)),
      );
      frame.remove();
    }
    return foundProblems;
  }, mailHtmls);
  expect(activeElements).toEqual([]);
  await page.close();
}

/** Replaces the attached picture, which a mail program shows and a browser cannot load, by a picture in the text. */
const showMark = (html: string): string =>
  html.replaceAll('cid:brand-mark', 'data:image/gif;base64,R0lGODlhAQABAAAAACw=');
