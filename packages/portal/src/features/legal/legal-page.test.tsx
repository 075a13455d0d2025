import { legal } from '@basics/contract/legal/legal.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { setup, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerBrands } from '#portal/testing/records/brands.ts';

const routes = [
  ['/legal-notice', 'Legal Notice', 'runs this portal'],
  ['/terms', 'Terms of service', 'Your account is for you only'],
  ['/legal-disclaimer', 'Legal Disclaimer', 'Not binding'],
] as const;

const year = new Date().getFullYear();

test.each(routes)(
  '%s is public and shows the standard text "%s" with the current year (T116)',
  async (at, title, expectedText) => {
    const { address } = await openPortal({
      at,
      prepareServer: (server) => server.answer(legal.get, () => ({ text: '', version: 0 })),
    });
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.element(page.getByRole('main')).toMatchTextContent(expectedText);
    await expect
      .element(page.getByRole('main').getByText(`Copyright © ${year} Basics Blue GmbH. All rights reserved.`))
      .toBeVisible();
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'support@blue.example' }).first())
      .toBeVisible();
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
    expect(address()).toBe(at);
    await expect.poll(() => document.title).toBe(`${title} · Basics Blue`);
    await expectAccessible();
  },
);

test.each([2027, 2031])(
  'in the year %i the legal notice and the disclaimer in the footer show that year (T117)',
  async (now) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now, 5, 15) });
    await openPortal({
      at: '/legal-notice',
      prepareServer: (server) => server.answer(legal.get, () => ({ text: '', version: 0 })),
    });
    const copyright = `Copyright © ${now} Basics Blue GmbH. All rights reserved.`;
    await expect.element(page.getByRole('main').getByText(copyright)).toBeVisible();
    await page.getByRole('button', { name: 'Legal disclaimer' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Legal disclaimer' }).getByText(copyright)).toBeVisible();
  },
);

test.each(routes)('a signed-in user sees %s with the menu of the portal', async (at, title) => {
  const { address } = await openPortal({
    at,
    user: createUser('OEM'),
    prepareServer: (server) => server.answer(legal.get, () => ({ text: '', version: 0 })),
  });
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  expect(address()).toBe(at);
});

test('the text of the brand of the user replaces the standard text, and no script in this text runs', async () => {
  const { server } = await openPortal({
    at: '/terms',
    user: createUser('OEM', { brand: 'red' }),
    prepareServer: (fakeServer) =>
      fakeServer.answer(legal.get, () => ({
        text: '# Fair play\n\n<img src=x onerror="window.ran=1"> [x](javascript:alert(1))',
        version: 1,
      })),
  });
  await expect.element(page.getByRole('heading', { level: 2, name: 'Fair play' })).toBeVisible();
  expect(server.requests(legal.get)[0]?.params).toEqual({ id: 'red', document: 'terms' });
  await expect
    .element(page.getByRole('main').getByText(`Copyright © ${year} Basics Red S.p.A. All rights reserved.`))
    .toBeVisible();
  expect(page.getByRole('main').element().querySelector('img, [href^="javascript"]')).toBeNull();
  expect('ran' in window).toBe(false);
});

test('names of companies in the standard text are shown as plain text, not as Markdown', async () => {
  const brandsWithSymbols = setup.brands.map((brand) => ({ ...brand, legalEntity: 'A_B *Tools* & <Co>' }));
  await openPortal({
    at: '/legal-notice',
    setup: { ...setup, brands: brandsWithSymbols },
    prepareServer: (server) => server.answer(legal.get, () => ({ text: '', version: 0 })),
  });
  await expect.element(page.getByRole('main')).toMatchTextContent('A_B *Tools* & <Co> runs this portal');
});

test('each legal text links to the other legal texts', async () => {
  const { address } = await openPortal({
    at: '/terms',
    prepareServer: (server) => server.answer(legal.get, () => ({ text: '', version: 0 })),
  });
  await page.getByRole('navigation', { name: 'More legal texts' }).getByRole('link', { name: 'Legal Notice' }).click();
  await expect.poll(address).toBe('/legal-notice');
});

test('a legal text that cannot be loaded can be retried', async () => {
  let isFailing = true;
  await openPortal({
    at: '/terms',
    prepareServer: (server) =>
      server.answer(legal.get, () => (isFailing ? createRefusal('INTERNAL') : { text: 'Here.', version: 1 })),
  });
  await expect.element(page.getByText('Failed to fetch the Terms of service')).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Here.')).toBeVisible();
});

test('the disclaimer in the footer shows its six statements and links to the legal texts', async () => {
  const { address } = await openPortal({
    at: '/account',
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(legal.get, () => ({ text: '', version: 0 }));
    },
  });
  await page.getByRole('button', { name: 'Legal disclaimer' }).click();
  const disclaimer = page.getByRole('dialog', { name: 'Legal disclaimer' });
  await expect.poll(() => disclaimer.getByRole('list').first().getByRole('listitem').elements()).toHaveLength(6);
  await expect.element(disclaimer.getByRole('navigation', { name: 'Full legal texts' })).toBeVisible();
  for (const name of ['Legal Notice', 'Terms of service', 'Legal Disclaimer'])
    await expect.element(disclaimer.getByRole('link', { name })).toBeVisible();
  await expectAccessible();
  await disclaimer.getByRole('link', { name: 'Terms of service' }).click();
  await expect.poll(address).toBe('/terms');
  await page.getByRole('button', { name: 'Legal disclaimer' }).click();
  await disclaimer.getByRole('link', { name: 'Legal Notice' }).click();
  await expect.poll(address).toBe('/legal-notice');
  await expect.poll(() => disclaimer.elements()).toEqual([]);
});

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
