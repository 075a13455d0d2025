import { legal } from '@basics/contract/legal.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerBrands } from '#portal/testing/brands.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const open = (answers: (server: FakeServer) => void = () => {}, at = '/admin/brands/red/legal/terms') =>
  openPortal({
    at,
    user: createUser('Administrator'),
    answers: (server) => {
      answerBrands(server);
      server.answer(legal.update, ({ body }) => ({ text: body.text, version: body.version + 1 }));
      answers(server);
    },
  });

const text = page.getByLabelText('Text (optional)');
const preview = page.getByRole('region', { name: 'Preview' });
const save = page.getByRole('button', { name: 'Save', exact: true });

test('the brand shows which of its texts are its own, and links to each', async () => {
  const { address } = await open(
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
  await expect.element(text).toHaveValue('Ours.');
});

test('an empty text shows the standard one, which can be copied into the field', async () => {
  await open();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Terms of service of Basics Red' })).toBeVisible();
  await expect.element(preview).toMatchTextContent('Your account is for you only');
  await page.getByRole('button', { name: 'Start from the standard text' }).click();
  await expect.element(text).toHaveValue(expect.stringContaining('## Your account'));
  await expectAccessible();
});

test('the typed text has a preview, and is saved with the loaded version, then with the new one', async () => {
  const { server } = await open();
  await text.fill('## Fair play');
  await expect.element(preview.getByRole('heading', { level: 3, name: 'Fair play' })).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Saved. The new text is live.')).toBeVisible();
  await text.fill('');
  await save.click();
  await expect
    .poll(() => server.requests(legal.update).map(({ body }) => body))
    .toEqual([
      { text: '## Fair play', version: 0 },
      { text: '', version: 1 },
    ]);
});

test('the second of two savers sees a conflict, keeps the typed text and can load the current one', async () => {
  let there = '';
  await open((server) => {
    server.answer(legal.get, () => ({ text: there, version: 0 }));
    server.answer(legal.update, () => createRefusal('STALE'));
  });
  await text.fill('Mine');
  await save.click();
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent('Someone else has changed this text');
  await expect.element(text).toHaveValue('Mine');
  there = 'Theirs';
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect.element(text).toHaveValue('Theirs');
});

test('a reload that fails shows the reason, and the typed text stays', async () => {
  const { server } = await open((answering) => {
    answering.answer(legal.get, () => ({ text: '', version: 0 }));
    answering.answer(legal.update, () => createRefusal('STALE'));
  });
  await text.fill('Mine');
  await save.click();
  const again = page.getByRole('button', { name: 'Load again' });
  await expect.element(again).toBeVisible();
  server.answer(legal.get, () => createRefusal('INTERNAL', { message: 'Something went wrong on the server.' }));
  await again.click();
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/Someone else has changed this text.*Something went wrong on the server/);
  await expect.element(text).toHaveValue('Mine');
});

test('the page asks before it discards a typed text', async () => {
  await open();
  await text.fill('Mine');
  await page.getByRole('link', { name: 'Back to the brand' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
});

test('a text that does not exist links to the brands', async () => {
  await open(() => {}, '/admin/brands/red/legal/cookies');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Text not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All brands' })).toBeVisible();
});
