import { brands } from '@basics/contract/brands/brands.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerBrands, red } from '#portal/testing/records/brands.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openBrand = (prepareServer: (server: FakeServer) => void = () => {}, id = 'red') =>
  openPortal({
    at: `/admin/brands/${id}`,
    user: createUser('Administrator'),
    prepareServer: (server) => {
      answerBrands(server);
      server.answer(brands.update, ({ body: { version = 0, ...changed } }) =>
        Object.assign({}, red, changed, { version: version + 1 }),
      );
      prepareServer(server);
    },
  });

const locateField = (name: string) => page.getByLabelText(name, { exact: true });
const saveButton = page.getByRole('button', { name: 'Save', exact: true });
const locatePreview = (scheme: string) => page.getByRole('figure', { name: `Preview, ${scheme}` });
const findPrimaryButton = (scheme: string): Element | undefined =>
  [...locatePreview(scheme).element().querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Get a licence',
  );

test('the page of a brand shows its editable fields', async () => {
  await openBrand();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Basics Red' })).toBeVisible();
  await expect.element(locateField('Name')).toHaveValue('Basics Red');
  await expect.element(locateField('Brand, dark')).toHaveValue('#2f5fe0');
  await expectAccessible();
});

test('a change of a brand is saved with the loaded version, and the next change with the version from the reply', async () => {
  const { server } = await openBrand();
  await locateField('Name').fill('Basics Crimson');
  await saveButton.click();
  await expect.element(page.getByText(/Saved\. Users see the changes/)).toBeVisible();
  await locateField('Host names (optional)').fill('crimson.example');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => server.requests(brands.update).length).toBe(2);
  const [first, second] = server.requests(brands.update).map(({ body }) => body);
  expect(first).toMatchObject({ name: 'Basics Crimson', hosts: [], version: 1 });
  expect(second).toMatchObject({ name: 'Basics Crimson', hosts: ['crimson.example'], version: 2 });
});

test('the previews show the typed colours in both schemes, and the page itself does not change', async () => {
  await openBrand();
  await expect.element(locatePreview('light')).toBeVisible();
  await locateField('Name').fill('Basics Crimson');
  // The pointer may still be where a former test clicked, and a button under the pointer has another colour.
  await locateField('Name').hover();
  const pageColour = getComputedStyle(saveButton.element()).backgroundColor;
  await locateField('Brand, light').fill('#17693A');
  await locateField('Brand, dark').fill('#1f7f49');
  await expect
    .poll(() => getComputedStyle(findPrimaryButton('light') ?? document.body).backgroundColor)
    .toBe('rgb(23, 105, 58)');
  await expect
    .poll(() => getComputedStyle(findPrimaryButton('dark') ?? document.body).backgroundColor)
    .toBe('rgb(31, 127, 73)');
  expect(getComputedStyle(saveButton.element()).backgroundColor).toBe(pageColour);
  expect(locatePreview('dark').element().querySelector('[inert]')).not.toBeNull();
});

test('in a wide window, the previews are beside the fields and stay visible', async () => {
  await page.viewport(1600, 900);
  await openBrand();
  await expect.element(locatePreview('light')).toBeVisible();
  const fields = locateField('Links, dark').element();
  fields.scrollIntoView({ block: 'center' });
  await expect.element(locatePreview('dark')).toBeInViewport({ ratio: 1 });
  expect(locatePreview('dark').element().getBoundingClientRect().left).toBeGreaterThan(
    fields.getBoundingClientRect().right,
  );
  await page.viewport(1280, 800);
});

test('a colour can be chosen with the colour picker', async () => {
  await openBrand();
  await locateField('Pick links, light').fill('#17693a');
  await expect.element(locateField('Links, light')).toHaveValue('#17693a');
});

