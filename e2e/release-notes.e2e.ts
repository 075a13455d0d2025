import { expect, expectRefusals, openPage, reloadPage, test } from './test.ts';

const description = `Several **levels**, joined by [lifts](https://lifts.example/?a=1&amp;b=2) &copy;

## Must not run
<script>document.title = 'ran'</script>
<img src="x" onerror="document.title = 'ran'">
[here](javascript:document.title='ran')`;

test('an administrator writes a release note with a preview, publishes it for everybody and in the feed, and deletes it (T014)', async ({
  page,
  openAs,
  demo,
  consoleErrors,
}) => {
  const title = 'Basics 1.5 <new>';
  const editPage = await openAs(`${demo.address}/admin/release-notes`, 'administrator@demo.example');
  await expect(editPage.getByRole('heading', { level: 1, name: 'Release Notes' })).toBeVisible();
  await editPage.getByRole('link', { name: 'Add release note' }).click();
  await editPage.getByLabel('Title').fill(title);
  await editPage.getByLabel('Version').fill('1.5.0');
  await editPage.getByLabel('Description').fill(description);
  const preview = editPage.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('link', { name: 'lifts' })).toHaveAttribute('href', 'https://lifts.example/?a=1&b=2');
  await expect(preview).toContainText('<script>');

  // The author leaves the page without saving, and opens it again.
  await editPage.goto(`${demo.address}/release-notes`, { waitUntil: 'commit' });
  await openPage(editPage, `${demo.address}/admin/release-notes/create`);
  await expect(editPage.getByText('Unsaved changes restored')).toBeVisible();
  await expect(editPage.getByLabel('Title')).toHaveValue(title);
  await editPage.getByLabel('Published').check();
  await editPage.getByLabel('Description').press('Control+Enter');
  await expect(editPage.getByText(`“${title}” published`)).toBeVisible();
  await expect(editPage.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await openPage(page, `${demo.address}/release-notes`);
  const noteArticle = page.getByRole('article', { name: title });
  await expect(noteArticle.getByRole('strong')).toHaveText('levels');
  await expect(noteArticle).toContainText('©');
  await expect(noteArticle.locator('script, img, [href^="javascript"]')).toHaveCount(0);
  await expect(page).toHaveTitle(/Release notes/);
  await noteArticle.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const noteUrl = page.url();

  const feedResponse = await page.request.get(`${demo.address}/release-notes/feed.xml`);
  expect(feedResponse.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
  const [head = ''] = (await feedResponse.text()).split('</entry>');
  expect(head).toContain(`href="${noteUrl}"`);
  expect(head).toContain('Several levels, joined by lifts');
  expect(head).not.toMatch(/<script|<img/);

  await editPage.getByRole('button', { name: 'Delete' }).click();
  await expect(editPage.getByText(`“${title}” deleted`)).toBeVisible();
  await expect(editPage.getByRole('link', { name: title, exact: true })).toHaveCount(0);
  // While the page shows the message about the deletion, the deletion can be undone. The portal deletes the release
  // note only when this message disappears.
  await expect
    .poll(async () => (await page.request.get(`${demo.address}/release-notes/feed.xml`)).text())
    .not.toContain(noteUrl);
  await reloadPage(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Release note not found' })).toBeVisible();
  await expectRefusals(consoleErrors, 404);
});
