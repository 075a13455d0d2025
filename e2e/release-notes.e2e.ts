import { expect, expectRefusals, test } from './test.ts';

const description = `Several **levels**, joined by [lifts](https://lifts.example/?a=1&amp;b=2) &copy;

## Must not run
<script>document.title = 'ran'</script>
<img src="x" onerror="document.title = 'ran'">
[here](javascript:document.title='ran')`;

test('a release note is written with a preview, published, read by everybody, found in the feed, and deleted', async ({
  page,
  openAs,
  demo,
  consoleErrors,
}) => {
  const title = 'Basics 1.5 <new>';
  const writer = await openAs(`${demo.address}/admin/release-notes`, 'administrator@demo.example');
  await expect(writer.getByRole('heading', { level: 1, name: 'Release Notes' })).toBeVisible();
  await writer.getByRole('link', { name: 'Add release note' }).click();
  await writer.getByLabel('Title').fill(title);
  await writer.getByLabel('Version').fill('1.5.0');
  await writer.getByLabel('Description').fill(description);
  const preview = writer.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('link', { name: 'lifts' })).toHaveAttribute('href', 'https://lifts.example/?a=1&b=2');
  await expect(preview).toContainText('<script>');

  // The page is closed before saving, and opened again.
  await writer.goto(`${demo.address}/release-notes`, { waitUntil: 'commit' });
  await writer.goto(`${demo.address}/admin/release-notes/create`);
  await expect(writer.getByText('Unsaved changes restored')).toBeVisible();
  await expect(writer.getByLabel('Title')).toHaveValue(title);
  await writer.getByLabel('Published').check();
  await writer.getByLabel('Description').press('Control+Enter');
  await expect(writer.getByText(`“${title}” published`)).toBeVisible();
  await expect(writer.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await page.goto(`${demo.address}/release-notes`);
  const note = page.getByRole('article', { name: title });
  await expect(note.getByRole('strong')).toHaveText('levels');
  await expect(note).toContainText('©');
  await expect(note.locator('script, img, [href^="javascript"]')).toHaveCount(0);
  expect(await page.title()).toContain('Release notes');
  await note.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const address = page.url();

  const answer = await page.request.get(`${demo.address}/release-notes/feed.xml`);
  expect(answer.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
  const [head = ''] = (await answer.text()).split('</entry>');
  expect(head).toContain(`href="${address}"`);
  expect(head).toContain('Several levels, joined by lifts');
  expect(head).not.toMatch(/<script|<img/);

  await writer.getByRole('button', { name: 'Delete' }).click();
  await expect(writer.getByText(`“${title}” deleted`)).toBeVisible();
  await expect(writer.getByRole('link', { name: title, exact: true })).toHaveCount(0);
  await writer.getByRole('status').filter({ hasText: 'deleted' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect
    .poll(async () => (await page.request.get(`${demo.address}/release-notes/feed.xml`)).text())
    .not.toContain(address);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Release note not found' })).toBeVisible();
  expectRefusals(consoleErrors, 404);
});
