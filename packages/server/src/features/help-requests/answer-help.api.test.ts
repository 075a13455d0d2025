import { helpRequest, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { days, hours } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode, noon, openPortal } from '#server/testing/portal.ts';
import { listLetters } from '#server/testing/records/staff.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';

describe.each(defaultDatabases)('answers to help requests (%s)', (kind) => {
  test('an answer with a text closes the request, records who answered and when, and is sent to the customer', async () => {
    const { portal, ada, simon, askSuccessfully, answer, listOf, audit } = await openHelpRequests(kind);
    const { helpRequestId } = await askSuccessfully();
    portal.pass(hours(1));
    const answeredResponse = await answer(simon, helpRequestId, {
      answer: 'reply',
      words: '  Please release B first.  ',
    });
    const closedRequest = {
      by: 'Test simon',
      at: '2026-03-10T13:00:00.000Z',
      words: 'Please release B first.',
      licenseId: null,
    };
    expect([answeredResponse.status, answeredResponse.body]).toMatchObject([
      200,
      { state: 'replied', closed: closedRequest },
    ]);
    expect((await listOf(ada)).items).toMatchObject([{ helpRequestId, state: 'replied', closed: closedRequest }]);
    const mail = await readNewestMail(portal, 'helpAnswered');
    expect(mail).toMatchObject({ to: ada.login, subject: 'Answer to your help request about CAD-07' });
    expect(mail.text).toContain('Test simon has answered your help request');
    expect(mail.text).toContain('> Please release B first.');
    expect((await audit()).at(-1)).toMatchObject({
      action: 'help.answer',
      actorId: simon.id,
      before: '{"state":"open"}',
      after: JSON.stringify({ answer: 'replied', userId: ada.id }),
    });
  });

  test('an answer needs a text, or a tool and a brand', async () => {
    const { simon, askSuccessfully, answer, search } = await openHelpRequests(kind);
    const { helpRequestId } = await askSuccessfully();
    const readRefusalBody = async (body: Record<string, unknown>) => (await answer(simon, helpRequestId, body)).body;
    expect(await readRefusalBody({ answer: 'reply', words: ' ' })).toMatchObject({
      fields: { words: 'Answer is required.' },
    });
    expect(await readRefusalBody({ answer: 'grant' })).toMatchObject({
      fields: { tool: 'Tool is required.', brand: 'Brand is required.' },
    });
    const unknownChoices = { answer: 'grant', tool: 'none', brand: 'blue' };
    expect(await readRefusalBody(unknownChoices)).toMatchObject({ fields: { tool: 'This value is not allowed.' } });
    expect(readProblemCode(await readRefusalBody({ answer: 'licence' }))).toBe('INVALID');
    expect((await search(simon)).total).toBe(1);
  });

  test('staff who answer a help request with a tool give the customer the grant at once, and the e-mail has a link that opens the verification code', async () => {
    const { portal, simon, askSuccessfully, answer, issue } = await openHelpRequests(kind);
    const newCustomer = await addPerson(portal, { grants: [] });
    const code = createCode(createMachine('BARE'));
    const { helpRequestId } = await askSuccessfully(newCustomer, code);
    const grantAnswer = { answer: 'grant', tool: 'basics', brand: 'blue', words: '' };
    expect((await answer(simon, helpRequestId, grantAnswer)).body).toMatchObject({ state: 'granted' });
    const mail = await readNewestMail(portal, 'helpAnswered');
    expect(mail.text).toContain('You now have Basics for Basics Blue.');
    expect(mail.text).toContain(`/license/verify#c=${code}`);
    expect((await issue(newCustomer, code)).status).toBe(200);
    const auditRows = portal.database.kysely.selectFrom('audit').select(['action', 'actorId']).orderBy('id', 'desc');
    expect((await auditRows.limit(3).execute()).map(({ action }) => action)).toEqual([
      'license.issue',
      'help.answer',
      'user.update',
    ]);
    const userResponse = await portal.call(users.get, { token: simon.token, params: { id: newCustomer.id } });
    expect(userResponse.body).toMatchObject({ version: 2, tools: [{ tool: 'basics', brand: 'blue', validTo: null }] });
  });

  test('an answer can grant an expired tool again with its add-ons; add-ons that need a permission can be granted only with the permission', async () => {
    const { portal, simon, root, askSuccessfully, answer, get } = await openHelpRequests(kind);
    const pastPeriod = { validFrom: '2025-01-01', validTo: '2025-12-31' };
    const expiredCustomer = await addPerson(portal, {
      grants: [{ brand: 'blue', configTools: ['configRail'], ...pastPeriod }],
    });
    const { helpRequestId } = await askSuccessfully(expiredCustomer, createCode(createMachine('LATE')));
    expect((await get(simon, helpRequestId)).body, 'the former term, from today').toMatchObject({
      missing: { validTo: '2027-03-09' },
    });
    const grantAnswer = { answer: 'grant', tool: 'basics', brand: 'blue', validTo: '2027-03-09' };
    expect((await answer(root, helpRequestId, { ...grantAnswer, validTo: '2026-03-09' })).body).toMatchObject({
      fields: { validTo: 'The last day must not be before the first day.' },
    });
    expect((await answer(simon, helpRequestId, grantAnswer)).body).toMatchObject({
      fields: { tool: expect.stringContaining('add-on') },
    });
    expect((await answer(root, helpRequestId, grantAnswer)).status).toBe(200);
    const userResponse = await portal.call(users.get, { token: root.token, params: { id: expiredCustomer.id } });
    expect(userResponse.body).toMatchObject({
      tools: [{ tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: '2027-03-09' }],
    });
  });

  test('if a colleague has set a later last day since the request, an answer with a tool keeps that day', async () => {
    const { portal, simon, askSuccessfully, answer } = await openHelpRequests(kind);
    for (const [laterEnd, pc] of [
      ['2028-03-09', 'FIRST'],
      [null, 'SECOND'],
    ] as const) {
      const customer = await addPerson(portal, { grants: [{ brand: 'blue', validTo: '2025-12-31' }] });
      const { helpRequestId } = await askSuccessfully(customer, createCode(createMachine(pc)));
      const grantUpdate = portal.database.kysely.updateTable('toolGrants').where('userId', '=', customer.id);
      await grantUpdate.set({ validTo: laterEnd }).execute();
      const grantAnswer = { answer: 'grant', tool: 'basics', brand: 'blue', validTo: '2027-03-09' };
      expect((await answer(simon, helpRequestId, grantAnswer)).status).toBe(200);
      const userResponse = await portal.call(users.get, { token: simon.token, params: { id: customer.id } });
      expect(userResponse.body).toMatchObject({ tools: [{ tool: 'basics', brand: 'blue', validTo: laterEnd }] });
    }
  });

  test('an answer with a reason issues a licence beyond the limit, and its e-mail contains the licence', async () => {
    const { portal, ada, simon, code, askSuccessfully, answer, issue } = await openHelpRequests(kind);
    const { helpRequestId } = await askSuccessfully();
    const refusedResponse = await answer(simon, helpRequestId, { answer: 'license' });
    expect([refusedResponse.status, readProblemCode(refusedResponse.body)]).toEqual([422, 'SEAT_LIMIT']);
    const licenseAnswer = { answer: 'license', overrideReason: 'Third PC by contract', words: 'Here it is.' };
    const answeredRequest = helpRequest.parse((await answer(simon, helpRequestId, licenseAnswer)).body);
    const licence = licenseShape.parse((await issue(ada, code)).body);
    expect(answeredRequest).toMatchObject({
      state: 'licensed',
      closed: { by: 'Test simon', words: 'Here it is.', licenseId: licence.licenseId },
    });
    expect(licence).toMatchObject({ machineName: 'CAD-07', mail: 'queued' });
    const mail = await readNewestMail(portal, 'helpAnswered');
    expect(mail.text).toContain(licence.licenseCode);
    const letterQuery = portal.database.kysely.selectFrom('outbox').selectAll().where('kind', '=', 'helpAnswered');
    expect(await letterQuery.executeTakeFirst()).toMatchObject({
      toAddress: ada.login,
      fileName: 'Basics_blue_CAD-07_2027-03-10.lic',
      licenseId: licence.licenseId,
    });
    const storedLicenses = portal.database.kysely
      .selectFrom('licenses')
      .selectAll()
      .where('id', '=', licence.licenseId);
    expect(await storedLicenses.executeTakeFirst()).toMatchObject({
      issuedBy: simon.id,
      overrideReason: 'Third PC by contract',
    });
  });

  test('an answer with a licence needs no reason if no limit prevents it, and a code that is too old gets no licence', async () => {
    const { portal, root, askSuccessfully, answer } = await openHelpRequests(kind);
    const newCustomer = await addPerson(portal, { grants: [] });
    const newRequest = await askSuccessfully(newCustomer, createCode(createMachine('BARE')));
    const oldRequest = await askSuccessfully(newCustomer, createCode(createMachine('BARE'), { at: noon - days(31) }));
    await portal.database.kysely
      .insertInto('toolGrants')
      .values({ userId: newCustomer.id, toolId: 'basics', brandId: 'blue', configTools: '[]' })
      .execute();
    const lateResponse = await answer(root, oldRequest.helpRequestId, {
      answer: 'license',
      overrideReason: 'let it pass',
    });
    expect(readProblemCode(lateResponse.body)).toBe('CODE_TOO_OLD');
    expect((await answer(root, newRequest.helpRequestId, { answer: 'license' })).status).toBe(200);
  });

  test('an answer is refused if the code already has a licence that was revoked', async () => {
    const { portal, root, askSuccessfully, answer, issue, search } = await openHelpRequests(kind);
    const newCustomer = await addPerson(portal, { grants: [] });
    const code = createCode(createMachine('BARE'));
    const { helpRequestId } = await askSuccessfully(newCustomer, code);
    await portal.database.kysely
      .insertInto('toolGrants')
      .values({ userId: newCustomer.id, toolId: 'basics', brandId: 'blue', configTools: '[]' })
      .execute();
    const { licenseId } = licenseShape.parse((await issue(newCustomer, code)).body);
    const params = { id: newCustomer.id, licenseId };
    await portal.call(licenseAdmin.revoke, { token: root.token, params, body: { reason: 'stolen' } });
    expect(readProblemCode((await answer(root, helpRequestId, { answer: 'license' })).body)).toBe('LICENSE_ENDED');
    expect((await search(root)).ids).toContain(helpRequestId);
    expect(await listLetters(portal)).not.toContain(`helpAnswered to ${newCustomer.login}`);
  });

  test('an answer is refused if the request is closed or withdrawn, or if it is the own request of the member of staff', async () => {
    const { portal, ada, simon, root, askSuccessfully, ask, answer, withdraw } = await openHelpRequests(kind);
    const ownRequest = helpRequest.parse((await ask(simon, 'no code')).body);
    const refusedResponse = await answer(simon, ownRequest.helpRequestId, { answer: 'reply', words: 'I let me.' });
    expect([refusedResponse.status, readProblemCode(refusedResponse.body)]).toEqual([422, 'OWN_ACCOUNT']);
    const { helpRequestId } = await askSuccessfully();
    await answer(simon, helpRequestId, { answer: 'reply', words: 'So.' });
    const lateResponse = await answer(root, helpRequestId, { answer: 'reply', words: 'Or so.' });
    expect([lateResponse.status, lateResponse.body]).toMatchObject([
      409,
      {
        code: 'ALREADY_DECIDED',
        message: 'Test simon answered this request on 10 March 2026, 13:00 (Germany).',
      },
    ]);
    expect(readProblemCode((await withdraw(ada, helpRequestId)).body)).toBe('ALREADY_DECIDED');
    const secondRequest = await askSuccessfully();
    await withdraw(ada, secondRequest.helpRequestId);
    expect((await answer(root, secondRequest.helpRequestId, { answer: 'reply', words: 'x' })).body).toMatchObject({
      code: 'ALREADY_DECIDED',
      message: expect.stringContaining('Test ada withdrew this request on'),
    });
    expect((await listLetters(portal)).filter((letter) => letter.startsWith('helpAnswered'))).toHaveLength(1);
  });
});

