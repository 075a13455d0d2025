import { legal } from '@basics/contract/legal/legal.ts';
import { describe, expect, test } from 'vitest';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import {
  databases,
  createTestDatabase,
  type DatabaseKind,
  defaultDatabases,
} from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { openPortal } from '#server/testing/portal.ts';

async function openFixture(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const { token } = await addPerson(portal, { profileId: 1 });
  const readDocument = async (id = 'blue', document = 'terms') => {
    const { status, body } = await portal.call(legal.get, { params: { id, document } });
    return { status, body };
  };
  const writeDocument = async (version: number, text: string, id = 'blue') => {
    const { status, body } = await portal.call(legal.update, {
      token,
      params: { id, document: 'terms' },
      body: { version, text },
    });
    return { status, body };
  };
  return { portal, read: readDocument, write: writeDocument };
}

describe.each(defaultDatabases)('legal documents (%s)', (kind) => {
  test('a legal document without a text of its own is the standard document, and everyone can read it', async () => {
    const { read, portal } = await openFixture(kind);
    for (const document of ['legalNotice', 'terms', 'legalDisclaimer'])
      expect(await read('red', document)).toEqual({ status: 200, body: { text: '', version: 0 } });
    await portal.close();
  });

  test('a legal text applies only to its brand and document, and can be removed', async () => {
    const { read, write, portal } = await openFixture(kind);
    expect(await write(0, '\n# Terms\n\nFair play. ')).toEqual({
      status: 200,
      body: { text: '# Terms\n\nFair play.', version: 1 },
    });
    expect(await read()).toMatchObject({ body: { text: '# Terms\n\nFair play.', version: 1 } });
    expect(await read('red')).toMatchObject({ body: { version: 0 } });
    expect(await read('blue', 'legalNotice')).toMatchObject({ body: { version: 0 } });
    expect(await write(1, '')).toEqual({ status: 200, body: { text: '', version: 2 } });
    await portal.close();
  });

  test('a request for the legal text of an unknown brand or document is answered with 404', async () => {
    const { read, write, portal } = await openFixture(kind);
    expect(await read('green')).toMatchObject({ status: 404, body: { code: 'RESULTS_NOT_FOUND' } });
    expect(await write(0, 'x', 'green')).toMatchObject({ status: 404, body: { code: 'RESULTS_NOT_FOUND' } });
    expect(await read('blue', 'cookies')).toMatchObject({ status: 404, body: { code: 'PAGE_NOT_FOUND' } });
    await portal.close();
  });

  test('a legal text that is too long is refused', async () => {
    const { write, portal } = await openFixture(kind);
    expect(await write(0, 'x'.repeat(20_001))).toMatchObject({
      status: 422,
      body: { fields: { text: 'Enter at most 20,000 characters.' } },
    });
    expect(await write(0, 'x'.repeat(20_000))).toMatchObject({ status: 200 });
    await portal.close();
  });

  test('the audit log contains a change of a legal text with the old and the new text, but no entry if the text stays the same', async () => {
    const { write, portal } = await openFixture(kind);
    await write(0, 'One');
    await write(1, ' One ');
    const rows = await selectAuditEntries(portal.database.kysely)
      .selectAll()
      .where('action', '=', 'brand.setLegalText')
      .execute();
    expect(rows).toMatchObject([{ subjectId: 'blue', before: '{"terms":""}', after: '{"terms":"One"}' }]);
    await portal.close();
  });
});

describe.each(databases)('simultaneous changes of legal documents (%s)', (kind) => {
  test('the second of two simultaneous changes of a legal text is refused, even if there was no text before', async () => {
    const { read, write, portal } = await openFixture(kind);
    const responses = await Promise.all([write(0, 'One'), write(0, 'Two')]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await read()).toMatchObject({ body: { version: 1 } });
    expect(await write(0, 'Three')).toMatchObject({ status: 409, body: { code: 'STALE' } });
    await portal.close();
  });
});
