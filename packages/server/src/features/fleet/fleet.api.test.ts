import { fleet } from '@basics/contract/fleet/fleet.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { describe, expect, test } from 'vitest';
import { days, minutes } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { readQueryPlans } from '#server/testing/database/plans.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';
import { countFleet } from './count-fleet.ts';
import { countPcsInRange } from './fleet.repository.ts';

/**
 * Opens a portal with the salesman Ada, two customers in Germany whom Ada sees, and a customer in France whom Ada does
 * not see. The PCs of the three customers use the versions 1.0.1 and 1.2.0.
 */
async function openFleet(kind: DatabaseKind) {
  const fixture = await openStaffedPortal(kind);
  const { portal, asRoot } = fixture;
  const { database } = portal;
  const grete = await addPerson(portal, { country: 'DE', login: 'grete@acme.example' });
  const hans = await addPerson(portal, { country: 'DE', login: 'hans@acme.example' });
  const claire = await addPerson(portal, { country: 'FR', login: 'claire@far.example' });
  const issue = async (person: Person, pc: string, version: string) => {
    const body = { verificationCode: createCode(createMachine(pc), { at: portal.now() }) };
    const response = await portal.call(licenses.issue, { token: person.token, params: { id: person.id }, body });
    const { licenseId } = licenseShape.parse(response.body);
    await database.kysely.updateTable('licenses').set({ toolVersion: version }).where('id', '=', licenseId).execute();
    return licenseId;
  };
  const gretesOldPc = await issue(grete, 'ONE', '1.0.1');
  await issue(grete, 'TWO', '1.2.0');
  await issue(hans, 'THREE', '1.0.1');
  await issue(claire, 'FOUR', '1.0.1');
  const countVersions = () => countFleet({ database, clock: portal.now });
  await countVersions();
  const readFleet = async (token: string, query: Record<string, string> = {}) => {
    const counts = fleet.versions.reply.parse((await portal.call(fleet.versions, { token, query })).body);
    return {
      ...counts,
      versions: counts.versions.map(({ version, pcs }) => [version, pcs]),
      countries: counts.countries.map(({ country, pcs }) => [country, pcs]),
    };
  };
  const noteBody = {
    title: 'Faster drawings',
    description: 'Large **drawings**.',
    version: '1.3.0',
    releaseDate: '2026-03-01',
  };
  const createNote = async (status: 'draft' | 'published') => {
    const { body } = await portal.call(releaseNotes.create, { token: asRoot, body: { ...noteBody, status } });
    return releaseNotes.create.reply.parse(body).releaseId;
  };
  const sendNote = async (token: string, body: Record<string, unknown>) => {
    const selection = { tool: 'basics', versions: ['1.0.1'], ...body };
    return fleet.sendNote.reply.parse((await portal.call(fleet.sendNote, { token, body: selection })).body);
  };
  const readMailing = async (token: string, mailingId: number) =>
    (await portal.call(fleet.mailing, { token, params: { mailingId } })).body;
  const notes = { createNote, sendNote, readMailing };
  return { ...fixture, grete, hans, claire, gretesOldPc, countVersions, readFleet, ...notes };
}

