import { helpRequest, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { listLetters } from '#server/testing/records/staff.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';

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
