import { expect, expectAccessible, signIn, test } from './test.ts';

const words = 'Something went wrong. Please try again later.';

test('a page whose script stays away is loaded again once by itself, then says so, and Reload Page brings it back', async ({
  page,
  demo,
  complaints,
}) => {
  await page.goto(demo.address);
  await signIn(page, 'viewer@demo.example');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');

  let asked = 0;
  await page.route(/\/assets\/account-page-[^/]+\.js$/, (route) => {
    asked += 1;
    return route.abort();
  });
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await page.evaluate(() => window.history.pushState(null, '', '/account'));
  await expect(page.getByRole('alert').getByText(words)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  await expectAccessible(page);
  expect(asked).toBeGreaterThanOrEqual(2);
  expect(loads).toEqual([`${demo.address}/account`]);
  expect(complaints.splice(0).length).toBeGreaterThan(0);

  await page.unroute(/\/assets\/account-page-[^/]+\.js$/);
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  expect(loads).toEqual([`${demo.address}/account`, `${demo.address}/account`]);
});
