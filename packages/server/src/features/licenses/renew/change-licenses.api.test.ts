import { bulkLicenses, type LicenseChange } from '@basics/contract/calls/bulk.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { defaultDatabases, createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { openPortal } from '#server/testing/portal.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

describe.each(defaultDatabases)('renewals of many licences (%s)', (kind) => {
  test('an account that got 49 licences on a day gets two renewals on the same day, as the preview says', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { kysely } = portal.database;
    const admin = await addPerson(portal, { profileId: 1 });
    const ada = await addPerson(portal);
    await kysely.updateTable('licencePolicies').set({ seats: 100 }).execute();
    const issue = async (pc: string) => {
      const body = { verificationCode: createCode(createMachine(pc), { at: portal.now() }) };
      const response = await portal.call(licenses.issue, { token: ada.token, params: { id: ada.id }, body });
      return licenseShape.parse(response.body).licenseId;
    };
    const ids = [await issue('ONE'), await issue('TWO')];
    const otherId = await issue('OTHER');
    portal.pass(days(350));
    const otherLicense = await kysely
      .selectFrom('licenses')
      .selectAll()
      .where('id', '=', otherId)
      .executeTakeFirstOrThrow();
    const { id: _, ...licenseOfToday } = { ...otherLicense, issuedAt: portal.now(), replacedAt: portal.now() };
    const earlierLicenses = Array.from({ length: limits.licence.perDay.account - 1 }, (_item, index) => ({
      ...licenseOfToday,
      licenceUid: index.toString(16).padStart(16, '0'),
      verificationHash: index.toString(16).padStart(64, '0'),
    }));
    await kysely.insertInto('licenses').values(earlierLicenses).execute();
    const token = await createSession(portal, admin);
    const renewBoth = async (preview: boolean) => {
      const response = await portal.call(bulkLicenses.changeMany, { token, body: { ids, change: 'renew', preview } });
      return bulkLicenses.changeMany.reply.parse(response.body).results.map(({ outcome }) => outcome);
    };
    expect(await renewBoth(true)).toEqual(['done', 'done']);
    expect(await renewBoth(false)).toEqual(['done', 'done']);
  });
});

describe.each(databases)('changes to many licences (%s)', (kind) => {
  test('a salesman renews licences, sends licences and sends reminders in scope; a preview returns the same result and changes nothing', async () => {
    const { portal, ada } = await openStaffedPortal(kind);
    const germanCustomer = await addPerson(portal, { country: 'DE' });
    const frenchCustomer = await addPerson(portal, { country: 'FR' });
    const customerWithoutMail = await addPerson(portal, { country: 'DE' });
    const mailUpdate = portal.database.kysely.updateTable('users').set({ canReceiveMail: 0 });
    await mailUpdate.where('id', '=', customerWithoutMail.id).execute();
    const issue = async ({ id, token }: Person, pc: string) => {
      const body = { verificationCode: createCode(createMachine(pc), { at: portal.now() }) };
      return licenseShape.parse((await portal.call(licenses.issue, { token, params: { id }, body })).body);
    };
    const firstLicense = await issue(germanCustomer, 'ONE');
    const [{ licenseId: secondId }, { licenseId: licenseIdOutOfScope }] = [
      await issue(germanCustomer, 'TWO'),
      await issue(frenchCustomer, 'FAR'),
    ];
    const { licenseId: licenseIdWithoutMail } = await issue(customerWithoutMail, 'QUIET');
    portal.pass(Date.parse(firstLicense.expiryDate) - days(20) - portal.now());
    const salesman = { id: ada, login: 'ada@portal.example', profileID: 2 };
    const token = await createSession(portal, salesman);
    const changeLicenses = async (changeName: LicenseChange, ids: number[], preview = false) => {
      const reply = await portal.call(bulkLicenses.changeMany, { token, body: { ids, change: changeName, preview } });
      return bulkLicenses.changeMany.reply
        .parse(reply.body)
        .results.map(({ outcome, message }) => (message === undefined ? outcome : `${outcome}: ${message}`));
    };
    const countLicenses = async () =>
      (await portal.database.kysely.selectFrom('licenses').select('id').execute()).length;
    const [before, letters] = [await countLicenses(), (await listLetters(portal)).length];
    const listNewLetters = async () => (await listLetters(portal)).slice(letters);
    const renewedIds = [firstLicense.licenseId, secondId, licenseIdOutOfScope];

    // There are more previews than the limit of five e-mails an hour for each licence, but previews do not count.
    for (let index = 0; index < 6; index += 1)
      expect(await changeLicenses('renewAndSend', renewedIds, true)).toEqual(['done', 'done', 'notFound']);
    expect(await changeLicenses('send', [firstLicense.licenseId, licenseIdOutOfScope], true)).toEqual([
      'done',
      'notFound',
    ]);
    expect(await changeLicenses('remind', [secondId, licenseIdOutOfScope], true)).toEqual(['done', 'notFound']);
    const renewalPreview = await portal.call(bulkLicenses.changeMany, {
      token,
      body: { ids: renewedIds, change: 'renewAndSend', preview: true },
    });
    expect(renewalPreview.body).toMatchObject({
      effects: [
        { outcome: 'notFound', count: 1, takesAway: false },
        { outcome: 'done', effect: 'renewed', count: 2, takesAway: false },
      ],
      touches: { people: 1 },
    });
    expect([await countLicenses(), await listNewLetters()]).toEqual([before, []]);

    expect(await changeLicenses('remind', [secondId, licenseIdOutOfScope, licenseIdWithoutMail])).toEqual([
      'done',
      'notFound',
      'refused: This customer does not receive mail. Call the customer, or renew the licence.',
    ]);
    expect(await changeLicenses('remind', [secondId])).toEqual([
      'refused: This customer got a reminder for this licence less than a day ago.',
    ]);
    expect(await changeLicenses('send', [firstLicense.licenseId, licenseIdOutOfScope])).toEqual(['done', 'notFound']);
    expect(await changeLicenses('renewAndSend', renewedIds)).toEqual(['done', 'done', 'notFound']);
    expect(await countLicenses()).toBe(before + 2);
    expect(await listNewLetters()).toEqual([
      `licenseEnds to ${germanCustomer.login}`,
      `license to ${germanCustomer.login}`,
      `license to ${germanCustomer.login}`,
      `license to ${germanCustomer.login}`,
    ]);
    expect(await changeLicenses('remind', [secondId, licenseIdWithoutMail])).toEqual([
      expect.stringContaining('refused: This licence is no longer valid'),
      expect.stringContaining('does not receive mail'),
    ]);
    expect(await changeLicenses('renew', [licenseIdWithoutMail, licenseIdOutOfScope])).toEqual(['done', 'notFound']);
    expect(await countLicenses()).toBe(before + 3);
  });
});
