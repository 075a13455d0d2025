import { absenceCalls } from '@basics/contract/users/absences.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { notes } from '@basics/contract/users/notes.ts';
import { timeline } from '@basics/contract/users/timeline.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { days, minutes } from '#server/platform/clock/clock.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createSession } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { assignSalesman, openStaffedPortal } from '#server/testing/records/staff.ts';

/** Opens a portal with a customer in Germany, where Ada is the salesman, and with Ben, the salesman of Norway. */
async function openWithCustomer(kind: DatabaseKind) {
  const fixture = await openStaffedPortal(kind);
  const { portal } = fixture;
  const ben = await portal.addUser({ login: 'ben@portal.example', profileId: 2 });
  await assignSalesman(portal.database, ben, 'NO', 'blue');
  const customer = await portal.addUser({ login: 'grace@customer.example', country: 'DE' });
  const params = { id: customer };
  const signInBen = () => createSession(portal, { id: ben, login: 'ben@portal.example', profileID: 2 });
  const write = async (token: string, body: Record<string, unknown>) => {
    const reply = await portal.call(notes.createNote, { token, params, body });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return notes.createNote.reply.parse(reply.body);
  };
  const change = async (token: string, noteId: number, body: Record<string, unknown>) =>
    portal.call(notes.changeNote, { token, params: { ...params, noteId }, body });
  const readTimeline = async (token: string) =>
    timeline.timeline.reply.parse((await portal.call(timeline.timeline, { token, params })).body);
  const readDue = async (token: string) => {
    const { followUps } = staffInbox.inbox.reply.parse((await portal.call(staffInbox.inbox, { token })).body);
    const counts = staffInbox.counts.reply.parse((await portal.call(staffInbox.counts, { token })).body);
    expect(counts.followUps.total).toBe(followUps.total);
    return followUps.items.map(({ text, day }) => `${day} ${text}`);
  };
  return { ...fixture, ben, customer, params, signInBen, write, change, readTimeline, readDue };
}

