import { legal } from '@basics/contract/legal/legal.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerBrands } from '#portal/testing/records/brands.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openEditor = (prepareServer: (server: FakeServer) => void = () => {}, at = '/admin/brands/red/legal/terms') =>
  openPortal({
    at,
    user: createUser('Administrator'),
    prepareServer: (server) => {
      answerBrands(server);
      server.answer(legal.update, ({ body: { text, version = 0 } }) => ({ text, version: version + 1 }));
      prepareServer(server);
    },
  });

const textField = page.getByLabelText('Text (optional)');
const preview = page.getByRole('region', { name: 'Preview' });
const saveButton = page.getByRole('button', { name: 'Save', exact: true });

test('the page of a brand shows for which legal documents the brand has its own text, and links to each document', async () => {
  const { address } = await openEditor(
    (server) =>
      server.answer(legal.get, ({ params }) =>
        params.document === 'terms' ? { text: 'Ours.', version: 1 } : { text: '', version: 0 },
      ),
    '/admin/brands/red',
  );
  const card = page.getByRole('region', { name: 'Legal texts' });
  await expect.element(card.getByRole('listitem').nth(0)).toMatchTextContent(/Legal Notice\s*Standard text/);
  await expect.element(card.getByRole('listitem').nth(1)).toMatchTextContent(/Terms of service\s*Own text/);
  await card.getByRole('link', { name: 'Edit Terms of service' }).click();
  await expect.poll(address).toBe('/admin/brands/red/legal/terms');
  await expect.element(textField).toHaveValue('Ours.');
});

test('an empty field previews the standard text, which can be copied into the field', async () => {
  await openEditor();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Terms of service of Basics Red' })).toBeVisible();
  await expect.element(preview).toMatchTextContent('Your account is for you only');
  await page.getByRole('button', { name: 'Start from the standard text' }).click();
  await expect.element(textField).toHaveValue(expect.stringContaining('## Your account'));
  await expectAccessible();
});

test('the typed text is previewed and saved with the loaded version, and the next text is saved with the new version', async () => {
  const { server } = await openEditor();
  await textField.fill('## Fair play');
  await expect.element(preview.getByRole('heading', { level: 3, name: 'Fair play' })).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Saved. The new text is live.')).toBeVisible();
  await textField.fill('');
  await saveButton.click();
  await expect
    .poll(() => server.requests(legal.update).map(({ body }) => body))
    .toEqual([
      { text: '## Fair play', version: 0 },
      { text: '', version: 1 },
    ]);
});

test('when two users save the same text, the second user sees a conflict, keeps the typed text and can load the current text', async () => {
  let storedText = '';
  await openEditor((server) => {
    server.answer(legal.get, () => ({ text: storedText, version: 0 }));
    server.answer(legal.update, () => createRefusal('STALE'));
  });
  await textField.fill('Mine');
  await saveButton.click();
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent('Someone else has changed this text');
  await expect.element(textField).toHaveValue('Mine');
  storedText = 'Theirs';
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect.element(textField).toHaveValue('Theirs');
});

test('a reload that fails shows the reason, and the typed text stays', async () => {
  const { server } = await openEditor((fakeServer) => {
    fakeServer.answer(legal.get, () => ({ text: '', version: 0 }));
    fakeServer.answer(legal.update, () => createRefusal('STALE'));
  });
  await textField.fill('Mine');
  await saveButton.click();
  const reloadButton = page.getByRole('button', { name: 'Load again' });
  await expect.element(reloadButton).toBeVisible();
  server.answer(legal.get, () => createRefusal('INTERNAL', { message: 'Something went wrong on the server.' }));
  await reloadButton.click();
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/Someone else has changed this text.*Something went wrong on the server/);
  await expect.element(textField).toHaveValue('Mine');
});

test('the page asks before it discards a typed text', async () => {
  await openEditor();
  await textField.fill('Mine');
  await page.getByRole('link', { name: 'Back to the brand' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
});

test('an unknown legal document shows a message and a link to the brands', async () => {
  await openEditor(() => {}, '/admin/brands/red/legal/cookies');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Text not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All brands' })).toBeVisible();
});