test('a low contrast is reported while the user chooses colours, and colours with a low contrast cannot be saved', async () => {
  const { server } = await openBrand();
  await expect.element(page.getByText('All 22 colour pairs have enough contrast.').first()).toBeVisible();
  await locateField('Links, light').fill('#8fb4ff');
  await expect.element(page.getByText(/4 of 22 colour pairs do not have enough contrast/).first()).toBeVisible();
  // The fault stands at its field before the brand is saved.
  await expect
    .element(locateField('Links, light'))
    .toHaveAccessibleDescription('Links on the page: the contrast is 1.93:1 and needs to be 4.5:1.');
  await saveButton.click();
  await expect.element(locateField('Links, light')).toHaveFocus();
  expect(server.requests(brands.update)).toEqual([]);
  // In a window as high as the page, the bar with Save covers no part of a field.
  await page.viewport(1280, 2400);
  await expectAccessible();
});

test('the editor says that a red brand colour looks like the colour of danger (T793)', async () => {
  await openBrand();
  const notice = page.getByText(/looks like the colour of danger/);
  await page.getByText('All 22 colour pairs have enough contrast.').last().click();
  await locateField('Brand, light').fill('#1d4ed8');
  await locateField('Brand, dark').fill('#2f5fe0');
  await expect.element(notice).not.toBeInTheDocument();
  await locateField('Brand, light').fill('#b91c24');
  await expect.element(notice).toBeVisible();
});

test('no contrast is shown for an invalid colour', async () => {
  await openBrand();
  await locateField('Links, light').fill('blue');
  await expect.element(page.getByText(/Fill in all ten colours/)).toBeVisible();
  await saveButton.click();
  await expect
    .element(locateField('Links, light'))
    .toHaveAccessibleDescription('Enter a colour as # and six hexadecimal digits, like #1f6feb.');
});

test('the page can show the contrast of every pair of colours', async () => {
  await openBrand();
  await page.getByText('All 22 colour pairs have enough contrast.').last().click();
  await expect
    .element(page.getByRole('row', { name: /Button text on brand Light 6\.70:1 4\.5:1 Enough/ }))
    .toBeVisible();
  await expectAccessible();
});

test('when two users save the same brand, the second user sees a conflict and can load the current brand', async () => {
  let name = 'Basics Red';
  await openBrand((server) => {
    server.answer(brands.get, () => ({ ...red, name }));
    server.answer(brands.update, () => createRefusal('STALE'));
  });
  await locateField('Name').fill('Basics Rose');
  await saveButton.click();
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent('Someone else has changed this brand');
  name = 'Basics Crimson';
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect.element(locateField('Name')).toHaveValue('Basics Crimson');
});

test('the page of a brand that does not exist shows a link to the list of brands', async () => {
  await openBrand((server) => server.answer(brands.get, () => createRefusal('RESULTS_NOT_FOUND')), 'green');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Brand not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All brands' })).toBeVisible();
});

const replaceLogoButton = page.getByRole('button', { name: 'Replace the logo' });
const dialog = page.getByRole('dialog', { name: 'Replace the logo' });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';

test('a logo is pasted, previewed and replaced', async () => {
  const { server } = await openBrand((fakeServer) =>
    fakeServer.answer(brands.setPicture, () => ({ ...red, version: 2 })),
  );
  await replaceLogoButton.click();
  await dialog.getByLabelText('Or paste SVG code').fill(svg);
  await expect.element(dialog.getByRole('img', { name: 'Logo on a dark background' })).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Replace logo' }).click();
  await expect.element(page.getByText('Logo replaced')).toBeVisible();
  expect(server.requests(brands.setPicture)[0]).toMatchObject({
    params: { id: 'red', which: 'mark' },
    body: { version: 1, svg },
  });
  await expect.poll(() => dialog.elements()).toEqual([]);
  await locateField('Name').fill('Basics Crimson');
  await saveButton.click();
  await expect.poll(() => server.requests(brands.update)[0]?.body.version).toBe(2);
});

