import { helpRequest, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { describe, expect, test } from 'vitest';
import { days, hours, minutes } from '#server/platform/clock/clock.ts';
import { databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { readProblemCode, noon } from '#server/testing/portal.ts';
import { assignSalesman, listLetters } from '#server/testing/records/staff.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';

describe.each(databases)('help requests of customers (%s)', (kind) => {
  test('a help request sends the code, its content, the refusal and a comment to the salesman at once', async () => {
    const { portal, ada, simon, root, askSuccessfully, search, audit } = await openHelpRequests(kind);
    const code = createCode(createMachine('CAD-07'), { at: noon + minutes(5) });
    const createdRequest = await askSuccessfully(ada, code, { comment: 'The old PC is broken.' });
    expect(createdRequest).toMatchObject({
      user: { userId: ada.id, login: ada.login, country: 'DE', brand: 'blue' },
      state: 'open',
      askedAt: '2026-03-10T12:00:00.000Z',
      verificationCode: code,
      code: {
        machineName: 'CAD-07',
        toolNumber: 7,
        version: '1.0.1',
        reason: 'new',
        createdAt: '2026-03-10T12:05:00.000Z',
        clockSkewSeconds: 300,
      },
      problem: { code: 'SEAT_LIMIT', message: expect.stringContaining('All 2 PCs that you can license are in use (') },
      comment: 'The old PC is broken.',
      closed: null,
    });
    expect(await listLetters(portal)).toEqual(['helpAsked to simon@portal.example']);
    const { text } = await readNewestMail(portal, 'helpAsked');
    for (const letterPart of [ada.login, 'PC: CAD-07', 'Tool: Basics 1.0.1', '5 minutes ahead', '> All 2 PCs'])
      expect(text).toContain(letterPart);
    expect(text).toContain('> The old PC is broken.');
    expect(text).toContain(`/help-requests?request=${createdRequest.helpRequestId}`);
    expect((await search(simon)).ids).toEqual([createdRequest.helpRequestId]);
    expect((await search(root)).ids).toEqual([createdRequest.helpRequestId]);
    expect(await audit()).toMatchObject([
      { action: 'help.ask', actorId: ada.id, subjectKind: 'helpRequest', after: '{"code":"SEAT_LIMIT"}' },
    ]);
  });

  test('a help request goes to every salesman of the country and brand, else to the administrators, never to another salesman', async () => {
    const { portal, askSuccessfully } = await openHelpRequests(kind);
    const secondSalesman = await addPerson(portal, { profileId: 2, login: 'second@portal.example' });
    await assignSalesman(portal.database, secondSalesman.id, 'DE', 'blue');
    const otherSalesman = await addPerson(portal, { profileId: 2, login: 'far@portal.example' });
    await assignSalesman(portal.database, otherSalesman.id, 'NO', 'red');
    await askSuccessfully();
    const nils = await addPerson(portal, { country: 'NO' });
    await askSuccessfully(nils, 'no code at all');
    expect((await listLetters(portal)).toSorted()).toEqual([
      'helpAsked to root@portal.example',
      'helpAsked to second@portal.example',
      'helpAsked to simon@portal.example',
    ]);
  });

  test('the reply to a new help request contains the name of the recipient if there is exactly one recipient', async () => {
    const { portal, ada, listOf } = await openHelpRequests(kind);
    expect((await listOf(ada)).helper).toEqual({ by: 'salesmen', name: 'Test simon' });
    const secondSalesman = await addPerson(portal, { profileId: 2 });
    await assignSalesman(portal.database, secondSalesman.id, 'DE', 'blue');
    expect((await listOf(ada)).helper).toEqual({ by: 'salesmen', name: null });
    const nils = await addPerson(portal, { country: 'NO' });
    expect((await listOf(nils)).helper).toEqual({ by: 'administrators', name: null });
  });

  test('a help request may contain a text that is not a code, and stores why the text cannot be read', async () => {
    const { askSuccessfully, ada, code } = await openHelpRequests(kind);
    const incompleteCode = code.slice(0, -20);
    expect(await askSuccessfully(ada, incompleteCode)).toMatchObject({
      verificationCode: incompleteCode,
      code: null,
      problem: { code: 'CODE_INCOMPLETE' },
    });
    expect(await askSuccessfully(ada, 'hello')).toMatchObject({ code: null, problem: { code: 'NOT_A_CODE' } });
  });

  test('a customer whose tool has expired asks for the tool without a code, and the answer that adds the tool has a link to a licence', async () => {
    const { portal, simon, get, answer, listOf } = await openHelpRequests(kind);
    const ina = await addPerson(portal, { grants: [{ brand: 'blue', validTo: '2026-03-09' }] });
    const askForTool = (tool: string, brand: string) =>
      portal.call(helpRequests.ask, { token: ina.token, params: { id: ina.id }, body: { tool, brand } });
    expect(readProblemCode((await askForTool('basics', 'green')).body)).toBe('RESULTS_NOT_FOUND');
    expect(readProblemCode((await askForTool('configRail', 'blue')).body)).toBe('RESULTS_NOT_FOUND');
    const createdRequest = helpRequest.parse((await askForTool('basics', 'blue')).body);
    expect(createdRequest).toMatchObject({
      verificationCode: '',
      code: null,
      asksFor: { tool: 'basics', brand: 'blue' },
      problem: { code: 'NO_TOOL_GRANT', message: 'Basics for Basics Blue ended on 9 March 2026.' },
    });
    expect(helpRequest.parse((await askForTool('basics', 'blue')).body)).toEqual(createdRequest);
    const newestLetter = await readNewestMail(portal, 'helpAsked');
    expect(newestLetter.text).toContain('A customer asks for a tool:');
    expect(newestLetter.text).toContain('> Basics for Basics Blue ended on 9 March 2026.');
    expect(newestLetter.text).not.toContain('cannot be read');
    expect((await get(simon, createdRequest.helpRequestId)).body).toMatchObject({
      toolName: 'Basics',
      missing: { tool: 'basics', brand: 'blue', validTo: '2027-03-09' },
    });
    await answer(simon, createdRequest.helpRequestId, { answer: 'grant', tool: 'basics', brand: 'blue' });
    expect((await listOf(ina)).items).toMatchObject([{ state: 'granted' }]);
    expect((await readNewestMail(portal, 'helpAnswered')).text).toMatch(/\/license\/verify\s/);
    expect(readProblemCode((await askForTool('basics', 'blue')).body)).toBe('NO_HELP_NEEDED');
  });

  test('a customer can ask for more time in the last 30 days before their right to a tool ends, and not earlier', async () => {
    const { portal } = await openHelpRequests(kind);
    const askWithGrantUntil = async (validTo: string) => {
      const { id, token } = await addPerson(portal, { grants: [{ brand: 'blue', validTo }] });
      return portal.call(helpRequests.ask, { token, params: { id }, body: { tool: 'basics', brand: 'blue' } });
    };
    expect(readProblemCode((await askWithGrantUntil('2026-04-10')).body)).toBe('NO_HELP_NEEDED');
    expect(await askWithGrantUntil('2026-04-09')).toMatchObject({
      status: 200,
      body: { problem: { code: 'TOOL_ENDS', message: 'Basics for Basics Blue ends on 9 April 2026.' } },
    });
  });

  test('the same code with the same problem is not sent again while the help request is open', async () => {
    const { portal, ada, code, askSuccessfully, withdraw } = await openHelpRequests(kind);
    const firstRequest = await askSuccessfully();
    expect(await askSuccessfully(ada, `  ${code.toLowerCase()}\n`, { comment: 'again' })).toEqual(firstRequest);
    const repeatedRequests = await Promise.all([askSuccessfully(), askSuccessfully(), askSuccessfully()]);
    expect(repeatedRequests.map(({ helpRequestId }) => helpRequestId)).toEqual(
      Array.from({ length: 3 }, () => firstRequest.helpRequestId),
    );
    expect(await listLetters(portal)).toHaveLength(1);
    await withdraw(ada, firstRequest.helpRequestId);
    expect((await askSuccessfully()).helpRequestId).not.toBe(firstRequest.helpRequestId);
  });

  test('a help request is refused when the code can get a licence', async () => {
    const { portal, ask, issue } = await openHelpRequests(kind);
    const newCustomer = await addPerson(portal);
    const code = createCode(createMachine('FREE'));
    const refusedResponse = await ask(newCustomer, code);
    expect([refusedResponse.status, readProblemCode(refusedResponse.body)]).toEqual([422, 'NO_HELP_NEEDED']);
    await issue(newCustomer, code);
    expect(readProblemCode((await ask(newCustomer, code)).body)).toBe('NO_HELP_NEEDED');
    expect(await listLetters(portal)).toEqual([]);
  });

  test('a user can have at most five open help requests; withdrawn and answered requests do not count', async () => {
    const { portal, ada, simon, ask, answer, withdraw } = await openHelpRequests(kind);
    const passOneDay = async () => {
      portal.pass(days(1));
      ada.token = await createSession(portal, ada);
      simon.token = await createSession(portal, simon);
    };
    const requestIds: number[] = [];
    for (let index = 0; index < limits.help.open; index += 1)
      requestIds.push(helpRequest.parse((await ask(ada, `text number ${index}`)).body).helpRequestId);
    const refusedResponse = await ask(ada, 'one too many');
    expect([refusedResponse.status, readProblemCode(refusedResponse.body)]).toEqual([422, 'HELP_LIMIT']);
    await passOneDay();
    await withdraw(ada, requestIds[0] ?? 0);
    expect((await ask(ada, 'one more')).status).toBe(200);
    await answer(simon, requestIds[1] ?? 0, { answer: 'reply', words: 'Paste all of it.' });
    expect((await ask(ada, 'another one')).status).toBe(200);
    expect((await listLetters(portal)).filter((letter) => letter.startsWith('helpAsked'))).toHaveLength(7);
  });

  test('a user can send at most five help requests in 24 hours; withdrawn requests count too', async () => {
    const { portal, ada, ask, withdraw } = await openHelpRequests(kind);
    const askAgain = async () => {
      const response = await ask(ada, 'no code');
      if (response.status === 200) await withdraw(ada, helpRequest.parse(response.body).helpRequestId);
      return response.status;
    };
    expect(await askAgain()).toBe(200);
    portal.pass(hours(2));
    for (let index = 1; index < limits.help.perDay; index += 1) expect(await askAgain()).toBe(200);
    expect(await ask(ada, 'no code')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '79200' },
      body: {
        code: 'HELP_DAY_LIMIT',
        message: expect.stringContaining('5 help requests in the last 24 hours. Try again in 22 hours'),
      },
    });
    portal.pass(hours(22));
    ada.token = await createSession(portal, ada);
    expect(await askAgain()).toBe(200);
    expect(await askAgain()).toBe(429);
  });

  test('a help request with a text that is too long or with an unknown field is refused', async () => {
    const { ada, ask } = await openHelpRequests(kind);
    const refusedResponse = await ask(ada, 'x', { comment: 'x'.repeat(limits.text.reason + 1) });
    expect(refusedResponse.body).toMatchObject({
      code: 'INVALID',
      fields: { comment: 'Enter at most 500 characters.' },
    });
    expect(readProblemCode((await ask(ada, ' ')).body)).toBe('INVALID');
    expect(readProblemCode((await ask(ada, 'x', { state: 'replied' })).body)).toBe('INVALID');
    expect(readProblemCode((await ask(ada, 'x', { problem: { code: 'SEAT_LIMIT' } })).body)).toBe('INVALID');
  });

  test('a user can ask for help only for their own account', async () => {
    const { portal, ada, simon, root, askSuccessfully, ask, withdraw, listOf } = await openHelpRequests(kind);
    const bob = await addPerson(portal);
    const { helpRequestId } = await askSuccessfully();
    for (const stranger of [simon, root]) {
      expect(readProblemCode((await ask(stranger, 'x', {}, ada.id)).body)).toBe('NOT_PERMITTED');
      expect(readProblemCode((await withdraw(stranger, helpRequestId, ada.id)).body)).toBe('NOT_PERMITTED');
      expect((await listOf(stranger, ada.id)).total).toBe(1);
    }
    expect(readProblemCode((await ask(bob, 'x', {}, ada.id)).body)).toBe('USER_NOT_FOUND');
    expect(readProblemCode((await withdraw(bob, helpRequestId)).body)).toBe('RESULTS_NOT_FOUND');
    const strangerResponse = await portal.call(helpRequests.listOf, { token: bob.token, params: { id: ada.id } });
    expect(readProblemCode(strangerResponse.body)).toBe('USER_NOT_FOUND');
  });
});
