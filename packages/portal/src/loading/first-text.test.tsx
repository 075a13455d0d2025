import { legal } from '@basics/contract/legal/legal.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createNote, createNotePage } from '#portal/testing/records/release-notes.ts';
import { keepFirstText } from './first-text.tsx';

/** Creates a page with this address into which the server has written a text with a link. Returns the link, which has the focus. */
function keepTextWithLink(address: string): HTMLElement {
  const prerenderedPage = document.createElement('div');
  prerenderedPage.innerHTML = '<div data-first-text><p>Written by the server.</p><a href="/terms">Link</a></div>';
  document.body.append(prerenderedPage);
  onTestFinished(() => prerenderedPage.remove());
  const link = prerenderedPage.querySelector('a');
  if (link === null) throw new Error('The text has no link.');
  link.focus();
  keepFirstText(prerenderedPage, address);
  return link;
}

/** Returns a promise, and the function that resolves this promise. */
function createPromiseWithRelease() {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return { release: () => release(), released };
}

const firstText = page.getByText('Written by the server.');

test('the text of a page in the first view does not appear on the next page', async () => {
  const heldCall = createPromiseWithRelease();
  onTestFinished(heldCall.release);
  keepTextWithLink('/terms');
  await openPortal({
    at: '/terms',
    prepareServer: (server) =>
      server.answer(legal.get, async () => {
        await heldCall.released;
        return { text: '', version: 0 };
      }),
  });
  await expect.element(firstText).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Legal Notice' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Legal Notice' })).toBeVisible();
  expect(firstText.elements()).toEqual([]);
});

test('the release notes in the first view disappear when the user searches', async () => {
  const heldCall = createPromiseWithRelease();
  onTestFinished(heldCall.release);
  keepTextWithLink('/release-notes');
  const { address } = await openPortal({
    at: '/release-notes',
    prepareServer: (server) =>
      server.answer(releaseNotes.list, async () => {
        await heldCall.released;
        return createNotePage();
      }),
  });
  await expect.element(firstText).toBeVisible();
  await page.getByRole('searchbox').fill('tunnel');
  await expect.poll(address).toBe('/release-notes?keyword=tunnel');
  await expect.poll(() => firstText.elements()).toEqual([]);
});

test('a link in the first view keeps the focus when the portal replaces the page', async () => {
  const heldCall = createPromiseWithRelease();
  const link = keepTextWithLink('/terms');
  await openPortal({
    at: '/terms',
    prepareServer: (server) =>
      server.answer(legal.get, async () => {
        await heldCall.released;
        return createRefusal('INTERNAL');
      }),
  });
  await expect.element(firstText).toBeVisible();
  expect(document.activeElement).toBe(link);
  // The link keeps the focus when the text is moved below the notice.
  heldCall.release();
  await expect.element(page.getByText('Failed to fetch the Terms of service')).toBeVisible();
  expect(document.activeElement).toBe(link);
});

test('if release notes cannot be loaded, those of the first view stay below the error until a retry loads them', async () => {
  keepTextWithLink('/release-notes');
  const { server } = await openPortal({
    at: '/release-notes',
    prepareServer: (fakeServer) => fakeServer.answer(releaseNotes.list, () => createRefusal('INTERNAL')),
  });
  await expect.element(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect.element(firstText).toBeVisible();
  server.answer(releaseNotes.list, () => createNotePage(createNote()));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('article', { name: 'Basics 1.3: price lists' })).toBeVisible();
  expect(firstText.elements()).toEqual([]);
});
