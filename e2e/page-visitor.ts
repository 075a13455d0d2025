import type { BrowserContext, Page } from '@playwright/test';
import { readPageText, removeWhiteSpace } from './no-script-runs.ts';
import { followPath } from './quiet-page.ts';
import { expect, openPage } from './test.ts';

/** A user who goes from page to page in the same way as with links, without loading a page again. */
export type Visitor = {
  page: Page;
  /**
   * Opens a page, waits until its requests have responses, and returns its text without white space. With `loaded`,
   * loads the page again.
   */
  read: (path: string, how?: 'loaded') => Promise<string>;
};

/** Opens a page of the portal for the user with this session token. */
export async function createVisitor(context: BrowserContext, address: string, token: string): Promise<Visitor> {
  const page = await context.newPage();
  await openPage(page, `${address}/sign-in`);
  await page.evaluate((own) => localStorage.setItem('token', own), token);
  await openPage(page, `${address}/account`);
  return {
    page,
    async read(path, how) {
      if (how === 'loaded') await openPage(page, address + path);
      else await followPath(page, path);
      return readPageText(page, path);
    },
  };
}

/** Opens the pages at these paths, and returns the texts that no page contains. */
async function findMissingTexts(
  { read }: Visitor,
  paths: readonly string[],
  texts: readonly string[],
): Promise<string[]> {
  let pageTexts = '';
  for (const path of paths) pageTexts += await read(path);
  return texts.filter((text) => !pageTexts.includes(removeWhiteSpace(text)));
}

/**
 * Expects that each text is on one of the pages. Opens the pages again until late responses have arrived. The time limit is long, because
 * opening all pages takes long on a busy machine.
 */
export const expectAllTexts = (visitor: Visitor, paths: readonly string[], texts: readonly string[]): Promise<void> =>
  expect.poll(() => findMissingTexts(visitor, paths, texts), { message: paths[0] ?? '', timeout: 300_000 }).toEqual([]);