describe.each(databases)('the page "Versions in use", which counts PCs by version (%s)', (kind) => {
  test("PCs of customers in the viewer's scope are counted by version, country and age; PCs of other customers are not (T274)", async () => {
    const { portal, root, ada, asRoot, asAda, gretesOldPc, countVersions, readFleet } = await openFleet(kind);
    const { database } = portal;
    expect(await readFleet(asRoot)).toMatchObject({
      tool: 'basics',
      tools: [{ tool: 'basics', pcs: 4 }],
      versions: [
        ['1.2.0', 1],
        ['1.0.1', 3],
      ],
      countries: [
        ['DE', 3],
        ['FR', 1],
      ],
      brands: [{ brand: 'blue', pcs: 4 }],
    });
    expect(await readFleet(asRoot, { country: 'FR' })).toMatchObject({ versions: [['1.0.1', 1]] });
    expect(await readFleet(asRoot, { version: '1.2.0' })).toMatchObject({ countries: [['DE', 1]] });
    expect(await readFleet(asRoot, { brand: 'red' })).toMatchObject({ versions: [] });
    expect(await readFleet(asAda)).toMatchObject({
      tools: [{ tool: 'basics', pcs: 3 }],
      versions: [
        ['1.2.0', 1],
        ['1.0.1', 2],
      ],
      countries: [['DE', 3]],
    });
    expect(await readFleet(asAda, { country: 'FR' })).toMatchObject({ versions: [] });
    await database.kysely.deleteFrom('countryBrandSalesmen').where('salesmanId', '=', ada).execute();
    expect(await readFleet(asAda)).toMatchObject({ tools: [], versions: [], countries: [] });

    await database.kysely
      .updateTable('licenses')
      .set({ revokedAt: portal.now() })
      .where('id', '=', gretesOldPc)
      .execute();
    portal.pass(days(200));
    await countVersions();
    const token = await createSession(portal, { id: root, login: 'root@portal.example', profileID: 1 });
    const laterReply = await portal.call(fleet.versions, { token });
    expect(fleet.versions.reply.parse(laterReply.body).versions).toEqual([
      { version: '1.2.0', pcs: 1, ages: [0, 0, 1, 0] },
      { version: '1.0.1', pcs: 2, ages: [0, 0, 2, 0] },
    ]);
  });

  test('licences are counted in several ranges of ids, and the total is the sum of all ranges', async () => {
    const { portal, asRoot, readFleet } = await openFleet(kind);
    const { database } = portal;
    await countFleet({ database, clock: portal.now, rangeSize: 1 });
    expect((await readFleet(asRoot)).versions).toEqual([
      ['1.2.0', 1],
      ['1.0.1', 3],
    ]);
    // The query plan is tested only on SQLite: with so few rows, PostgreSQL does not choose the index.
    if (kind === 'PostgreSQL') return;
    const plans = await readQueryPlans(database.kysely, kind, (db) =>
      countPcsInRange(db, { after: 0, upTo: 5000 }, portal.now()),
    );
    expect(plans.join()).toMatch(/^SEARCH licenses USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/m);
  });

  test('a PC whose licence expired more than 90 days ago is not counted, and its owner gets no release note', async () => {
    const { portal, asRoot, gretesOldPc, countVersions, readFleet, createNote, sendNote } = await openFleet(kind);
    const releaseId = await createNote('published');
    const setExpiryAndRead = async (daysAgo: number) => {
      const update = portal.database.kysely.updateTable('licenses').set({ expiresAt: portal.now() - days(daysAgo) });
      await update.where('id', '=', gretesOldPc).execute();
      await countVersions();
      const { languages } = await sendNote(asRoot, { releaseId, country: 'DE', preview: true });
      return [(await readFleet(asRoot, { country: 'DE' })).versions, languages];
    };
    expect(await setExpiryAndRead(89)).toEqual([
      [
        ['1.2.0', 1],
        ['1.0.1', 2],
      ],
      [{ language: 'en', owners: 2 }],
    ]);
    expect(await setExpiryAndRead(91)).toEqual([
      [
        ['1.2.0', 1],
        ['1.0.1', 1],
      ],
      [{ language: 'en', owners: 1 }],
    ]);
  });

  test("a release note goes once to the owners in the sender's scope who receive mail, and a preview says who gets it", async () => {
    const { portal, asRoot, asAda, grete, hans, createNote, sendNote } = await openFleet(kind);
    const releaseId = await createNote('published');
    const bothVersions = { releaseId, versions: ['1.0.1', '1.2.0'] };
    const preview = await sendNote(asAda, { ...bothVersions, preview: true });
    expect(preview).toMatchObject({
      languages: [{ language: 'en', owners: 2 }],
      withoutMail: 0,
      informed: 0,
      isMore: false,
      mailing: null,
    });
    expect(preview.mail.text).toMatch(/Large drawings\.[^]*\/release-notes\/\d+/);
    expect(await listLetters(portal)).toEqual([]);
    await portal.database.kysely.updateTable('users').set({ canReceiveMail: 0 }).where('id', '=', hans.id).execute();
    await Promise.all([sendNote(asAda, bothVersions), sendNote(asAda, { ...bothVersions, versions: undefined })]);
    await Promise.all([portal.runMassActs(), portal.runMassActs()]);
    expect(await listLetters(portal)).toEqual([`releaseNews to ${grete.login}`]);
    const { text } = await portal.database.kysely.selectFrom('outbox').select('text').executeTakeFirstOrThrow();
    expect(text).toMatch(/Large drawings\.[^]*\/release-notes\/\d+/);

    expect(await sendNote(asRoot, bothVersions)).toMatchObject({ mailing: { state: 'running', owners: 1, queued: 0 } });
    await portal.runMassActs();
    expect(await sendNote(asRoot, bothVersions)).toMatchObject({ withoutMail: 1, informed: 2, mailing: null });
    expect(await listLetters(portal)).toEqual([`releaseNews to ${grete.login}`, 'releaseNews to claire@far.example']);
    expect(await sendNote(asAda, { releaseId, versions: ['1.2.0'] })).toMatchObject({ informed: 1, mailing: null });
    const entries = await selectAuditEntries(portal.database.kysely)
      .select('after')
      .where('action', '=', 'releaseNote.send')
      .execute();
    expect(entries.map(({ after }) => JSON.parse(after ?? '{}').owners)).toEqual([1, 1, 1]);
  });

  test('staff send a release note to themselves first, which does not count as informed', async () => {
    const { portal, asAda, createNote, sendNote } = await openFleet(kind);
    const releaseId = await createNote('published');
    expect(await sendNote(asAda, { releaseId, toMe: true })).toMatchObject({ informed: 0, mailing: null });
    expect(await listLetters(portal)).toEqual(['releaseNews to ada@portal.example']);
  });

  test('a mailing that a process did not finish is continued, and nobody gets the e-mail twice', async () => {
    const { portal, asRoot, createNote, sendNote, readMailing } = await openFleet(kind);
    const { kysely } = portal.database;
    const { mailing } = await sendNote(asRoot, { releaseId: await createNote('published') });
    const interrupted = { leasedUntil: portal.now() + minutes(2) };
    await kysely.updateTable('massActs').set(interrupted).execute();
    await portal.runMassActs();
    expect(await listLetters(portal)).toEqual([]);
    portal.pass(minutes(3));
    await portal.runMassActs();
    await portal.runMassActs();
    expect(await readMailing(asRoot, mailing?.id ?? 0)).toMatchObject({ state: 'done', owners: 3, queued: 3 });
    expect(new Set(await listLetters(portal)).size).toBe(3);
  });

  test('only the member of staff who started a mailing reads and stops it, and a sender who was suspended sends nothing', async () => {
    const { portal, root, asRoot, asAda, createNote, sendNote, readMailing } = await openFleet(kind);
    const releaseId = await createNote('published');
    const { mailing } = await sendNote(asAda, { releaseId });
    const params = { mailingId: mailing?.id ?? 0 };
    expect(await readMailing(asRoot, params.mailingId)).toMatchObject({ code: 'RESULTS_NOT_FOUND' });
    expect((await portal.call(fleet.stopMailing, { token: asRoot, params })).status).toBe(404);
    expect((await portal.call(fleet.stopMailing, { token: asAda, params })).body).toMatchObject({ state: 'stopped' });
    await portal.runMassActs();
    const { mailing: second } = await sendNote(asRoot, { releaseId });
    await portal.database.kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', root).execute();
    await portal.runMassActs();
    expect(second).not.toBeNull();
    expect(await listLetters(portal)).toEqual([]);
  });

  test('a draft of a release note is not sent, and a salesman reaches no owners in a country out of scope', async () => {
    const { portal, asRoot, asAda, createNote, sendNote } = await openFleet(kind);
    const body = { releaseId: await createNote('draft'), tool: 'basics', versions: ['1.0.1'] };
    expect((await portal.call(fleet.sendNote, { token: asRoot, body })).status).toBe(404);
    const releaseId = await createNote('published');
    expect(await sendNote(asAda, { releaseId, country: 'FR' })).toMatchObject({
      languages: [],
      withoutMail: 0,
      mailing: null,
    });
    expect(await listLetters(portal)).toEqual([]);
  });
});
