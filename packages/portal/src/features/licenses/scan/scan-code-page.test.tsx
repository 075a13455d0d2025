import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { encode } from 'uqr';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerLicenses, createVerificationCode, licenseCode } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const code = createVerificationCode();
const link = `https://portal.example/license/verify#c=${code}`;

const openScanPage = () =>
  openPortal({ at: '/license/scan', user: createUser('DesignerOffice'), prepareServer: answerLicenses });

/** Draws a picture with the QR code of a text, as `basics code` shows it. Without a text the picture is empty. */
function drawQr(text?: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [640, 480];
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no canvas.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (text === undefined) return canvas;
  const { size, data } = encode(text, { ecc: 'L', border: 4 });
  const moduleSize = Math.floor(canvas.height / size);
  context.fillStyle = 'black';
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(x * moduleSize, y * moduleSize, moduleSize, moduleSize);
  return canvas;
}

async function choosePicture(picture: HTMLCanvasElement): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  await chooseFile(new File([blob ?? ''], 'qr.png', { type: 'image/png' }));
}

const chooseFile = async (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) await userEvent.upload(input, file);
};

afterEach(() => vi.restoreAllMocks());

test('a picture of the QR code of a PC opens the check of its licence', async () => {
  const { screen, address } = await openScanPage();
  await expect.element(screen.getByRole('heading', { name: 'Scan a code', level: 1 })).toBeVisible();
  await expectAccessible();
  await choosePicture(drawQr(link));
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
  await expect.element(screen.getByText('DESKTOP-4F7K2QX')).toBeVisible();
  await expect.poll(address).toBe('/license/verify');
});

test('a picture without a QR code, a picture of another QR code, and a file that is not a picture are refused', async () => {
  const { screen } = await openScanPage();
  await expect.element(screen.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await choosePicture(drawQr());
  await expect.element(screen.getByText(/No QR code was found in this picture/)).toBeVisible();
  await choosePicture(drawQr(licenseCode));
  await expect.element(screen.getByText(/This is a licence code/)).toBeVisible();
  await chooseFile(new File(['%PDF-1.7'], 'code.pdf'));
  await expect.element(screen.getByText(/This file is not a picture/)).toBeVisible();
});

test('the camera starts only with the button, reads the QR code, and is then switched off', async () => {
  const picture = drawQr(link);
  const stream = picture.captureStream();
  const cameraSpy = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const { screen } = await openScanPage();
  const startButton = screen.getByRole('button', { name: 'Start the camera' });
  await expect.element(startButton).toBeVisible();
  expect(cameraSpy).not.toHaveBeenCalled();
  await startButton.click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
  expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
});

test.each([
  ['NotAllowedError', /The camera was not allowed/],
  ['NotFoundError', /No camera was found/],
  ['NotReadableError', /Close other programs that use it/],
])('a camera that fails with %s shows an explanation and a button to try again', async (name, expectedText) => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name));
  const { screen } = await openScanPage();
  await screen.getByRole('button', { name: 'Start the camera' }).click();
  await expect.element(screen.getByText(expectedText)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
