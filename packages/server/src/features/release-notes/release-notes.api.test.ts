import type { Body } from '@basics/contract/calls/endpoint.ts';
import { releaseNote, releaseNotes, type ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { createTooLongMessage } from '@basics/contract/texts/sign-in-messages.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { describe, expect, test } from 'vitest';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import {
  databases,
  createTestDatabase,
  type DatabaseKind,
  defaultDatabases,
} from '#server/testing/database/databases.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal } from '#server/testing/portal.ts';
import { bulkReleaseNotes } from '@basics/contract/calls/bulk.ts';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { days } from '#server/platform/clock/clock.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';

const noteInput: Body<typeof releaseNotes.create> = {
  title: 'Basics 1.3: price lists',
  description: 'A parts list can show **prices**.',
  version: '1.3.0',
  releaseDate: '2026-03-01',
  status: 'published',
};

async function openFixture(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const { token: asRoot } = await addPerson(portal, { profileId: 1 });
  const addNote = async (but: Partial<typeof noteInput> = {}): Promise<ReleaseNote> => {
    const { status, body } = await portal.call(releaseNotes.create, {
      token: asRoot,
      body: { ...noteInput, ...but },
    });
    expect(status).toBe(200);
    return releaseNote.parse(body);
  };
  const searchNotes = async (body: Record<string, unknown>) => {
    const response = await portal.call(releaseNotes.search, { token: asRoot, body });
    return releaseNotes.search.reply.parse(response.body);
  };
  const listNotes = async (body: Record<string, unknown> = {}) =>
    releaseNotes.list.reply.parse((await portal.call(releaseNotes.list, { body })).body);
  const listAuditEntries = async () => {
    const entries = await findAuditEntries(portal, 'releaseNote');
    return entries.map((entry) => [entry.action, entry.subjectId, entry.before, entry.after]);
  };
  return { portal, asRoot, addNote, searchNotes, listNotes, listAuditEntries };
}

const listTitles = ({ items }: { items: readonly ReleaseNote[] }): string[] => items.map(({ title }) => title);