test('a logo can be chosen from a file', async () => {
  await openBrand();
  await replaceLogoButton.click();
  await userEvent.upload(
    dialog.getByLabelText('Choose an SVG file').last(),
    new File([svg], 'mark.svg', { type: 'image/svg+xml' }),
  );
  await expect.element(dialog.getByLabelText('Or paste SVG code')).toHaveValue(svg);
});

test('when the server refuses an image, the dialog shows the reason', async () => {
  const refusalText = 'The element <script> is not taken. Export it as plain SVG, with shapes alone.';
  await openBrand((server) =>
    server.answer(brands.setPicture, () => createRefusal('INVALID', { fields: { svg: refusalText } })),
  );
  await replaceLogoButton.click();
  await dialog.getByLabelText('Or paste SVG code').fill(svg.replace('<path', '<script>window.ran = 1</script><path'));
  await dialog.getByRole('button', { name: 'Replace logo' }).click();
  await expect.element(dialog.getByLabelText('Or paste SVG code')).toHaveAccessibleDescription(refusalText);
  expect('ran' in window).toBe(false);
});

test('a text that is not an image is refused before it is sent', async () => {
  await openBrand();
  await replaceLogoButton.click();
  await dialog.getByLabelText('Or paste SVG code').fill('<svg');
  await expect.element(dialog.getByText('The browser cannot show this image.')).toBeVisible();
});

test('an administrator can make another brand the default brand', async () => {
  await openBrand((server) => server.answer(brands.makeDefault, () => ({ ...red, isDefault: true, version: 2 })));
  await page.getByRole('button', { name: 'Make default' }).click();
  await expect.element(page.getByText('Basics Red is now the default brand')).toBeVisible();
  await expect.element(page.getByText(/This is the default brand/)).toBeVisible();
});

test('a brand without records is deleted after a confirmation', async () => {
  const { server, address } = await openBrand((fakeServer) => fakeServer.answer(brands.remove, () => undefined));
  await page.getByRole('button', { name: 'Delete brand' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Delete Basics Red?' });
  await expect.element(confirmation.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await confirmation.getByRole('button', { name: 'Delete brand' }).click();
  await expect.poll(address).toBe('/admin/brands');
  expect(server.requests(brands.remove)[0]?.params).toEqual({ id: 'red' });
});

test('a brand that a record has started to use since the page was loaded is not deleted', async () => {
  const message = 'This brand cannot be deleted because it is used by 1 user. Move or delete them first.';
  await openBrand((server) => server.answer(brands.remove, () => createRefusal('BRAND_IN_USE', { message })));
  await page.getByRole('button', { name: 'Delete brand' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete brand' }).click();
  await expect.element(page.getByText(message)).toBeVisible();
});

test('a brand with records cannot be deleted, and one sentence names the two most important uses (T1090)', async () => {
  const usedBy = { users: 48, grants: 53, requestedTools: 9, assignments: 12, licences: 39, letters: 4 };
  await openBrand((server) => server.answer(brands.get, () => ({ ...red, usedBy })));
  await expect.element(page.getByText('Used by 48 users and 39 licences, so it cannot be deleted.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Delete brand' }).elements()).toEqual([]);
});

test('the default brand cannot be deleted, and the page shows why', async () => {
  await openBrand(undefined, 'blue');
  await expect.element(page.getByText(/The default brand cannot be deleted/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Delete brand' }).elements()).toEqual([]);
});

test.each([
  ['blue', 'light', 1280],
  ['red', 'dark', 390],
])('the page of the %s brand is accessible and fits, in %s scheme at %i px', async (brand, theme, width) => {
  await page.viewport(width, 800);
  document.documentElement.dataset['theme'] = theme;
  document.documentElement.dataset['brand'] = brand === 'red' ? 'partner' : 'product';
  await openBrand();
  await expect.element(locatePreview('dark')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await expectAccessible();
});
