import { companies } from '@basics/contract/companies/companies.ts';
import { companyNotes } from '@basics/contract/companies/company-notes.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { notes } from '@basics/contract/users/notes.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock/clock.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { databases, repeatTimes, type DatabaseKind } from '#server/testing/database/databases.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { assignSalesman, openStaffedPortal } from '#server/testing/records/staff.ts';

/**
 * Opens a portal with a company of two people: a manager in Germany, where Ada is the salesman, and a member in Japan. Ben is the salesman of
 * Norway, where nobody of the company is.
 */
async function openWithCompany(kind: DatabaseKind) {
  const fixture = await openStaffedPortal(kind);
  const { portal, asRoot } = fixture;
  const ben = await addPerson(portal, { profileId: 2 });
  await assignSalesman(portal.database, ben.id, 'NO', 'blue');
  const manager = await addPerson(portal, { grants: [], country: 'DE' });
  const far = await addPerson(portal, { grants: [], country: 'JP' });
  const body = { name: 'Granite Works', managers: [manager.id], members: [far.id] };
  const created = await portal.call(companies.create, { token: asRoot, body });
  const params = { id: companies.create.reply.parse(created.body).companyId };
  const seats = { tool: 'basics', brand: 'blue', pcs: 5, reason: 'Order 4711' };
  expect((await portal.call(companies.setSeats, { token: asRoot, params, body: seats })).status).toBe(200);
  const write = async (token: string, fields: Record<string, unknown>) => {
    const reply = await portal.call(companyNotes.createNote, { token, params, body: fields });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return companyNotes.createNote.reply.parse(reply.body);
  };
  const change = (token: string, noteId: number, fields: Record<string, unknown>) =>
    portal.call(companyNotes.changeNote, { token, params: { ...params, noteId }, body: fields });
  const readTimeline = async (token: string) =>
    companyNotes.timeline.reply.parse((await portal.call(companyNotes.timeline, { token, params })).body);
  const readDue = async (token: string) => {
    const { followUps } = staffInbox.inbox.reply.parse((await portal.call(staffInbox.inbox, { token })).body);
    return followUps.items.map(({ name, companyId, userId, text }) => ({ name, companyId, userId, text }));
  };
  return { ...fixture, ben, manager, far, params, write, change, readTimeline, readDue };
}

