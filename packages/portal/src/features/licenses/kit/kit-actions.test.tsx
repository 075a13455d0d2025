import { printCheckedLines } from '@basics/licensing/text/line-check.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerLicenses, createVerificationCode, licenseCode } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

async function openLicense() {
  const at = `/license/verify#c=${createVerificationCode()}`;
  const openedPortal = await openPortal({ at, user: createUser('DesignerOffice'), prepareServer: answerLicenses });
  await openedPortal.screen.getByRole('button', { name: 'Issue licence' }).click();
  await expect.element(openedPortal.screen.getByRole('button', { name: 'Print for this PC' })).toBeVisible();
  return openedPortal;
}

afterEach(() => vi.restoreAllMocks());

test('the printed page of a licence contains only the licence with its QR code and its lines with check characters', async () => {
  const printedPages: { text: string | null; qr: string | undefined; isOnlyElement: boolean }[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    const printedPage = document.querySelector('body > article');
    const visibleElements = [...document.body.children].filter((element) => element.checkVisibility());
    const isOnlyElement = visibleElements.length === 1 && visibleElements[0] === printedPage;
    printedPages.push({
      text: printedPage?.textContent ?? null,
      qr: printedPage?.querySelector('img')?.src,
      isOnlyElement,
    });
  });
  const { screen } = await openLicense();
  const emulateMedia = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await emulateMedia('')));
  // Buttons are hidden in print, so the test clicks the DOM element directly.
  const button = screen.getByRole('button', { name: 'Print for this PC' }).element();
  await emulateMedia('print');
  if (button instanceof HTMLElement) button.click();
  await expect.poll(() => printedPages.length).toBe(1);
  expect(printedPages[0]?.isOnlyElement).toBe(true);
  for (const line of printCheckedLines(licenseCode)) expect(printedPages[0]?.text).toContain(line);
  expect(printedPages[0]?.text).toContain('Licence for DESKTOP-4F7K2QX');
  expect(printedPages[0]?.qr).toMatch(/^data:image\/svg\+xml,/);
  await expect.poll(() => document.querySelector('body > article')).toBeNull();
});

test('the QR code is shown large enough for a webcam', async () => {
  await page.viewport(1280, 800);
  const { screen } = await openLicense();
  await screen.getByRole('button', { name: 'Large QR code' }).click();
  const qr = screen.getByRole('dialog').getByRole('img', { name: 'QR code of the licence code' });
  await expect.element(qr).toBeVisible();
  expect(qr.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(500);
  await expectAccessible();
  for (const [width, height] of [
    [1280, 800],
    [320, 640],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- there is one window
    await page.viewport(width, height);
    const dialog = screen.getByRole('dialog').element();
    expect(dialog.scrollWidth).toBe(dialog.clientWidth);
    expect(dialog.scrollHeight).toBe(dialog.clientHeight);
  }
});
