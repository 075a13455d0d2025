import { license as licenseShape, licenses, type License } from '@basics/contract/licenses/licenses.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { timeline } from '@basics/contract/users/timeline.ts';
import { users } from '@basics/contract/users/users.ts';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { writeSearchText } from '#server/features/users/list/search-users.repository.ts';
import { days } from '#server/platform/clock/clock.ts';
import { Problem } from '#server/platform/problem.ts';
import { databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { openMailServer } from '#server/testing/mail/smtp.ts';
import { listLetters, openStaffedPortal, type StaffedPortal } from '#server/testing/records/staff.ts';
import { remindOwner } from '../contacts/remind-owners.ts';
import { findRenewalStates, findRenewalWeeks, sendRenewalPack } from './renewal-weeks.ts';

/** Adds a customer of a company with a licence for each PC. */
async function addCustomer(
  { portal }: StaffedPortal,
  residence: { country: string; domain: string },
  ...pcs: string[]
) {
  const person = await addPerson(portal, { country: residence.country });
  const names = { firstName: 'Test', lastName: person.login.split('@')[0] ?? '', company: 'Acme Ltd' };
  await portal.database.transact(async (trx) => {
    const columns = { company: names.company, userDomain: residence.domain };
    await trx.updateTable('users').set(columns).where('id', '=', person.id).execute();
    await writeSearchText(trx, person.id, { login: person.login, phone: '', crmAccount: null, ...names });
  });
  const issuedLicenses = [];
  for (const pc of pcs) {
    const body = { verificationCode: createCode(createMachine(pc), { at: portal.now() }) };
    const response = await portal.call(licenses.issue, { token: person.token, params: { id: person.id }, body });
    issuedLicenses.push(licenseShape.parse(response.body));
  }
  return { ...person, issued: issuedLicenses };
}

/**
 * Opens a portal with three customers in Germany, two of them colleagues, and a colleague in France; their licences
 * expire in 20 days.
 */
async function openCompany(kind: (typeof databases)[number]) {
  const staffed = await openStaffedPortal(kind);
  const { portal, root, ada } = staffed;
  const acme = { country: 'DE', domain: 'acme.example' };
  const owner = await addCustomer(staffed, acme, 'ONE', 'TWO');
  const colleague = await addCustomer(staffed, acme, 'THREE');
  const namesake = await addCustomer(staffed, { country: 'DE', domain: 'other.example' }, 'FOUR');
  const frenchCustomer = await addCustomer(staffed, { country: 'FR', domain: 'acme.example' }, 'FIVE');
  portal.pass(Date.parse(owner.issued[0]?.expiryDate ?? '') - days(20) - portal.now());
  const signIn = (id: number, login: string, profileID: number) => createSession(portal, { id, login, profileID });
  const asSalesman = () => signIn(ada, 'ada@portal.example', 2);
  const asAdministrator = () => signIn(root, 'root@portal.example', 1);
  return { portal, ada, owner, colleague, namesake, foreign: frenchCustomer, asSalesman, asAdministrator };
}

const listPcs = ({ licenses: listed }: { licenses: readonly { machineName: string }[] }) =>
  listed.map(({ machineName }) => machineName);

/** Adds up the weeks of the picture of renewals. */
async function sumStates({ database, now }: StaffedPortal['portal'], actor: { userId: number; profileID: number }) {
  const { weeks } = await findRenewalStates({ db: database.kysely, actor, at: now() });
  expect([weeks.length, new Date(weeks[0]?.from ?? '').getUTCDay()]).toEqual([12, 1]);
  const sum = (state: 'renewed' | 'reminded' | 'waiting' | 'lost') =>
    weeks.reduce((total, week) => total + week[state], 0);
  return { renewed: sum('renewed'), reminded: sum('reminded'), waiting: sum('waiting'), lost: sum('lost') };
}

/** Reads the renewals by month, and returns the months in which a licence expired, or did a year before. */
async function readMonths(portal: StaffedPortal['portal'], token: string) {
  const { body } = await portal.call(renewals.renewalMonths, { token });
  const { months } = renewals.renewalMonths.reply.parse(body);
  expect(months).toHaveLength(12);
  expect(months.at(-1)?.month).toBe(new Date(portal.now()).toISOString().slice(0, 7));
  return months.filter(({ renewed, lost, yearBefore }) => renewed + lost + yearBefore.renewed + yearBefore.lost > 0);
}

/** Creates the context that the portal passes to an action of the salesman. */
const createContext = (portal: StaffedPortal['portal'], salesmanId: number) => ({
  database: portal.database,
  keys: null,
  randomBytes: (bytes: number) => new Uint8Array(randomBytes(bytes)),
  queueLetter: openOutbox(portal.database).queueLetter,
  actor: { userId: salesmanId, profileID: 2, login: 'ada@portal.example', sessionId: 'test', permissions: [] },
  origin: { requestId: 'test', address: '127.0.0.1', userAgent: 'test', host: 'localhost' },
  at: portal.now(),
});

describe.each(databases)('the renewal cockpit, the page of the licences that expire soon (%s)', (kind) => {
  test("the cockpit counts and lists the licences in the viewer's scope by week and customer, and one e-mail reminds a customer of all their licences", async () => {
    const { portal, ada, owner, colleague, namesake, foreign, asSalesman, asAdministrator } = await openCompany(kind);
    const token = await asSalesman();
    const readWeeks = async (by: string, from?: string) => {
      const response = await portal.call(renewals.renewalWeeks, {
        token: by,
        query: { ...(from !== undefined && { from }) },
      });
      return renewals.renewalWeeks.reply.parse(response.body);
    };
    const firstReply = await readWeeks(token);
    const [weekWithLicenses] = firstReply.weeks.filter(({ licenses: count }) => count > 0);
    expect(firstReply.weeks.map(({ licenses: count, customers }) => [count, customers])).toEqual(
      [0, 0, 1, 0, 0, 0, 0, 0].map((is) => (is === 1 ? [4, 3] : [0, 0])),
    );
    const weeks = await readWeeks(token, weekWithLicenses?.from);
    expect(weeks.customers.map((customer) => [customer.userId, listPcs(customer)])).toEqual([
      [owner.id, ['ONE', 'TWO']],
      [colleague.id, ['THREE']],
      [namesake.id, ['FOUR']],
    ]);
    // Without a week, the customers of the next 30 days are listed.
    const daysListed = (Date.parse(firstReply.week.to) - Date.parse(firstReply.week.from)) / days(1) + 1;
    expect([firstReply.week.from, daysListed]).toEqual([firstReply.weeks[0]?.from, 30]);
    expect(firstReply.customers).toEqual(weeks.customers);
    expect((await readWeeks(token, firstReply.week.from)).customers).toEqual([]);
    const allWeeks = await readWeeks(await asAdministrator(), weekWithLicenses?.from);
    expect([allWeeks.weeks[2]?.licenses, allWeeks.weeks[2]?.customers, allWeeks.customers.length]).toEqual([5, 4, 4]);

    const viewer = { userId: ada, profileID: 2 };
    const readPage = (after?: string) =>
      findRenewalWeeks(
        { db: portal.database.kysely, actor: viewer, at: portal.now() },
        { from: weekWithLicenses?.from, after, pageSize: 2 },
      );
    const firstPage = await readPage();
    const secondPage = await readPage(firstPage.next);
    expect([firstPage, secondPage].map(({ customers }) => customers.map(listPcs))).toEqual([
      [['ONE', 'TWO']],
      [['THREE'], ['FOUR']],
    ]);
    expect(secondPage.next).toBeUndefined();

    for (const [id, status] of [
      [2_147_483_647, 200],
      [2_147_483_648, 422],
    ]) {
      const query = { from: weekWithLicenses?.from, after: `${portal.now()}-${id}` };
      expect((await portal.call(renewals.renewalWeeks, { token, query })).status, `after ${id}`).toBe(status);
    }

    const contact = { userId: owner.id, address: 'office@acme.example' };
    await portal.database.kysely.insertInto('reminderContacts').values(contact).execute();
    const lettersBefore = (await listLetters(portal)).length;
    const remind = async (ids: number[], preview = false) => {
      const response = await portal.call(renewals.remindOwners, {
        token,
        body: { ids, until: weekWithLicenses?.to, preview },
      });
      return renewals.remindOwners.reply.parse(response.body).results.map(({ outcome }) => outcome);
    };
    expect(await remind([owner.id, foreign.id], true)).toEqual(['done', 'notFound']);
    expect(await remind([owner.id, colleague.id, foreign.id])).toEqual(['done', 'done', 'notFound']);
    expect(await remind([owner.id])).toEqual(['refused']);
    const sentAt = new Date(portal.now()).toISOString();
    const readReminders = async () =>
      (await readWeeks(token, weekWithLicenses?.from)).customers.map(({ remindedAt, isReminderWaiting }) => [
        remindedAt,
        isReminderWaiting,
      ]);
    expect(await readReminders()).toEqual([
      [sentAt, true],
      [sentAt, true],
      [null, false],
    ]);
    await portal.database.kysely.updateTable('outbox').set({ state: 'sent' }).where('userId', '=', owner.id).execute();
    expect((await readReminders()).filter(([, isWaiting]) => isWaiting)).toHaveLength(1);
    expect((await listLetters(portal)).slice(lettersBefore)).toEqual([
      `renewalsDue to ${owner.login}`,
      'secondContactRenewalsDue to office@acme.example',
      `renewalsDue to ${colleague.login}`,
    ]);
    const letters = await portal.database.kysely.selectFrom('outbox').select('text').orderBy('id').execute();
    expect(letters.at(-2)?.text).toMatch(/ONE[^]*TWO[^]*\/reminders\/stop#token=hidden/);
    expect(letters.at(-3)?.text).toMatch(/ONE[^]*TWO[^]*\/pcs\?renew=all/);
    expect(letters.at(-1)?.text).toContain(`/license/${colleague.issued[0]?.licenseId}?renew=yes`);

    expect(await sumStates(portal, viewer)).toEqual({ renewed: 0, reminded: 3, waiting: 1, lost: 0 });
    expect(await sumStates(portal, { userId: 0, profileID: 1 })).toMatchObject({ reminded: 3, waiting: 2 });
    expect(await readMonths(portal, token)).toEqual([]);
    portal.pass(days(25));
    expect(await sumStates(portal, viewer)).toEqual({ renewed: 0, reminded: 0, waiting: 0, lost: 4 });
    const month = weekWithLicenses?.to.slice(0, 7);
    const byMonth = { month, renewed: 0, lost: 4, yearBefore: { renewed: 0, lost: 0 } };
    expect(await readMonths(portal, await asSalesman())).toEqual([byMonth]);
    const asRoot = await asAdministrator();
    expect(await readMonths(portal, asRoot)).toEqual([{ ...byMonth, lost: 5 }]);
    portal.pass(days(365));
    expect(await readMonths(portal, await asSalesman()), 'a year later').toEqual([
      {
        ...byMonth,
        month: `${Number(month?.slice(0, 4)) + 1}${month?.slice(4)}`,
        lost: 0,
        yearBefore: { renewed: 0, lost: 4 },
      },
    ]);
    portal.pass(-days(365));
    const lostPage = await findRenewalWeeks(
      { db: portal.database.kysely, actor: viewer, at: portal.now() },
      { from: weekWithLicenses?.from },
    );
    expect(lostPage.customers.flatMap(listPcs)).toEqual(['ONE', 'TWO', 'THREE', 'FOUR']);
  });

  test("a salesman reads no e-mail that names customers out of the salesman's scope", async () => {
    const { portal, owner, foreign, asSalesman, asAdministrator } = await openCompany(kind);
    const readPack = async (sender: string) => {
      const pack = await portal.call(renewals.sendPack, { token: sender, params: { id: owner.id }, body: {} });
      expect(pack.status).toBe(200);
      const { id: mailId } = await portal.database.kysely
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', 'renewalPack')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return async (token: string) =>
        (await portal.call(mail.read, { token, params: { id: owner.id, mailId } })).bytes.toString();
    };
    const [token, asRoot] = [await asSalesman(), await asAdministrator()];
    const name = foreign.login.split('@')[0] ?? '';
    const readPackOfSalesman = await readPack(token);
    expect(await readPackOfSalesman(token)).toContain('THREE');
    const readPackOfAdministrator = await readPack(asRoot);
    expect(await readPackOfAdministrator(asRoot)).toMatch(new RegExp(`FIVE.*${name}|${name}.*FIVE`));
    expect(await readPackOfAdministrator(token)).toContain('RESULTS_NOT_FOUND');
    const exportPerson = async (by: string) =>
      (await portal.call(users.personalData, { token: by, params: { id: owner.id } })).bytes.toString();
    expect(await exportPerson(asRoot)).toContain('FIVE');
    const exported = await exportPerson(token);
    expect(exported).toContain('THREE');
    expect(exported).not.toContain('FIVE');
  });

  test("a renewal pack renews all licences of a company that are in the sender's scope, sends their files in one e-mail, and its reply says how many were renewed", async () => {
    const { portal, ada, owner, colleague, namesake, foreign, asSalesman } = await openCompany(kind);
    const token = await asSalesman();
    const sendPack = (id: number, preview: boolean) =>
      portal.call(renewals.sendPack, { token, params: { id }, body: { preview } });
    const countLicenses = async () =>
      (await portal.database.kysely.selectFrom('licenses').select('id').execute()).length;
    expect((await sendPack(foreign.id, true)).status).toBe(404);
    expect(listPcs(renewals.sendPack.reply.parse((await sendPack(namesake.id, true)).body))).toEqual(['FOUR']);

    const [licensesBefore, lettersBefore] = [await countLicenses(), (await listLetters(portal)).length];
    const { effects, touches, ...packPreview } = renewals.sendPack.reply.parse((await sendPack(owner.id, true)).body);
    expect([effects, touches]).toMatchObject([[{ effect: 'renewed', count: 3, takesAway: false }], { people: 2 }]);
    expect(packPreview.licenses.map(({ machineName, isRenewed }) => [machineName, isRenewed])).toEqual([
      ['ONE', true],
      ['TWO', true],
      ['THREE', true],
    ]);
    expect([packPreview.recipient, ...packPreview.licenses.map(({ login }) => login)]).toEqual([
      owner.login,
      owner.login,
      owner.login,
      colleague.login,
    ]);
    expect([await countLicenses(), (await listLetters(portal)).length]).toEqual([licensesBefore, lettersBefore]);
    expect(renewals.sendPack.reply.parse((await sendPack(owner.id, false)).body)).toEqual(packPreview);
    expect(await countLicenses()).toBe(licensesBefore + 3);
    // The new licences expire after the weeks that the picture shows.
    expect(await sumStates(portal, { userId: ada, profileID: 2 })).toMatchObject({ renewed: 3, waiting: 1 });
    expect((await listLetters(portal)).slice(lettersBefore)).toEqual([`renewalPack to ${owner.login}`]);
    const colleagueHistory = await portal.call(timeline.timeline, { token, params: { id: colleague.id }, query: {} });
    expect(timeline.timeline.reply.parse(colleagueHistory.body).items).toContainEqual(
      expect.objectContaining({ kind: 'packSent', machineName: 'THREE', to: owner.login }),
    );
    // A second call for the same renewal pack renews nothing, and sends the current licence files again.
    const packReply = renewals.sendPack.reply.parse((await sendPack(owner.id, false)).body);
    expect(packReply.licenses.map(({ isRenewed }) => isRenewed)).toEqual([false, false, false]);

    const server = await openMailServer();
    const outbox = openOutbox(portal.database);
    outbox.pass(days(400));
    await outbox.deliver(server.url);
    const mailSources = server.receivedMails
      .map(({ sourceText }) => sourceText)
      .filter((sourceText) => sourceText.includes('Acme'));
    expect(mailSources.map((sourceText) => sourceText.match(/Content-Disposition: attachment/gi)?.length)).toEqual([
      3, 3,
    ]);
    const states = await portal.database.kysely
      .selectFrom('licenses')
      .select('mailState')
      .where('replacedAt', 'is', null)
      .orderBy('id')
      .execute();
    expect(states.filter(({ mailState }) => mailState === 'sent')).toHaveLength(3);

    // The fourth licence counts as replaced, because its PC was removed, but no newer licence replaced it.
    const { kysely } = portal.database;
    const licenseIdOfRemovedPc = namesake.issued[0]?.licenseId ?? 0;
    await kysely
      .updateTable('licenses')
      .set({ replacedAt: portal.now() })
      .where('id', '=', licenseIdOfRemovedPc)
      .execute();
    portal.pass(days(22));
    const laterResponse = await portal.call(renewals.renewalWeeks, { token: await asSalesman(), query: {} });
    expect(renewals.renewalWeeks.reply.parse(laterResponse.body).results).toMatchObject([
      { salesmanId: ada, ended: 4, renewed: 3 },
    ]);
  });

  test('a renewal pack checks accounts and licences again when its e-mail is queued, and the audit log lists files sent to another owner', async () => {
    const { portal, ada, owner, colleague } = await openCompany(kind);
    const { kysely } = portal.database;
    /**
     * No licence is renewed without a signing key, so the e-mail is the only transaction; the change happens just before that transaction.
     */
    const sendAfter = async (change: () => Promise<unknown>) => {
      const lettersBefore = (await listLetters(portal)).length;
      const transact: Database['transact'] = async (action) => {
        await change();
        return portal.database.transact(action);
      };
      const context = { ...createContext(portal, ada), database: { ...portal.database, transact } };
      const packOutcome = await sendRenewalPack(context, owner.id, false).then(
        () => 'sent',
        (thrownError: unknown) => (thrownError instanceof Problem ? thrownError.code : thrownError),
      );
      return [packOutcome, ...(await listLetters(portal)).slice(lettersBefore)];
    };
    const changeOwner = (values: { status?: 'active' | 'suspended'; login?: string; country?: string }) => () =>
      kysely.updateTable('users').set(values).where('id', '=', owner.id).execute();
    const revoke = (...pcs: License[]) =>
      kysely
        .updateTable('licenses')
        .set({ revokedAt: portal.now() })
        .where(
          'id',
          'in',
          pcs.map(({ licenseId }) => licenseId),
        )
        .execute();
    expect(await sendAfter(changeOwner({ status: 'suspended' }))).toEqual(['ACCOUNT_SUSPENDED']);
    await changeOwner({ status: 'active' })();
    expect(await sendAfter(changeOwner({ country: 'FR' }))).toEqual(['USER_NOT_FOUND']);
    await changeOwner({ country: 'DE' })();
    expect(await sendAfter(changeOwner({ login: 'new@acme.example' }))).toEqual([
      'sent',
      'renewalPack to new@acme.example',
    ]);
    const readAudit = () =>
      kysely
        .selectFrom('audit')
        .innerJoin('auditValues', 'auditValues.auditId', 'audit.id')
        .select(['audit.subjectId', 'auditValues.personId', 'auditValues.after'])
        .where('audit.action', '=', 'license.send')
        .execute();
    expect((await readAudit()).map(({ after, ...entry }) => ({ ...entry, after: JSON.parse(after ?? '') }))).toEqual([
      {
        subjectId: String(colleague.issued[0]?.licenseId),
        personId: colleague.id,
        after: { recipientId: owner.id },
      },
    ]);
    expect(await sendAfter(() => revoke(...owner.issued, ...colleague.issued))).toEqual(['RESULTS_NOT_FOUND']);
  });

  test('a bridge licence (7 days, without a seat) is not listed, and its owner gets no e-mail about licences that expire', async () => {
    const { portal, namesake, asSalesman } = await openCompany(kind);
    const bridgeUpdate = portal.database.kysely.updateTable('licenses').set({ isBridge: 1 });
    await bridgeUpdate.where('userId', '=', namesake.id).execute();
    const token = await asSalesman();
    const { body } = await portal.call(renewals.renewalWeeks, { token });
    expect(renewals.renewalWeeks.reply.parse(body).weeks[2]).toMatchObject({ licenses: 3, customers: 2 });
    const until = new Date(portal.now() + days(30)).toISOString().slice(0, 10);
    const response = await portal.call(renewals.remindOwners, { token, body: { ids: [namesake.id], until } });
    expect(response.body).toEqual({ results: [{ id: namesake.id, outcome: 'notFound' }] });
  });

  test('a reminder about a licence goes only to its owner', async () => {
    const { portal, ada, owner, colleague } = await openCompany(kind);
    const licenseId = owner.issued[0]?.licenseId ?? 0;
    await expect(remindOwner(createContext(portal, ada), colleague.id, licenseId)).rejects.toMatchObject({
      code: 'RESULTS_NOT_FOUND',
    });
    await remindOwner(createContext(portal, ada), owner.id, licenseId);
  });
});
