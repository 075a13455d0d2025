import { printCheckedLines } from '@basics/licensing/line-check.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerLicenses, createVerificationCode, licenseCode } from '#portal/testing/licenses.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

async function openLicense() {
  const at = `/license/verify#c=${createVerificationCode()}`;
  const opened = await openPortal({ at, user: createUser('DesignerOffice'), answers: answerLicenses });
  await opened.screen.getByRole('button', { name: 'Issue licence' }).click();
  await expect.element(opened.screen.getByRole('button', { name: 'Copy licence code' })).toBeVisible();
  return opened;
}

afterEach(() => vi.restoreAllMocks());

test('a licence is printed with its QR code and its lines with check characters, and nothing else', async () => {
  const printed: { text: string | null; qr: string | undefined; isAlone: boolean }[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    const kit = document.querySelector('body > article');
    const shown = [...document.body.children].filter((element) => element.checkVisibility());
    const isAlone = shown.length === 1 && shown[0] === kit;
    printed.push({ text: kit?.textContent ?? null, qr: kit?.querySelector('img')?.src, isAlone });
  });
  const { screen } = await openLicense();
  const emulate = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await emulate('')));
  // In print there are no buttons, so this one is pressed by its element.
  const button = screen.getByRole('button', { name: 'Print for this PC' }).element();
  await emulate('print');
  if (button instanceof HTMLElement) button.click();
  await expect.poll(() => printed.length).toBe(1);
  expect(printed[0]?.isAlone).toBe(true);
  for (const line of printCheckedLines(licenseCode)) expect(printed[0]?.text).toContain(line);
  expect(printed[0]?.text).toContain('Licence for DESKTOP-4F7K2QX');
  expect(printed[0]?.qr).toMatch(/^data:image\/svg\+xml,/);
  await expect.poll(() => document.querySelector('body > article')).toBeNull();
});

test('the QR code is shown large enough for a webcam', async () => {
  await page.viewport(1280, 800);
  const { screen } = await openLicense();
  await screen.getByRole('button', { name: 'Large QR code' }).click();
  const qr = screen.getByRole('img', { name: 'Licence code for DESKTOP-4F7K2QX' });
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