describe.each(defaultDatabases)('release notes (%s)', (kind) => {
  test('release notes are exported as CSV with drafts, filtered and sorted, and no cell is a formula', async () => {
    const { portal, asRoot, addNote } = await openFixture(kind);
    await addNote({ title: 'Beta', status: 'draft', description: '=HYPERLINK("x")' });
    await addNote({ title: 'Alpha' });
    const exportRows = async (body: Record<string, unknown>) =>
      readCsvCells(await portal.call(releaseNotes.export, { token: asRoot, body }));
    const sort = { field: 'title', direction: 'asc' };
    expect(await exportRows({ sort })).toMatchObject([
      { title: 'Alpha', version: '1.3.0', releaseDate: '2026-03-01', status: 'published' },
      { title: 'Beta', status: 'draft', description: `'=HYPERLINK("x")` },
    ]);
    expect((await exportRows({ status: 'draft' })).map(({ title }) => title)).toEqual(['Beta']);
    expect(await exportRows({ keyword: 'gamma' })).toEqual([]);
  });

  test('a note is written, published and deleted, and each step is in the audit log (T334)', async () => {
    const { portal, asRoot, addNote, listNotes, listAuditEntries } = await openFixture(kind);
    const draftNote = await addNote({ status: 'draft' });
    expect(draftNote).toEqual({ ...noteInput, status: 'draft', releaseId: draftNote.releaseId, rowVersion: 1 });
    expect((await listNotes()).total).toBe(0);
    const params = { id: draftNote.releaseId };
    const updateResponse = await portal.call(releaseNotes.update, {
      token: asRoot,
      params,
      body: { ...noteInput, rowVersion: 1 },
    });
    expect(updateResponse).toMatchObject({
      status: 200,
      body: { ...noteInput, releaseId: draftNote.releaseId, rowVersion: 2 },
    });
    expect((await listNotes()).items).toEqual([updateResponse.body]);
    expect((await portal.call(releaseNotes.remove, { token: asRoot, params })).status).toBe(204);
    expect((await portal.call(releaseNotes.remove, { token: asRoot, params })).status).toBe(404);
    const id = String(draftNote.releaseId);
    expect(await listAuditEntries()).toEqual([
      ['releaseNote.create', id, null, { ...noteInput, status: 'draft' }],
      ['releaseNote.update', id, { status: 'draft' }, { status: 'published' }],
      ['releaseNote.delete', id, noteInput, null],
    ]);
  });

  test('everyone can read published notes, newest release first, in pages of 100 by default (T335)', async () => {
    const { addNote, listNotes } = await openFixture(kind);
    await addNote({ title: 'middle', releaseDate: '2026-02-01' });
    await addNote({ title: 'middle, later', releaseDate: '2026-02-01' });
    await addNote({ title: 'hidden', status: 'draft', releaseDate: '2026-03-03' });
    await addNote({ title: 'new', releaseDate: '2026-03-02' });
    await addNote({ title: 'old', releaseDate: '2025-12-31' });
    const page = await listNotes();
    expect(page).toMatchObject({ total: 4, pageNumber: 1, pageSize: 100 });
    expect(listTitles(page)).toEqual(['new', 'middle, later', 'middle', 'old']);
    expect(listTitles(await listNotes({ pageNumber: 2, pageSize: 3 }))).toEqual(['old']);
    expect(listTitles(await listNotes({ sort: { field: 'releaseDate', direction: 'asc' } }))[0]).toBe('old');
    expect(listTitles(await listNotes({ keyword: 'hidden' }))).toEqual([]);
    expect(listTitles(await listNotes({ keyword: 'MIDDLE later' }))).toEqual(['middle, later']);
  });

  test('the public list cannot return drafts', async () => {
    const { portal, addNote, listNotes } = await openFixture(kind);
    await addNote({ status: 'draft' });
    const { status, body } = await portal.call(releaseNotes.list, { body: { status: 'draft' } });
    expect([status, readProblemCode(body)]).toEqual([422, 'INVALID']);
    expect((await listNotes()).total).toBe(0);
  });

  test('a draft is visible only with the permission to see drafts (T333)', async () => {
    const { portal, asRoot, addNote } = await openFixture(kind);
    const draft = await addNote({ status: 'draft' });
    const publishedNote = await addNote();
    const readNote = async (token: string | null, id: number) => {
      const { status, body } = await portal.call(releaseNotes.get, { token, params: { id } });
      return status === 200 ? releaseNote.parse(body).status : readProblemCode(body);
    };
    for (const profileId of [2, 3, 7, 99, null]) {
      const token = profileId === null ? null : (await addPerson(portal, { profileId })).token;
      expect(await readNote(token, draft.releaseId)).toBe('RESULTS_NOT_FOUND');
      expect(await readNote(token, publishedNote.releaseId)).toBe('published');
    }
    expect(await readNote(asRoot, draft.releaseId)).toBe('draft');
    expect(await readNote(asRoot, 999_999)).toBe('RESULTS_NOT_FOUND');
  });

  test('staff search all notes by their words, filter by status, and sort by the shown columns (T337)', async () => {
    const { portal, addNote, searchNotes } = await openFixture(kind);
    await addNote({
      title: 'apple',
      version: '1.10.0',
      releaseDate: '2026-01-03',
      description: 'Ångström and 100%_sure',
    });
    await addNote({ title: 'Banana', version: '1.9.0', releaseDate: '2026-01-01', status: 'draft' });
    await addNote({ title: 'cherry', version: '1.2.0', releaseDate: '2026-01-02' });
    const listTitlesSortedBy = async (field: string, direction = 'asc') =>
      listTitles(await searchNotes({ sort: { field, direction } }));
    expect(listTitles(await searchNotes({}))).toEqual(['apple', 'cherry', 'Banana']);
    expect(await listTitlesSortedBy('title')).toEqual(['apple', 'Banana', 'cherry']);
    expect(await listTitlesSortedBy('version')).toEqual(['cherry', 'Banana', 'apple']);
    expect(await listTitlesSortedBy('version', 'desc')).toEqual(['apple', 'Banana', 'cherry']);
    expect(await listTitlesSortedBy('releaseDate')).toEqual(['Banana', 'cherry', 'apple']);
    expect(await listTitlesSortedBy('status')).toEqual(['Banana', 'apple', 'cherry']);
    expect(listTitles(await searchNotes({ status: 'draft' }))).toEqual(['Banana']);
    expect(listTitles(await searchNotes({ keyword: 'angstrom APPLE' }))).toEqual(['apple']);
    expect(listTitles(await searchNotes({ keyword: '0%_s' }))).toEqual(['apple']);
    expect(listTitles(await searchNotes({ keyword: '%' }))).toEqual(['apple']);
    expect(listTitles(await searchNotes({ keyword: '1.9.0' }))).toEqual(['Banana']);
    expect(await searchNotes({ pageSize: 1, pageNumber: 2 })).toMatchObject({ total: 3, pageSize: 1, pageNumber: 2 });
    const { token } = await addPerson(portal, { profileId: 2 });
    expect((await portal.call(releaseNotes.search, { token, body: {} })).status).toBe(403);
  });

  test('a changed note is found by its new words and no longer by its old words', async () => {
    const { portal, asRoot, addNote, searchNotes } = await openFixture(kind);
    const { releaseId } = await addNote({ title: 'before' });
    const body = { ...noteInput, title: 'afterwards' };
    await portal.call(releaseNotes.update, { token: asRoot, params: { id: releaseId }, body });
    expect((await searchNotes({ keyword: 'before' })).total).toBe(0);
    expect((await searchNotes({ keyword: 'afterwards' })).total).toBe(1);
  });

  test('each wrong value is refused with a message for its field, and nothing is written', async () => {
    const { portal, asRoot, searchNotes } = await openFixture(kind);
    const dayFormat = 'Enter a day like 2027-03-31.';
    const refusedInputs: [Record<string, unknown>, Record<string, string>][] = [
      [{ title: ' ' }, { title: fieldMessages.title }],
      [{ description: '' }, { description: fieldMessages.description }],
      [{ version: '' }, { version: fieldMessages.version }],
      [{ releaseDate: ' ' }, { releaseDate: fieldMessages.date }],
      [{ title: 'x'.repeat(201) }, { title: createTooLongMessage(200) }],
      [{ description: 'x'.repeat(20_001) }, { description: createTooLongMessage(20_000) }],
      [{ releaseDate: '2026-02-30' }, { releaseDate: dayFormat }],
      [{ releaseDate: '1 March 2026' }, { releaseDate: dayFormat }],
      [{ releaseDate: '2026-03-01T00:00:00Z' }, { releaseDate: dayFormat }],
      [{ status: 'deleted' }, { status: 'This value is not allowed. Use one of these: draft, published.' }],
      [{ description: 'a\0b' }, { description: fieldMessages.notAllowed }],
      [{ releaseId: 3 }, { releaseId: serverMessages.unknownField }],
    ];
    for (const [wrong, fields] of refusedInputs) {
      const response = await portal.call(releaseNotes.create, { token: asRoot, body: { ...noteInput, ...wrong } });
      expect([response.status, Object(response.body).fields]).toEqual([422, fields]);
    }
    expect((await searchNotes({})).total).toBe(0);
  });

  test('a missing value is refused with exactly the message of the specification', async () => {
    const { portal, asRoot } = await openFixture(kind);
    const { body } = await portal.call(releaseNotes.create, { token: asRoot, body: { status: 'draft' } });
    expect(body).toMatchObject({
      code: 'INVALID',
      fields: {
        title: 'Title is required.',
        description: 'Description is required.',
        version: 'Version is required.',
        releaseDate: 'Date is required.',
      },
    });
  });

  test('the second of two changes to one note is refused with STALE; without a row version the second change overwrites the first change', async () => {
    const { portal, asRoot, addNote, listAuditEntries } = await openFixture(kind);
    const { releaseId } = await addNote();
    const changeNote = (body: Record<string, unknown>) =>
      portal.call(releaseNotes.update, { token: asRoot, params: { id: releaseId }, body: { ...noteInput, ...body } });
    expect((await changeNote({ title: 'first', rowVersion: 1 })).body).toMatchObject({ title: 'first', rowVersion: 2 });
    const lateResponse = await changeNote({ title: 'second', rowVersion: 1 });
    expect([lateResponse.status, readProblemCode(lateResponse.body)]).toEqual([409, 'STALE']);
    expect((await changeNote({ title: 'third' })).body).toMatchObject({ title: 'third', rowVersion: 3 });
    const entriesBefore = await listAuditEntries();
    expect((await changeNote({ title: 'third', rowVersion: 3 })).body).toMatchObject({ rowVersion: 3 });
    expect(await listAuditEntries()).toEqual(entriesBefore);
  });

  test('several notes are deleted in one call, with an outcome for each id (T336)', async () => {
    const { portal, asRoot, addNote, listNotes, listAuditEntries } = await openFixture(kind);
    const [one, two, three] = [await addNote(), await addNote(), await addNote()];
    const body = [one.releaseId, 999_999, two.releaseId, one.releaseId];
    const response = await portal.call(releaseNotes.removeMany, { token: asRoot, body });
    expect(response.body).toEqual({
      results: [
        { id: one.releaseId, outcome: 'deleted' },
        { id: 999_999, outcome: 'notFound' },
        { id: two.releaseId, outcome: 'deleted' },
      ],
    });
    expect((await listNotes()).items.map(({ releaseId }) => releaseId)).toEqual([three.releaseId]);
    const actions = (await listAuditEntries()).map(([action]) => action);
    expect(actions.filter((action) => action === 'releaseNote.delete')).toHaveLength(2);
  });
});

