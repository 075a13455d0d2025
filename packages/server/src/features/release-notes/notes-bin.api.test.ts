import { bulkReleaseNotes } from '@basics/contract/calls/bulk.ts';
import { releaseNote, releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { describe, expect, test } from 'vitest';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { days } from '#server/platform/clock/clock.ts';
import { databases } from '#server/testing/database/databases.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { createSession } from '#server/testing/records/people.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';

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
    const listTitles = async () => {
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
    expect(await listTitles()).toEqual([]);
    expect(await canReadNote(firstNote.releaseId)).toBe(false);
    const removeResponse = await portal.call(releaseNotes.removeMany, { token, body: [firstNote.releaseId] });
    expect(removeResponse.body).toEqual({ results: [{ id: firstNote.releaseId, outcome: 'notFound' }] });
    const binDeadline = new Date(portal.now() + days(30)).toISOString().slice(0, 10);
    expect(await listBin()).toEqual([`Second until ${binDeadline}`, `First until ${binDeadline}`]);

    expect((await restoreNote(firstNote.releaseId)).body).toEqual(firstNote);
    expect((await restoreNote(firstNote.releaseId)).status).toBe(404);
    expect(await listTitles()).toEqual(['First']);

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
