import { savedCheckerMetaName } from '@basics/contract/licence-checker/licence-checker.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { changeSigningKey, insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { defaultDatabases, createTestDatabase } from '#server/testing/database/databases.ts';
import { noon, openPortal, testKey } from '#server/testing/portal.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

/** Reads the data that the portal has written into the file, as a browser would read it. */
function readContent(file: string): unknown {
  const content = new RegExp(`name="${savedCheckerMetaName}" content="([^"]*)"`).exec(file)?.[1] ?? '';
  return JSON.parse(content.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))));
}

describe.each(defaultDatabases)('the licence checker as a downloaded file (%s)', (kind) => {
  test('the checker is a download with the current public keys, and never a page of the portal', async () => {
    const portal = await openPortal(await createTestDatabase(kind), { pages: pages.folder });
    const fetchChecker = () => portal.http.inject({ method: 'GET', url: '/licence-checker.html' });
    const firstPage = await fetchChecker();
    expect(firstPage.statusCode).toBe(200);
    expect(firstPage.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="licence-checker.html"',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(firstPage.headers['content-security-policy']).toContain('sandbox');
    const currentKey = { kid: testKey.keyId, publicKey: testKey.publicKey, status: 'current' };
    expect(readContent(firstPage.body)).toMatchObject({
      portal: 'http://localhost:3000',
      madeAt: new Date(noon).toISOString(),
      theme: 'product',
      looks: expect.stringContaining("[data-brand='product']"),
      tools: [{ name: 'Basics', number: 7, addOns: [{ id: 'configRail', name: 'Config Rail', bit: 0 }] }],
      brands: [
        { id: 'blue', name: 'Basics Blue', number: 0 },
        { id: 'red', name: 'Basics Red', number: 1 },
      ],
      keys: [currentKey],
      revocationLists: { 7: (await portal.http.inject('/.well-known/basics-revocations/7')).body },
    });

    const { kysely } = portal.database;
    await insertSigningKey(kysely, { keyId: '11'.repeat(8), publicKey: '22'.repeat(32), at: noon, status: 'next' });
    await changeSigningKey(kysely, testKey.keyId, { status: 'retired', revokedAt: noon });
    expect(readContent((await fetchChecker()).body)).toMatchObject({
      keys: [
        { kid: '11'.repeat(8), status: 'next' },
        { kid: testKey.keyId, status: 'revoked' },
      ],
    });
    await portal.close();
  });
});

test('a portal without a signing key offers the checker without revocation lists', async () => {
  const portal = await openPortal(await createTestDatabase('SQLite'), { pages: pages.folder, licenseKeys: null });
  expect(readContent((await portal.http.inject('/licence-checker.html')).body)).toMatchObject({ revocationLists: {} });
  await portal.close();
});

test('names of brands are escaped in the downloaded licence checker, and its script and style are unchanged', async () => {
  const database = await createTestDatabase('SQLite');
  const unsafeName = `</script><script>alert(1)</script>"'&$&$1`;
  await database.kysely.updateTable('brands').set({ name: unsafeName }).where('id', '=', 'blue').execute();
  const portal = await openPortal(database, { pages: pages.folder });
  const { body } = await portal.http.inject('/licence-checker.html');
  expect(readContent(body)).toMatchObject({ brands: [{ name: unsafeName }, { id: 'red' }] });
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(body).toContain("<script>document.title = 'checker';</script>");
  expect(body).toContain('<style>p { margin: 0; }</style>');
  await portal.close();
});