describe.each(databases)('notes and follow-ups (%s)', (kind) => {
  test('staff write, pin, change and delete notes about a customer; open follow-ups and pinned notes are on top of the timeline', async () => {
    const { portal, asRoot, asAda, write, change, readTimeline, params, customer } = await openWithCustomer(kind);
    const first = await write(asAda, { text: 'Prefers **calls**.' });
    expect(first).toMatchObject({ by: 'Test ada', editedAt: null, canEdit: true, isPinned: false, assignee: null });
    portal.pass(minutes(1));
    const followUp = await write(asAda, { text: 'Call about three PCs', day: '2026-03-12' });
    expect(followUp.assignee?.name).toBe('Test ada');
    const pinned = await write(asRoot, { text: 'Pays by invoice', isPinned: true });
    const texts = async () => {
      const { onTop, items } = await readTimeline(asAda);
      return [
        onTop.map(({ text }) => text),
        items.flatMap((event) => (event.kind === 'note' ? [event.note.text] : [])),
      ];
    };
    expect(await texts()).toEqual([['Call about three PCs', 'Pays by invoice'], ['Prefers **calls**.']]);

    // The text belongs to the author and to administrators; pinning and closing belong to everybody who sees the customer.
    expect(readProblemCode((await change(asAda, pinned.noteId, { text: 'Pays never' })).body)).toBe('NOT_PERMITTED');
    const foreignRemoval = { token: asAda, params: { ...params, noteId: pinned.noteId } };
    expect(readProblemCode((await portal.call(notes.removeNote, foreignRemoval)).body)).toBe('NOT_PERMITTED');
    expect((await change(asAda, pinned.noteId, { isPinned: false })).body).toMatchObject({
      editedAt: null,
      version: 2,
    });
    expect(readProblemCode((await change(asAda, first.noteId, { text: 'x', version: 7 })).body)).toBe('STALE');
    const edited = await change(asRoot, first.noteId, { ...first, text: 'Prefers e-mail.' });
    expect(edited.body).toMatchObject({
      text: 'Prefers e-mail.',
      by: 'Test ada',
      editedAt: '2026-03-10T12:01:00.000Z',
    });
    portal.pass(minutes(1));
    expect((await change(asRoot, followUp.noteId, { isDone: true })).body).toMatchObject({ doneBy: 'Test root' });
    expect(await texts()).toEqual([[], ['Call about three PCs', 'Pays by invoice', 'Prefers e-mail.']]);
    expect((await change(asAda, first.noteId, { isDone: true })).body).toMatchObject({ code: 'INVALID' });

    const list = await portal.call(notes.listNotes, { token: asAda, params, query: { most: 2 } });
    expect(notes.listNotes.reply.parse(list.body)).toMatchObject({ items: { length: 2 }, hasMore: true });
    await portal.call(notes.removeNote, { token: asAda, params: { ...params, noteId: first.noteId } });
    expect(await texts()).toEqual([[], ['Call about three PCs', 'Pays by invoice']]);
    const entries = await findAuditEntries(portal, 'user');
    expect(entries.at(-1)).toMatchObject({ action: 'user.removeNote', before: { text: 'Prefers e-mail.' } });

    // The export of personal data contains the notes, and the deletion of the person deletes them.
    const { body } = await portal.call(users.personalData, { token: asRoot, params });
    expect(JSON.stringify(body)).toContain('Pays by invoice');
    await portal.call(users.remove, { token: asRoot, params: { id: customer }, query: { forGood: 'true' } });
    expect(await portal.database.kysely.selectFrom('notes').selectAll().execute()).toEqual([]);
  });

  test('a follow-up is in the inbox of its assignee from its day on, also of the deputy, and of others only if the assignee no longer sees the customer', async () => {
    const fixture = await openWithCustomer(kind);
    const { portal, root, ada, ben, signInBen, write, change, readDue, params } = fixture;
    let { asRoot, asAda } = fixture;
    let asBen = await signInBen();
    const { noteId } = await write(asAda, { text: '# Call Grace\nAbout three PCs', day: '2026-03-11' });
    await write(asAda, { text: 'For the office', day: '2026-03-10', assigneeId: root });
    expect(await readDue(asAda)).toEqual([]);
    expect(await readDue(asRoot)).toEqual(['2026-03-10 For the office']);
    const foreign = await change(asAda, noteId, { assigneeId: ben });
    expect(foreign.body).toMatchObject({
      code: 'INVALID',
      fields: { assigneeId: expect.stringContaining('cannot see') },
    });
    const assignees = await portal.call(notes.assignees, { token: asAda, params });
    expect(assignees.body).toEqual({
      items: [
        { userId: ada, name: 'Test ada' },
        { userId: root, name: 'Test root' },
      ],
    });
    portal.pass(days(1));
    // The sessions of the day before have ended.
    asAda = await portal.signIn('ada@portal.example');
    asRoot = await portal.signIn('root@portal.example');
    asBen = await signInBen();
    expect(await readDue(asAda)).toEqual(['2026-03-11 Call Grace']);
    expect(await readDue(asRoot)).toEqual(['2026-03-10 For the office']);
    expect(await readDue(asBen)).toEqual([]);

    const search = async (token: string, body: Record<string, unknown>) => {
      const reply = await portal.call(notes.searchFollowUps, { token, body });
      return notes.searchFollowUps.reply.parse(reply.body).items.map(({ text }) => text.split('\n')[0]);
    };
    expect(await search(asAda, {})).toEqual(['For the office', '# Call Grace']);
    expect(await search(asAda, { keyword: 'three grace@' })).toEqual(['# Call Grace']);
    expect(await search(asAda, { assigneeId: root })).toEqual(['For the office']);
    expect(await search(asAda, { until: '2026-03-10' })).toEqual(['For the office']);
    expect(await search(asAda, { state: 'done' })).toEqual([]);
    expect(await search(asBen, {})).toEqual([]);

    const absence = { deputyId: ben, from: '2026-03-11', until: '2026-03-12' };
    await portal.call(absenceCalls.setAbsence, { token: asAda, params: { id: ada }, body: absence });
    expect(await readDue(await signInBen()), 'the deputy').toEqual(['2026-03-11 Call Grace']);
    await portal.call(absenceCalls.endAbsence, { token: asAda, params: { id: ada } });

    await portal.database.kysely.deleteFrom('countryBrandSalesmen').where('salesmanId', '=', ada).execute();
    await assignSalesman(portal.database, ben, 'DE', 'blue');
    expect(await readDue(await signInBen()), 'the new salesman').toEqual(['2026-03-11 Call Grace']);
    expect(await readDue(asAda)).toEqual([]);
    expect(readProblemCode((await change(asAda, noteId, { isDone: true })).body)).toBe('USER_NOT_FOUND');
    await change(await signInBen(), noteId, { isDone: true });
    expect(await readDue(await signInBen())).toEqual([]);
    expect(await search(asRoot, { state: 'done' })).toEqual(['# Call Grace']);
  });

  test('nobody sees the notes about themselves, and no customer sees any', async () => {
    const { portal, asRoot, asAda, ada, params, write } = await openWithCustomer(kind);
    await write(asRoot, { text: 'Secret remark', day: '2026-03-10', isPinned: true });
    const body = { text: 'Secret remark', day: '2026-03-10' };
    await portal.call(notes.createNote, { token: asRoot, params: { id: ada }, body });
    const own = { token: asAda, params: { id: ada } };
    const replies = [
      await portal.call(notes.listNotes, own),
      await portal.call(timeline.timeline, own),
      await portal.call(notes.listNotes, { token: await portal.signIn('grace@customer.example'), params }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 200, 403]);
    expect(JSON.stringify(replies.map((reply) => reply.body))).not.toContain('Secret remark');
    const search = await portal.call(notes.searchFollowUps, { token: asAda, body: {} });
    expect(notes.searchFollowUps.reply.parse(search.body).items.map(({ about }) => about.userId)).toEqual([params.id]);
  });
});
