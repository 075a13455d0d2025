import { helpRequest, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import type { Person } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

describe.each(defaultDatabases)('a code from a PC with a wrong clock (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('staff can issue a licence with a reason to a PC whose clock is years behind, also as the answer to a help request', async () => {
    const [ada, admin] = [await addPerson(portal()), await addPerson(portal(), { profileId: 1 })];
    const postCode = (by: Person, body: Record<string, unknown>) =>
      portal().call(licenses.issue, { token: by.token, params: { id: ada.id }, body });
    const at = Date.parse('2019-01-01T00:03:00.000Z');
    const codeBody = { verificationCode: createCode(createMachine('OLD'), { at }) };
    expect(readProblemCode((await postCode(admin, codeBody)).body)).toBe('CLOCK_BEHIND');
    const overrideBody = { overrideReason: 'no battery to be had' };
    expect((await postCode(admin, { ...codeBody, ...overrideBody })).body).toMatchObject({
      machineName: 'OLD',
      expiryDate: '2027-03-10',
      issuedAt: '2026-03-10T12:00:00.000Z',
    });
    const verificationCode = createCode(createMachine('OTHER'), { at });
    const helpResponse = await portal().call(helpRequests.ask, {
      token: ada.token,
      params: { id: ada.id },
      body: { verificationCode },
    });
    const { helpRequestId, problem } = helpRequest.parse(helpResponse.body);
    expect(problem.code).toBe('CLOCK_BEHIND');
    const answerResponse = await portal().call(helpRequests.answer, {
      token: admin.token,
      params: { id: helpRequestId },
      body: { answer: 'license', ...overrideBody },
    });
    expect(answerResponse).toMatchObject({ status: 200, body: { state: 'licensed' } });
  });
});
