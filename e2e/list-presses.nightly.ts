import { logins, test } from './own-demo.ts';
import { createToken, listItems } from './portal-api.ts';
import { countPresses } from './presses.ts';
import { expect, openSignedIn } from './test.ts';

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

test('the customers of a country and a brand without a licence who never signed in are exported with six presses (T824)', async ({
  page,
  ownDemo: { address },
}) => {
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/users`, logins.administrator);
  await presses.restart();
  const addFilter = page.getByRole('combobox', { name: 'Add filter' });
  await addFilter.click();
  for (const filter of ['Country is France', 'Brand is Basics Red', 'No licence', 'Never signed in']) {
    await addFilter.fill(filter);
    await expect(page.getByRole('option', { name: filter, exact: true })).toBeVisible();
    await addFilter.press('Enter');
    await expect(page.getByRole('button', { name: `Change filter ${filter}` })).toBeVisible();
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export CSV/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  expect(await presses.readPresses()).toBe(6);
});

test('all people of one company are listed with two presses (T825)', async ({ page, ownDemo: { address } }) => {
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/users`, logins.administrator);
  await presses.restart();
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await search.click();
  await search.fill('Birchfield Metalworks');
  await page.getByRole('button', { name: /Birchfield Metalworks NV/ }).click();
  await expect(page).toHaveURL(/company=Birchfield/);
  await expect(page.getByRole('row', { name: /Birchfield Metalworks NV/ }).first()).toBeVisible();
  expect(await presses.readPresses()).toBe(2);
});

test('a caller is found by the phone number with one press and its digits (T826)', async ({ page, ownDemo }) => {
  const { address, call } = ownDemo;
  const token = await createToken(call, logins.administrator);
  const body = { keyword: 'Alder Equipment', pageSize: 1 };
  const [person] = listItems(await call('POST /user/search', { token, body }));
  const presses = await countPresses(page);
  await openSignedIn(page, address, logins.administrator);
  await presses.restart();
  await page.getByRole('button', { name: /^Search/ }).click();
  await page
    .getByRole('combobox', { name: 'Page, action, person' })
    .fill(String(person?.['phone']).replaceAll(/\D/g, '').slice(2));
  await expect(page.getByRole('option', { name: new RegExp(String(person?.['login'])) })).toBeVisible();
  expect(await presses.readPresses()).toBe(1);
});

test('the customers with all older versions get a release note with four presses, however many versions there are (T827)', async ({
  page,
  ownDemo: { address },
}) => {
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/licenses/versions`, logins.administrator);
  await presses.restart();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('checkbox', { name: 'Select 1.3.2' }).click();
  await page.getByRole('button', { name: 'Send release notes…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Release notes for customers with 1\.3\.0/ });
  await dialog.getByRole('button', { name: /^Send to \d+ customers/ }).click();
  await expect(page.getByRole('dialog').getByText('Done')).toBeVisible();
  expect(await presses.readPresses()).toBe(4);
});

test('300 rows of which 7 are wrong are corrected and imported with at most six presses (T828)', async ({
  page,
  ownDemo: { address },
}) => {
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/admin/import`, logins.administrator);
  await presses.restart();
  const rows = Array.from(
    { length: 300 },
    (_, at) =>
      `import${at}@customer.example,First,Last${at},Company ${at},OEM,blue,${at % 43 === 0 ? 'Nowhere' : 'DE'},basics:blue,yes`,
  );
  const csv = ['login,firstName,lastName,company,profile,brand,country,tools,canReceiveMail', ...rows].join('\r\n');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a CSV file' }).click(),
  ]);
  await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const fields = page.getByRole('textbox', { name: /^Country in row/ });
  await expect(fields).toHaveCount(7);
  await fields.first().click();
  for (let at = 0; at < 7; at += 1) {
    // Tab leads to the next wrong cell.
    await expect(fields.nth(at)).toBeFocused();
    await fields.nth(at).fill('DE');
    await page.keyboard.press('Tab');
  }
  await page.getByRole('button', { name: 'Check 7 corrected rows again' }).click();
  await page.getByRole('button', { name: 'Create 300, send 300 invitations' }).click();
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  expect(await presses.readPresses()).toBeLessThanOrEqual(6);
});

test('all users who match are changed with seven presses and restored with one (T829)', async ({
  page,
  ownDemo: { address, call },
}) => {
  const token = await createToken(call, logins.administrator);
  const countRed = async () =>
    Number((await call('POST /user/search', { token, body: { brand: 'red', profileID: 7 } }))['total']);
  const before = await countRed();
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/users?profileID=7`, logins.administrator);
  await presses.restart();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: /^Select all \d+ results$/ }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What').selectOption('Change the brand');
  await dialog.getByLabel('Brand').selectOption('Basics Red');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: /^Change \d+ users$/ }).click();
  const undo = dialog.getByRole('button', { name: /^Undo/ });
  await expect(undo).toBeVisible();
  expect(await presses.readPresses()).toBe(7);
  expect(await countRed()).toBeGreaterThan(before);
  await undo.click();
  await expect(dialog.getByText('Undone', { exact: true })).toBeVisible();
  expect(await presses.readPresses()).toBe(8);
  expect(await countRed()).toBe(before);
});
