import type { Body } from '@basics/contract/calls/endpoint.ts';
import { legal } from '@basics/contract/legal/legal.ts';
import { releaseNote, releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { writeTestPages } from './testing/built-pages.ts';
import { createTestDatabase, type DatabaseKind, defaultDatabases } from './testing/database/databases.ts';
import { addPerson } from './testing/records/people.ts';
import { openPortal } from './testing/portal.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

const noteBody: Body<typeof releaseNotes.create> = {
  title: 'Basics 1.3',
  description: 'Now with **prices**.',
  version: '1.3.0',
  releaseDate: '2026-03-01',
  status: 'published',
};

async function openFixture(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind), { pages: pages.folder });
  const { token } = await addPerson(portal, { profileId: 1 });
  const addNote = async (change: Partial<typeof noteBody> = {}) =>
    releaseNote.parse((await portal.call(releaseNotes.create, { token, body: { ...noteBody, ...change } })).body);
  /** Reads the text in the first view of a page; null if the first view has no text. */
  const readText = async (url: string, headers: Record<string, string> = {}) => {
    const { body } = await portal.http.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
    return /<pre>(.*?)<\/pre>/.exec(body)?.[1] ?? null;
  };
  return { portal, token, addNote, readText };
}

describe.each(defaultDatabases)('the text that the HTML contains before scripts run (%s)', (kind) => {
  test('the HTML for visitors contains the published release notes and no drafts, and each change is visible at once', async () => {
    const { portal, token, addNote, readText } = await openFixture(kind);
    expect(await readText('/release-notes')).toBeNull();
    await addNote({ title: 'Secret draft', status: 'draft' });
    expect(await readText('/release-notes')).toBeNull();
    const { releaseId } = await addNote();
    expect(await readText('/release-notes')).toMatch(/Basics 1\.3.*Now with \*\*prices\*\*/);
    await portal.call(releaseNotes.update, {
      token,
      params: { id: releaseId },
      body: { ...noteBody, title: 'Corrected' },
    });
    expect(await readText('/release-notes')).toContain('Corrected');
    await portal.call(releaseNotes.update, {
      token,
      params: { id: releaseId },
      body: { ...noteBody, status: 'draft' },
    });
    expect(await readText('/release-notes')).toBeNull();
    await portal.close();
  });

  test('the HTML contains only the newest release notes, so that its text stays below a limit', async () => {
    const { portal, addNote, readText } = await openFixture(kind);
    for (const month of [1, 2, 3, 4, 5, 6])
      await addNote({ title: `Release of month ${month}`, releaseDate: `2026-0${month}-01` });
    const months = [...String(await readText('/release-notes')).matchAll(/of month (\d)/g)].map(([, month]) => month);
    expect(months).toEqual(['6', '5', '4', '3', '2']);
    await addNote({ title: 'Long', releaseDate: '2026-07-01', description: 'x'.repeat(20_000) });
    expect(await readText('/release-notes')).toMatch(/^(?!.*of month).*Long/);
    await portal.close();
  });

  test('the HTML of a search, and the HTML for a signed-in user, contain no release notes', async () => {
    const { portal, addNote, readText } = await openFixture(kind);
    await addNote();
    expect(await readText('/release-notes?keyword=prices')).toBeNull();
    expect(await readText('/release-notes', { cookie: 'basics-signed-in=1' })).toBeNull();
    await portal.close();
  });

  test('a legal page shows the text of the brand that belongs to the host name, and each change is visible at once', async () => {
    const { portal, token, readText } = await openFixture(kind);
    await portal.database.kysely.insertInto('brandHosts').values({ host: 'red.example', brandId: 'red' }).execute();
    expect(await readText('/terms')).toMatch(/"document":"terms","text":""/);
    const body = { version: 0, text: 'Terms of Red for prerendered-name.' };
    await portal.call(legal.update, { token, params: { id: 'red', document: 'terms' }, body });
    // The text is inserted unchanged, although it contains a placeholder of the build.
    expect(await readText('/terms', { host: 'red.example' })).toContain('Terms of Red for prerendered-name.');
    expect(await readText('/terms')).not.toContain('Terms of Red');
    await portal.close();
  });
});
