import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encode } from 'uqr';
import { createLaunchOptions } from '../scripts/find-browser.mjs';
import { expect, openSignedIn, test } from './test.ts';
import { createTool } from './tool.ts';

test('the camera reads the QR code of another PC, and only the scan page may use the camera', async ({
  playwright,
  demo,
}) => {
  const tool = await createTool('SCANNED', demo.address);
  const { link } = JSON.parse((await tool.run(['code', '--json', '--offline'])).out);
  const video = path.join(tool.home, 'camera.y4m');
  await writeFile(video, createQrVideo(link));
  // The test starts its own browser, because the fake camera, which plays a video file, is an option of a whole
  // browser.
  const options = createLaunchOptions();
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`];
  const browser = await playwright.chromium.launch({ ...options, args: [...options.args, ...camera] });
  const context = await browser.newContext({ permissions: ['camera'], serviceWorkers: 'block' });
  const page = await context.newPage();
  // No other test uses this account. If another test used all PCs that this account can license, the check of the code would show a
  // refusal.
  await openSignedIn(page, `${demo.address}/license/verify`, 'agentdistributor@demo.example');

  await expect(page.getByLabel('Verification code')).toBeVisible();
  const refusalName = page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ video: true }).catch(({ name }) => name),
  );
  expect(await refusalName).toBe('NotAllowedError');

  await page.getByRole('button', { name: 'Other ways' }).click();
  await page.getByRole('link', { name: 'Scan with the camera' }).click();
  await page.getByRole('button', { name: 'Start the camera' }).click();
  await expect(page.getByText(/^Ready for a licence/)).toBeVisible();
  await expect(page.getByText('SCANNED').first()).toBeVisible();
  await expect(page).toHaveURL(`${demo.address}/license/verify`);
  await browser.close();
  await tool.remove();
});

/** Creates a video with one frame of 640 x 480 pixels, which shows a QR code (https://wiki.multimedia.cx/index.php/YUV4MPEG2). */
function createQrVideo(text: string): Buffer {
  const [width, height] = [640, 480];
  const brightness = Buffer.alloc(width * height, 255);
  const { size, data } = encode(text, { ecc: 'L', border: 4 });
  const moduleSize = Math.floor(height / size);
  for (let y = 0; y < size * moduleSize; y++) {
    for (let x = 0; x < size * moduleSize; x++) {
      const isDark = data[Math.floor(y / moduleSize)]?.[Math.floor(x / moduleSize)] === true;
      if (isDark) brightness[y * width + x] = 0;
    }
  }
  const colour = Buffer.alloc((width * height) / 2, 128);
  const header = `YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420mpeg2\nFRAME\n`;
  return Buffer.concat([Buffer.from(header), brightness, colour]);
}
