import { expect, test } from './test.ts';

test('a page whose script is gone is told of by an event, loaded again once, and then shown as an error', async ({
  page,
  demo,
  complaints,
}) => {
  await page.addInitScript(() => {
    const key = 'told';
    // Told after the portal has heard of it; kept over the reload.
    addEventListener('load', () =>
      addEventListener('vite:preloadError', (event) => {
        const how = event.defaultPrevented ? 'handled' : 'not handled';
        sessionStorage.setItem(key, [sessionStorage.getItem(key), how].filter(Boolean).join(', '));
      }),
    );
  });
  await page.route('**/assets/forgot-password-page-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${demo.address}/sign-in`);
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await loaded;
  await expect(page.getByText('Something went wrong. Please try again later.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('told'))).toBe('handled, not handled');

  await page.unroute('**/assets/forgot-password-page-*.js');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  // The browser and the router say what did not come.
  expect(complaints.splice(0).join('\n')).toMatch(/404/);
});
