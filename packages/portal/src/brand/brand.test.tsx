import { brands } from '@basics/contract/brands/brands.ts';
import { expect, onTestFinished, test } from 'vitest';
import { setup } from '#portal/testing/records/people.ts';
import { startFakeServer } from '#portal/testing/portal.tsx';
import { loadSetup } from './brand.queries.ts';
import { findBrand } from './brand.tsx';

function writeSetup(content: string): void {
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'basics-portal';
  meta.content = content;
  onTestFinished(() => meta.remove());
}

test('the brand setup is read from the HTML of the page, into which the server wrote it, without an API call', async () => {
  const server = startFakeServer();
  writeSetup(JSON.stringify({ ...setup, demo: true }));
  expect(await loadSetup()).toEqual({ ...setup, demo: true });
  expect(server.requests(brands.setup)).toEqual([]);
});

test.each([
  ['an empty one', () => writeSetup('')],
  ['none', () => {}],
])('a page with %s requests the setup from the server', async (_, prepare) => {
  const server = startFakeServer();
  server.answer(brands.setup, () => setup);
  prepare();
  expect(await loadSetup()).toEqual(setup);
});

test('a brand setup with missing fields is refused', async () => {
  writeSetup('{"brand":"blue"}');
  await expect(loadSetup()).rejects.toThrow();
});

test.each([
  ['red', 'blue', 'red'],
  [null, 'red', 'red'],
  ['green', 'red', 'red'],
  [null, 'green', 'blue'],
])("the user's brand %s where the default is %s shows %s", (userBrand, brand, expectedBrand) => {
  expect(findBrand({ ...setup, brand }, userBrand).id).toBe(expectedBrand);
});

test.each([
  ['red', 'blue', 'blue'],
  [null, 'red', 'red'],
  ['red', 'green', 'blue'],
])("the user's brand %s at a host name of %s shows %s", (userBrand, brand, expectedBrand) => {
  expect(findBrand({ ...setup, brand, brandBy: 'host' }, userBrand).id).toBe(expectedBrand);
});