describe.each(databases)('the notes and the history of a company (%s)', (kind) => {
  test('staff write notes about a company, which are in its history with the seats, and the licences and removed PCs of the members in scope', async () => {
    const opened = await openWithCompany(kind);
    const { portal, asRoot, asAda, params, manager, far, write, change, readTimeline } = opened;
    for (const person of [manager, far]) {
      portal.pass(minutes(1));
      const verificationCode = createCode(createMachine(`PC-${person.id}`), { at: portal.now() });
      const issue = { token: person.token, params: { id: person.id }, body: { verificationCode } };
      expect((await portal.call(licenses.issue, issue)).status).toBe(200);
    }
    portal.pass(minutes(1));
    const first = await write(asAda, { text: 'Prefers **calls**.' });
    const followUp = await write(asAda, { text: 'Offer five more PCs', day: '2026-03-12' });
    expect(followUp.assignee?.name).toBe('Test ada');
    await write(asRoot, { text: 'Pays by invoice', isPinned: true });

    const describeItems = async (token: string) => {
      const { items, onTop } = await readTimeline(token);
      const events = items.map((event) => {
        if (event.kind === 'note') return event.note.text;
        if (event.kind === 'companyChange') return `${event.action} ${event.pcs?.after ?? ''} ${event.reason ?? ''}`;
        return `${event.kind} ${event.person?.userId === manager.id ? 'manager' : 'far'}`;
      });
      return { events, onTop: onTop.map(({ text }) => text) };
    };
    const onTop = ['Offer five more PCs', 'Pays by invoice'];
    const changes = ['company.setSeats 5 Order 4711', 'company.join  ', 'company.create  '];
    const licensesIn = (events: string[]) => events.filter((event) => event.startsWith('licenseIssued'));
    const forRoot = await describeItems(asRoot);
    expect(forRoot.onTop).toEqual(onTop);
    expect(forRoot.events[0]).toBe('Prefers **calls**.');
    expect(licensesIn(forRoot.events)).toEqual(['licenseIssued far', 'licenseIssued manager']);
    expect(forRoot.events.slice(-3)).toEqual(changes);
    const { machineId } = await portal.database.kysely
      .selectFrom('machines')
      .select('id as machineId')
      .where('userId', '=', manager.id)
      .executeTakeFirstOrThrow();
    portal.pass(minutes(1));
    const release = { token: manager.token, params: { id: manager.id, machineId } };
    expect((await portal.call(licenseAdmin.release, { ...release, body: {} })).status).toBe(200);
    const removed = {
      kind: 'change',
      action: 'machine.release',
      machineName: `PC-${manager.id}`,
      person: { userId: manager.id },
    };
    expect((await readTimeline(asAda)).items[0]).toMatchObject(removed);
    const forAda = await describeItems(asAda);
    expect(licensesIn(forAda.events), 'a salesman sees the members in scope').toEqual(['licenseIssued manager']);
    expect(JSON.stringify(await readTimeline(asAda))).not.toContain(`PC-${far.id}`);

    expect(readProblemCode((await change(asAda, first.noteId, { text: 'x', version: 7 })).body)).toBe('STALE');
    const edited = await change(asRoot, first.noteId, { ...first, text: 'Prefers e-mail.' });
    expect(edited.body).toMatchObject({
      text: 'Prefers e-mail.',
      by: 'Test ada',
      editedAt: '2026-03-10T12:04:00.000Z',
    });
    const removal = { token: asAda, params: { ...params, noteId: first.noteId } };
    expect((await portal.call(companyNotes.removeNote, removal)).status).toBe(204);
    const entries = (await findAuditEntries(portal, 'company')).filter(({ action }) => action.endsWith('Note'));
    expect(entries.map(({ action }) => action)).toEqual([
      'company.addNote',
      'company.addNote',
      'company.addNote',
      'company.changeNote',
      'company.removeNote',
    ]);
    expect(JSON.stringify(entries), 'entries about a company are never erased').not.toMatch(/Prefers|Offer|invoice/);
  });

  test('a follow-up about a company waits for its assignee, and for everybody who sees the company when the assignee no longer does', async () => {
    const { portal, asRoot, asAda, ada, ben, params, write, change, readDue } = await openWithCompany(kind);
    const due = { name: 'Granite Works', companyId: params.id, userId: null, text: 'Offer five more PCs' };
    const { noteId } = await write(asRoot, { text: 'Offer five more PCs', day: '2026-03-10', assigneeId: ada });
    await write(asAda, { text: 'Later', day: '2026-03-11' });
    expect(await readDue(asAda)).toEqual([due]);
    expect(await readDue(asRoot)).toEqual([]);
    expect(await readDue(ben.token)).toEqual([]);
    expect((await portal.call(companyNotes.assignees, { token: asAda, params })).body).toMatchObject({
      items: [{ name: 'Test ada' }, { name: 'Test root' }],
    });
    expect((await change(asAda, noteId, { assigneeId: ben.id })).body).toMatchObject({
      code: 'INVALID',
      fields: { assigneeId: expect.stringContaining('cannot see') },
    });
    const search = async (token: string, keyword: string) => {
      const { body } = await portal.call(notes.searchFollowUps, { token, body: { keyword } });
      return notes.searchFollowUps.reply.parse(body).items.map(({ about }) => about);
    };
    const about = { userId: null, companyId: params.id, name: 'Granite Works', company: 'Granite Works' };
    expect(await search(asAda, 'granite offer')).toEqual([about]);
    expect(await search(ben.token, 'granite')).toEqual([]);

    await portal.database.kysely.deleteFrom('countryBrandSalesmen').where('salesmanId', '=', ada).execute();
    expect(await readDue(asAda)).toEqual([]);
    expect(await readDue(asRoot), 'nobody else would do it').toEqual([due]);
    expect((await change(asRoot, noteId, { isDone: true })).body).toMatchObject({ doneBy: 'Test root' });
    expect(await readDue(asRoot)).toEqual([]);
  });

  test('neither the people of a company nor a salesman of another country see or write its notes', async () => {
    const { portal, asAda, ben, manager, far, params, write } = await openWithCompany(kind);
    const { noteId } = await write(asAda, { text: 'Secret remark', day: '2026-03-10', isPinned: true });
    const attempt = async (token: string) => {
      const about = { token, params };
      const aboutNote = { ...about, params: { ...params, noteId } };
      return Promise.all([
        portal.call(companyNotes.timeline, about),
        portal.call(companyNotes.assignees, about),
        portal.call(companyNotes.createNote, { ...about, body: { text: 'Mine' } }),
        portal.call(companyNotes.changeNote, { ...aboutNote, body: { isDone: true } }),
        portal.call(companyNotes.removeNote, aboutNote),
      ]);
    };
    for (const { token } of [manager, far])
      expect((await attempt(token)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const replies = await attempt(ben.token);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(JSON.stringify(replies.map(({ body }) => body))).not.toMatch(/Secret remark|Granite Works/);
  });
});

describe.each(databases)('the managers of a company (%s)', (kind) => {
  test('of two managers who give up at the same moment, one stays (T675)', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const managers = [await addPerson(portal, { grants: [] }), await addPerson(portal, { grants: [] })];
    const body = { name: 'Two Managers', managers: managers.map(({ id }) => id) };
    const created = await portal.call(companies.create, { token: asRoot, body });
    const { companyId: id } = companies.create.reply.parse(created.body);
    const setRole = (token: string, userId: number, role: 'manager' | 'member') =>
      portal.call(companyPeople.setRole, { token, params: { id, userId }, body: { role } });
    for (let round = 0; round < repeatTimes(10, 200); round++) {
      const replies = await Promise.all(managers.map((person) => setRole(person.token, person.id, 'member')));
      const codes = replies.map((reply) => readProblemCode(reply.body) ?? reply.status);
      expect(new Set(codes), `round ${round}`).toEqual(new Set([200, 'LAST_MANAGER']));
      const stayed = managers[codes.indexOf('LAST_MANAGER')];
      const left = managers[codes.indexOf(200)];
      expect((await setRole(stayed?.token ?? '', left?.id ?? 0, 'manager')).status, `round ${round}`).toBe(200);
    }
  });
});