describe.each(databases)('simultaneous answers to a help request (%s)', (kind) => {
  test('only one of many simultaneous answers to a help request succeeds and sends an e-mail; the other callers learn who answered', async () => {
    const portal = await openPortal(slowDownDatabase(await createTestDatabase(kind), 5));
    const ada = await addPerson(portal);
    for (const pc of ['A', 'B'])
      await portal.call(licenses.issue, {
        token: ada.token,
        params: { id: ada.id },
        body: { verificationCode: createCode(createMachine(pc)) },
      });
    const administrators = [];
    for (let index = 0; index < 6; index += 1)
      administrators.push(await addPerson(portal, { profileId: 1, login: `root${index}@portal.example` }));
    const body = { verificationCode: createCode(createMachine('C')) };
    const askResponse = await portal.call(helpRequests.ask, { token: ada.token, params: { id: ada.id }, body });
    const params = { id: helpRequest.parse(askResponse.body).helpRequestId };
    const answerBodies = [
      { answer: 'reply', words: 'No.' },
      { answer: 'license', overrideReason: 'by contract' },
      { answer: 'grant', tool: 'basics', brand: 'red' },
    ];
    const responses = await Promise.all(
      administrators.map(({ token }, at) =>
        portal.call(helpRequests.answer, { token, params, body: answerBodies[at % 3] ?? {} }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(5);
    const answeredRequest = helpRequest.parse(responses.find(({ status }) => status === 200)?.body);
    for (const { body: lateAnswer } of responses.filter(({ status }) => status === 409)) {
      expect(readProblemCode(lateAnswer)).toBe('ALREADY_DECIDED');
      expect(lateAnswer).toMatchObject({
        message: expect.stringContaining(`${answeredRequest.closed?.by} answered this request on`),
      });
    }
    expect((await listLetters(portal)).filter((letter) => letter.startsWith('helpAnswered'))).toHaveLength(1);
    const licenseRows = await portal.database.kysely.selectFrom('licenses').select('id').execute();
    expect(licenseRows).toHaveLength(answeredRequest.state === 'licensed' ? 3 : 2);
    const grantRows = await portal.database.kysely.selectFrom('toolGrants').select('id').execute();
    const earlierGrantCount = 1 + administrators.length;
    expect(grantRows).toHaveLength(answeredRequest.state === 'granted' ? earlierGrantCount + 1 : earlierGrantCount);
  });

  test.each([
    { answer: 'reply', words: 'Release B first.' },
    { answer: 'license', overrideReason: 'by contract' },
  ])(
    'a request cannot be answered after its customer has moved to another salesman’s scope ($answer)',
    async (body) => {
      const { portal, ada, simon, root, askSuccessfully, answer, listOf } = await openHelpRequests(kind);
      const { helpRequestId } = await askSuccessfully();
      const [moved, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const countryChange = portal.database.transact(async (trx) => {
        await trx.updateTable('users').set({ country: 'NO' }).where('id', '=', ada.id).execute();
        moved.resolve();
        await resume.promise;
      });
      await moved.promise;
      const pendingAnswer = answer(simon, helpRequestId, body);
      await delay(300);
      resume.resolve();
      await countryChange;
      expect(readProblemCode((await pendingAnswer).body)).toBe('RESULTS_NOT_FOUND');
      expect((await listOf(ada)).items).toMatchObject([{ state: 'open' }]);
      expect((await answer(root, helpRequestId, body)).status).toBe(200);
    },
  );
});
