import { expect, openPage, test } from './test.ts';

test('a host name that an administrator adds to a brand shows that brand in the HTML of the page (T004)', async ({
  page,
  openAs,
  demo,
}) => {
  const redBrandUrl = demo.address.replace('localhost', 'red.localhost');
  const loadHtml = async () => (await page.goto(`${redBrandUrl}/sign-in`))?.text();
  expect(await loadHtml()).toContain('data-brand="product"');

  const brandPage = await openAs(`${demo.address}/admin/brands`, 'administrator@demo.example');
  await brandPage.getByRole('link', { name: 'Basics Red', exact: true }).click();
  const hostField = brandPage.getByLabel('Host names (optional)');
  await hostField.fill(`${await hostField.inputValue()}\nred.localhost`);
  await brandPage.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(brandPage.getByText(/^Saved\./)).toBeVisible();

  expect(await loadHtml()).toContain('data-brand="partner"');
  await expect(page).toHaveTitle('Sign in · Basics Red');
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'partner');
});

test('a legal text that an administrator saves is shown to everybody', async ({ page, openAs, demo }) => {
  const brandPage = await openAs(`${demo.address}/admin/brands/blue/legal/terms`, 'administrator@demo.example');
  await brandPage.getByLabel('Text (optional)').fill('## Fair use\n\n<script>document.title = "changed"</script>');
  await brandPage.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(brandPage.getByText('Saved. The new text is live.')).toBeVisible();

  await openPage(page, `${demo.address}/sign-in`);
  await page.getByRole('button', { name: 'Legal disclaimer' }).click();
  await page.getByRole('link', { name: 'Terms of service' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Fair use' })).toBeVisible();
  await expect(page).toHaveTitle('Terms of service · Basics Blue');
});
