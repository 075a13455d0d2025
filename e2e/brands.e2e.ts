import { expect, expectAccessible, test } from './test.ts';

test('a host name that an administrator adds shows its brand at once, before anything is loaded', async ({
  page,
  person,
  demo,
}, { project }) => {
  const host = `${project.name}.localhost`;
  const at = demo.address.replace('localhost', host);
  const html = async () => (await page.goto(`${at}/sign-in`))?.text();
  expect(await html()).toContain('data-brand="product"');

  const root = await person(`${demo.address}/admin/brands`, 'administrator@demo.example');
  await root.getByRole('link', { name: 'Basics Red', exact: true }).click();
  const hosts = root.getByLabel('Host names (optional)');
  await hosts.fill(`${await hosts.inputValue()}\n${host}`);
  await expectAccessible(root);
  await root.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(root.getByText(/^Saved\./)).toBeVisible();

  expect(await html()).toContain('data-brand="partner"');
  await expect(page).toHaveTitle('Sign in · Basics Red');
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'partner');
});

test('what an administrator writes into a legal text is read by everybody at once', async ({ page, person, demo }, {
  project,
}) => {
  const words = `Fair play on ${project.name}`;
  const root = await person(`${demo.address}/admin/brands/blue/legal/terms`, 'administrator@demo.example');
  await root.getByLabel('Text (optional)').fill(`## ${words}\n\n<script>document.title = 'taken'</script>`);
  await expect(root.getByRole('heading', { level: 3, name: words })).toBeVisible();
  await root.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(root.getByText('Saved. The new text is live.')).toBeVisible();

  await page.goto(`${demo.address}/sign-in`);
  await page.getByRole('button', { name: 'Legal disclaimer' }).click();
  await page.getByRole('link', { name: 'Terms of service' }).click();
  await expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible();
  await expect(page.getByText(`Copyright © ${new Date().getFullYear()}`).first()).toBeVisible();
  await expect(page).toHaveTitle('Terms of service · Basics Blue');
  await expectAccessible(page);
});