describe.each(databases)('simultaneous changes of release notes (%s)', (kind) => {
  test('exactly one of many simultaneous changes of a release note succeeds', async () => {
    const { portal, asRoot, addNote } = await openFixture(kind);
    const { releaseId } = await addNote();
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        portal.call(releaseNotes.update, {
          token: asRoot,
          params: { id: releaseId },
          body: { ...noteInput, title: `change ${at}`, rowVersion: 1 },
        }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  });
});

describe.each(defaultDatabases)('the feed (%s)', (kind) => {
  test('the feed contains published notes, newest first, with links to PUBLIC_URL', async () => {
    const { portal, addNote } = await openFixture(kind);
    const oldNote = await addNote({ title: 'old', releaseDate: '2025-01-01' });
    await addNote({ title: 'hidden', status: 'draft' });
    const newestNote = await addNote({ title: 'a < b & "c"' });
    const { statusCode, headers, body } = await portal.http.inject('/release-notes/feed.xml');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['last-modified']).toBe(new Date(portal.now()).toUTCString());
    const feedIds = [...body.matchAll(/<id>([^<]+)<\/id>/g)].map(([, id]) => id);
    const page = 'http://localhost:3000/release-notes';
    expect(feedIds).toEqual([page, `${page}/${newestNote.releaseId}`, `${page}/${oldNote.releaseId}`]);
    expect(body).toContain('<title>a &#60; b &#38; &#34;c&#34;</title>');
    expect(body).not.toContain('hidden');
  });

  test('the feed contains the name of the brand that belongs to the host name', async () => {
    const { portal } = await openFixture(kind);
    await portal.database.kysely.insertInto('brandHosts').values({ host: 'red.example', brandId: 'red' }).execute();
    const fetchFeedTitle = async (host: string) => {
      const { body } = await portal.http.inject({ url: '/release-notes/feed.xml', headers: { host } });
      return /<title>([^<]+)/.exec(body)?.[1];
    };
    expect(await fetchFeedTitle('red.example')).toBe('Basics Red release notes');
    expect(await fetchFeedTitle('localhost')).toBe('Basics Blue release notes');
  });

  test('the feed is sent again only after a note was changed or deleted', async () => {
    const { portal, asRoot, addNote } = await openFixture(kind);
    const { releaseId } = await addNote();
    await addNote({ title: 'older', releaseDate: '2025-01-01' });
    const fetchFeed = async (entityTag?: string) =>
      portal.http.inject({
        url: '/release-notes/feed.xml',
        headers: entityTag === undefined ? {} : { 'if-none-match': entityTag },
      });
    const entityTag = String((await fetchFeed()).headers['etag']);
    for (const knownTags of [entityTag, entityTag.replace('W/', ''), `"other", ${entityTag}`, '*']) {
      const unresponseAfterChange = await fetchFeed(knownTags);
      expect([
        unresponseAfterChange.statusCode,
        unresponseAfterChange.body,
        unresponseAfterChange.headers['etag'],
      ]).toEqual([304, '', entityTag]);
    }
    expect((await fetchFeed('"other"')).statusCode).toBe(200);
    await portal.call(releaseNotes.remove, { token: asRoot, params: { id: releaseId } });
    const responseAfterChange = await fetchFeed(entityTag);
    expect(responseAfterChange.statusCode).toBe(200);
    expect(responseAfterChange.body).not.toContain(`/release-notes/${releaseId}<`);
  });
});

