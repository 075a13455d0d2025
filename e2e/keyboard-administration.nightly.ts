import { button, chooseIn, chooseRadio, field, link, pickIn, pressAt, tick, typeInto } from './keys.ts';
import { logins, test } from './own-demo.ts';
import { expect, openPage, openSignedIn } from './test.ts';

test('by keys alone, an administrator writes, publishes, changes, deletes and restores a release note', async ({
  page,
  ownDemo: { address },
}) => {
  const title = 'Basics 9 by keys';
  await openSignedIn(page, `${address}/admin/release-notes`, logins.administrator);
  await pressAt(link(page, 'Add release note'));
  await typeInto(field(page, 'Title'), title);
  await typeInto(field(page, 'Version'), '9.0.0');
  await typeInto(field(page, 'Description'), 'Lifts have doors.');
  await chooseRadio(page.getByRole('group', { name: 'Status' }), 'Published');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(`“${title}” published`)).toBeVisible();
  await pressAt(link(page.getByRole('main'), /^Edit/));
  await typeInto(field(page, 'Version'), '9.0.1');
  await pressAt(button(page, 'Save'));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await openPage(page, `${address}/admin/release-notes`);
  await tick(page.getByRole('checkbox', { name: `Select ${title}` }));
  await pressAt(button(page, 'Delete 1 release note'));
  const dialog = page.getByRole('alertdialog');
  await pressAt(button(dialog, 'Delete 1 release note'));
  await expect(page.getByText('1 of 1 were deleted.')).toBeVisible();
  await page.keyboard.press('Escape');
  await pressAt(button(page, 'Deleted notes'));
  await pressAt(button(page.getByRole('dialog'), `Restore ${title}`));
  await expect(page.getByText(`“${title}” restored`)).toBeVisible();
});

test('by keys alone, an administrator changes a policy, adds a tool, and changes a brand and its terms', async ({
  page,
  ownDemo: { address },
}) => {
  await openSignedIn(page, `${address}/admin/policies`, logins.administrator);
  await pressAt(page.getByRole('button', { name: /^Edit / }).first());
  const row = page.getByRole('main').getByRole('spinbutton', { name: 'PCs' });
  await typeInto(row, '7');
  await pressAt(button(page, 'Save'));
  await expect(row).toHaveCount(0);

  await openPage(page, `${address}/admin/tools`);
  await pressAt(
    page
      .getByRole('main')
      .getByText('Add tool', { exact: true })
      .locator('xpath=ancestor-or-self::*[self::a or self::button]'),
  );
  const panel = page.getByRole('dialog');
  await typeInto(field(panel, 'ID'), 'basics9');
  await typeInto(field(panel, 'Number in codes'), '99');
  await typeInto(field(panel, 'Name'), 'Basics 9');
  await pressAt(button(panel, 'Add tool'));
  await expect(page.getByRole('row', { name: /Basics 9/ })).toBeVisible();

  await openPage(page, `${address}/admin/brands/red`);
  await typeInto(field(page, 'Name'), 'Basics Crimson');
  await pressAt(button(page, 'Save'));
  await expect(page.getByText(/^Saved\. Users see/)).toBeVisible();
  await openPage(page, `${address}/admin/brands/red/legal/terms`);
  await typeInto(field(page, /^Text/), 'Be kind.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Saved. The new text is live.')).toBeVisible();
});

test('by keys alone, an administrator assigns a salesman, deletes the assignment, and hands over a territory', async ({
  page,
  ownDemo: { address },
}) => {
  await openSignedIn(page, `${address}/country-salesman`, logins.administrator);
  await pressAt(page.getByRole('button', { name: /^Add assignment/ }));
  const table = page.getByRole('table');
  await pickIn(table.getByRole('combobox', { name: 'Country' }), 'Iceland');
  await chooseIn(table.getByRole('combobox', { name: 'Brand' }), 'Basics Blue');
  await pickIn(table.getByRole('combobox', { name: 'Salesman' }), 'Claire Martel');
  await pressAt(button(table, 'Save'));
  await expect(page.getByText('Assignment saved')).toBeVisible();
  await tick(page.getByRole('checkbox', { name: /^Select.*Iceland/ }).first());
  await pressAt(page.getByRole('button', { name: /^Delete 1/ }));
  const confirmation = page.getByRole('alertdialog');
  await pressAt(confirmation.getByRole('button', { name: /^Delete/ }));
  await expect(confirmation).toHaveCount(0);

  await pressAt(button(page, 'Hand over a territory'));
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await pickIn(dialog.getByRole('combobox', { name: 'From' }), 'Simon Aasen');
  await pickIn(dialog.getByRole('combobox', { name: 'To', exact: true }), 'Claire Martel');
  await pressAt(button(dialog, 'Hand over'));
  await expect(page.getByText('Claire Martel now looks after everything that Simon Aasen looked after')).toBeVisible();
});

test('by keys alone, an administrator imports a file, filters the audit log, and opens an entry and an e-mail', async ({
  page,
  ownDemo: { address },
}) => {
  await openSignedIn(page, `${address}/`, logins.administrator);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Import');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/import$/);
  const fileChooser = page.waitForEvent('filechooser');
  await pressAt(page.getByRole('button', { name: 'Choose a CSV file' }));
  const buffer = Buffer.from('login\nnobody\n');
  await (await fileChooser).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
  await expect(button(page, 'Choose another file')).toBeVisible();

  await openPage(page, `${address}/admin/audit`);
  const firstRow = page.locator('main tbody').getByRole('link').first();
  await expect(firstRow).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Entry \d+/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openPage(page, `${address}/admin/mail`);
  await pressAt(firstRow);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
