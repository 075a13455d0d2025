import { locateButton, chooseRadio, locateField, locateLink, pressKeyOn, tickCheckbox, typeInto } from './keys.ts';
import { logins, test } from './own-demo.ts';
import { expect, openPage, openSignedIn } from './test.ts';

test('with only the keyboard, an administrator writes, publishes, changes, deletes and restores a release note', async ({
  page,
  ownDemo: { address },
}) => {
  const title = 'Basics 9 by keys';
  await openSignedIn(page, `${address}/admin/release-notes`, logins.administrator);
  await pressKeyOn(locateLink(page, 'Add release note'));
  await typeInto(locateField(page, 'Title'), title);
  await typeInto(locateField(page, 'Version'), '9.0.0');
  await typeInto(locateField(page, 'Description'), 'Lifts have doors.');
  await chooseRadio(page.getByRole('group', { name: 'Status' }), 'Published');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(`“${title}” published`)).toBeVisible();
  await pressKeyOn(locateLink(page.getByRole('main'), /^Edit/));
  await typeInto(locateField(page, 'Version'), '9.0.1');
  await pressKeyOn(locateButton(page, 'Save'));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await openPage(page, `${address}/admin/release-notes`);
  await tickCheckbox(page.getByRole('checkbox', { name: `Select ${title}` }));
  await pressKeyOn(locateButton(page, 'Delete 1 release note'));
  const dialog = page.getByRole('alertdialog');
  await pressKeyOn(locateButton(dialog, 'Delete 1 release note'));
  await expect(page.getByText('1 of 1 were deleted.')).toBeVisible();
  await page.keyboard.press('Escape');
  await pressKeyOn(locateButton(page, 'Deleted notes'));
  await pressKeyOn(locateButton(page.getByRole('dialog'), `Restore ${title}`));
  await expect(page.getByText(`“${title}” restored`)).toBeVisible();
});

test('with only the keyboard, an administrator changes a policy, adds a tool, and changes a brand and its terms', async ({
  page,
  ownDemo: { address },
}) => {
  await openSignedIn(page, `${address}/admin/policies`, logins.administrator);
  await pressKeyOn(page.getByRole('button', { name: /^Edit / }).first());
  const row = page.getByRole('main').getByRole('spinbutton', { name: 'PCs' });
  await typeInto(row, '7');
  await pressKeyOn(locateButton(page, 'Save'));
  await expect(row).toHaveCount(0);

  await openPage(page, `${address}/admin/tools`);
  await pressKeyOn(
    page
      .getByRole('main')
      .getByText('Add tool', { exact: true })
      .locator('xpath=ancestor-or-self::*[self::a or self::button]'),
  );
  const panel = page.getByRole('dialog');
  await typeInto(locateField(panel, 'ID'), 'basics9');
  await typeInto(locateField(panel, 'Number in codes'), '99');
  await typeInto(locateField(panel, 'Name'), 'Basics 9');
  await pressKeyOn(locateButton(panel, 'Add tool'));
  await expect(page.getByRole('row', { name: /Basics 9/ })).toBeVisible();

  await openPage(page, `${address}/admin/brands/red`);
  await typeInto(locateField(page, 'Name'), 'Basics Crimson');
  await pressKeyOn(locateButton(page, 'Save'));
  await expect(page.getByText(/^Saved\. Users see/)).toBeVisible();
  await openPage(page, `${address}/admin/brands/red/legal/terms`);
  await typeInto(locateField(page, /^Text/), 'Be kind.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Saved. The new text is live.')).toBeVisible();
});