const noteFields = { description: 'New', version: '1.3.0', releaseDate: '2026-03-01', status: 'published' };

describe.each(databases)('the bin of release notes (%s)', (kind) => {
  test('a deleted note can be restored with its id for 30 days, and then is deleted for good', async () => {
    const { portal, root } = await openStaffedPortal(kind);
    const administrator = { id: root, login: 'root@portal.example', profileID: 1 };
    let token = await createSession(portal, administrator);
    const addNote = async (title: string) =>
      releaseNote.parse((await portal.call(releaseNotes.create, { token, body: { ...noteFields, title } })).body);
    const firstNote = await addNote('First');
    const secondNote = await addNote('Second');
    const listPublished = async () => {
      const page = releaseNotes.list.reply.parse((await portal.call(releaseNotes.list, { body: {} })).body);
      return page.items.map(({ title }) => title).toSorted();
    };
    const listBin = async () =>
      releaseNotes.bin.reply
        .parse((await portal.call(releaseNotes.bin, { token })).body)
        .items.map(({ title, keptUntil }) => `${title} until ${keptUntil}`);
    const restoreNote = (id: number) => portal.call(releaseNotes.restore, { token, params: { id } });
    const canReadNote = async (id: number) =>
      (await portal.call(releaseNotes.get, { token, params: { id } })).status === 200;

    await portal.call(releaseNotes.remove, { token, params: { id: firstNote.releaseId } });
    await portal.call(releaseNotes.removeMany, { token, body: [secondNote.releaseId] });
    expect(await listPublished()).toEqual([]);
    expect(await canReadNote(firstNote.releaseId)).toBe(false);
    const removeResponse = await portal.call(releaseNotes.removeMany, { token, body: [firstNote.releaseId] });
    expect(removeResponse.body).toEqual({ results: [{ id: firstNote.releaseId, outcome: 'notFound' }] });
    const binDeadline = new Date(portal.now() + days(30)).toISOString().slice(0, 10);
    expect(await listBin()).toEqual([`Second until ${binDeadline}`, `First until ${binDeadline}`]);

    expect((await restoreNote(firstNote.releaseId)).body).toEqual(firstNote);
    expect((await restoreNote(firstNote.releaseId)).status).toBe(404);
    expect(await listPublished()).toEqual(['First']);

    const purgeBin = (laterMs: number) =>
      purgeExpired({
        database: portal.database,
        clock: () => portal.now() + laterMs,
        queueLetter: openOutbox(portal.database).queueLetter,
      });
    await purgeBin(days(30) - 1);
    token = await createSession(portal, administrator);
    expect(await listBin()).toHaveLength(1);
    await purgeBin(days(30));
    token = await createSession(portal, administrator);
    expect(await listBin()).toEqual([]);
    expect(await canReadNote(firstNote.releaseId)).toBe(true);
  });

  test('the preview of a deletion returns the outcome for each id, and deletes nothing', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const body = { ...noteFields, title: 'First' };
    const { releaseId } = releaseNote.parse((await portal.call(releaseNotes.create, { token, body })).body);
    const previewDeletion = () => portal.call(bulkReleaseNotes.previewDeletion, { token, body: [999_999, releaseId] });
    const expectedResults = [
      { id: 999_999, outcome: 'notFound' },
      { id: releaseId, outcome: 'done', effect: 'deleted' },
    ];
    expect((await previewDeletion()).body).toMatchObject({ results: expectedResults });
    expect((await previewDeletion()).body, 'the note still exists').toMatchObject({ results: expectedResults });
    expect(releaseNotes.bin.reply.parse((await portal.call(releaseNotes.bin, { token })).body).items).toEqual([]);
  });
});
