import { licenseRefusals, licenses, license as licenseShape } from '@basics/contract/licenses/licenses.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import { createFingerprint, relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { readLicenceCode, writeLicenceCode } from '@basics/licensing/licence-code.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { describe, expect, test } from 'vitest';
import { days, minutes, hours } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { defaultDatabases, createTestDatabase } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { noon, testKey, readProblemCode, openPortal, type NewUser, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { allRows } from '#server/testing/database/tables.ts';
import { helpRequest, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { limits } from '@basics/contract/calls/limits.ts';

type IssueRequest = { code: string; fields?: Record<string, unknown>; owner?: number };

/** A request that is refused: the customer, the licences that exist before, and the expected message. */
type RefusalCase = {
  refusal: (typeof licenseRefusals)[number];
  how: string;
  user?: Partial<NewUser>;
  prepare?: (portal: Portal, who: Person) => Promise<void>;
  send: () => IssueRequest;
  message: string;
};

const postCode = (portal: Portal, who: Person, { code, fields, owner }: IssueRequest, isPreview: boolean) =>
  portal.call(licenses.issue, {
    token: who.token,
    params: { id: owner ?? who.id },
    body: { verificationCode: code, ...fields, ...(isPreview && { preview: true }) },
  });

async function issueAll(portal: Portal, who: Person, requests: readonly IssueRequest[]): Promise<void> {
  for (const request of requests) expect((await postCode(portal, who, request, false)).status).toBe(200);
}

const validCode = createCode(createMachine('DESK'));
const licenceCode = writeLicenceCode(
  {
    licenceId: new Uint8Array(8),
    toolId: 7,
    maxMajor: 255,
    scheme: 1,
    brand: 0,
    trial: false,
    entitlements: 0,
    issuedAt: 1,
    expiresAt: 2,
    fingerprint: new Uint8Array(16),
    requestHash: new Uint8Array(8),
  },
  testKey.signer,
  nodePrimitives,
);
const lastCharacter = validCode.at(-1) ?? '';
const mistypedCode = `${validCode.slice(0, -1)}${lastCharacter === '0' ? '4' : '0'}`;

const notACode =
  'This is not a verification code. A verification code begins with BV-. To get one, open Licence in Basics or run the command basics code.';
const changedCharacterCode =
  'The code contains a typing error. Copy and paste it from Basics instead of typing it, or use the .bvr file.';

const absentFacts = { 'machine-id': 'none', 'board-id': '0000', 'system-disk': [], 'network-card': [] };
const createUnidentified = (found: 0 | 1, details: Parameters<typeof createCode>[1]): RefusalCase => ({
  refusal: 'PC_NOT_IDENTIFIED',
  how: `a code (${JSON.stringify(details)}) with ${found} of 2 hardware values`,
  send: () => ({
    code: createCode(
      createMachine('NOFACTS', { ...absentFacts, ...(found === 1 && { 'system-disk': 'D-1' }) }),
      details,
    ),
  }),
  message: `This PC cannot be identified: its code contains ${found} of at least 2 hardware values, so no licence would work on it. Install the newest version of Basics and create a new code. If that code is refused too, please contact support.`,
});

const refusalCases: readonly RefusalCase[] = [
  createUnidentified(0, {}),
  createUnidentified(1, { reason: 'renew' }),
  createUnidentified(1, { reason: 'moved', isVirtual: true }),
  createUnidentified(1, { isStandIn: true }),
  { refusal: 'NOT_A_CODE', how: 'nonsense', send: () => ({ code: 'hello, I need a licence' }), message: notACode },
  { refusal: 'NOT_A_CODE', how: 'a licence code', send: () => ({ code: licenceCode }), message: notACode },
  {
    refusal: 'CODE_INCOMPLETE',
    how: 'a code cut short',
    send: () => ({ code: validCode.slice(0, -8) }),
    message: 'Part of the code is missing: it has 65 of 72 characters. Copy the whole code and paste it again.',
  },
  {
    refusal: 'CODE_TYPO',
    how: 'a character mistyped',
    send: () => ({ code: mistypedCode }),
    message: changedCharacterCode,
  },
  {
    refusal: 'CODE_NEWER',
    how: 'a code of version 2',
    send: () => ({ code: mistypedCode.replace('BV-24', 'BV-28') }),
    message: 'This code comes from a version of Basics that the portal does not support yet. Please contact support.',
  },
  {
    refusal: 'CODE_TOO_OLD',
    how: 'a code of last month',
    send: () => ({ code: createCode(createMachine('DESK'), { at: noon - days(31) }) }),
    message:
      'This code is 31 days old. Codes are valid for 30 days. Create a new code in Basics and paste that one. If the new code is refused too, correct the date of this PC first.',
  },
  {
    refusal: 'CLOCK_BEHIND',
    how: 'a PC whose clock battery is empty',
    send: () => ({ code: createCode(createMachine('DESK'), { at: Date.parse('2019-01-01T00:03:00.000Z') }) }),
    message:
      'The clock of this PC says 1 January 2019. Set its date and time, then create a new code in Basics. If the clock is wrong again after each start, the battery of the PC is empty. If you cannot set the clock, ask your contact for help.',
  },
  {
    refusal: 'CLOCK_AHEAD',
    how: 'a PC whose clock is 11 minutes ahead',
    send: () => ({ code: createCode(createMachine('DESK'), { at: noon + minutes(11) }) }),
    message: 'The clock of this PC is 11 minutes ahead. Correct it, then create a new code in Basics.',
  },
  {
    refusal: 'OTHER_TOOL',
    how: 'a tool that the portal does not know',
    send: () => ({ code: createCode(createMachine('DESK'), { toolId: 9 }) }),
    message: 'This code is for another tool. Create the code in Basics and paste that one.',
  },
  {
    refusal: 'OTHER_TOOL',
    how: 'a code of another tool than was asked for',
    send: () => ({ code: createCode(createMachine('DESK')), fields: { tool: 'configRail' } }),
    message: 'This code is for another tool. Create the code in Basics and paste that one.',
  },
  {
    refusal: 'OTHER_BRAND',
    how: 'a brand without a grant',
    send: () => ({ code: createCode(createMachine('DESK')), fields: { brand: 'red' } }),
    message: 'Your account does not include Basics for the brand Basics Red. Ask your contact to add it.',
  },
  {
    refusal: 'NO_TOOL_GRANT',
    how: 'no grant at all',
    user: { grants: [] },
    send: () => ({ code: createCode(createMachine('DESK')) }),
    message: "User hasn't tools and brands",
  },
  {
    refusal: 'NO_TOOL_GRANT',
    how: 'a grant that is over',
    user: { grants: [{ brand: 'blue', validTo: '2026-03-09' }] },
    send: () => ({ code: createCode(createMachine('DESK')) }),
    message: "User hasn't tools and brands",
  },
  {
    refusal: 'NO_TOOL_GRANT',
    how: 'a grant that has not begun',
    user: { grants: [{ brand: 'blue', validFrom: '2026-03-11' }] },
    send: () => ({ code: createCode(createMachine('DESK')) }),
    message: "User hasn't tools and brands",
  },
  {
    refusal: 'SEAT_LIMIT',
    how: 'a third PC on two seats, of which a move has replaced one',
    prepare: (portal, who) =>
      issueAll(portal, who, [
        { code: createCode(createMachine('REPLACED')) },
        { code: createCode(createMachine('DESK'), { reason: 'moved' }) },
        { code: createCode(createMachine('')) },
      ]),
    send: () => ({ code: createCode(createMachine('THIRD')) }),
    message:
      'All 2 PCs that you can license are in use (an unnamed PC, DESK). If a PC is no longer used, remove it under PCs. To replace one, run basics code --moved on the new PC and paste that code. To license more PCs, ask your contact.',
  },
  {
    refusal: 'MOVE_LIMIT',
    how: 'a fourth move',
    prepare: (portal, who) =>
      issueAll(
        portal,
        who,
        ['A', 'B', 'C', 'D'].map((name) => ({ code: createCode(createMachine(name), { reason: 'moved' }) })),
      ),
    send: () => ({ code: createCode(createMachine('E'), { reason: 'moved' }) }),
    message: 'You have used all moves to another PC for these 12 months (3). Your contact can allow another one.',
  },
  {
    refusal: 'TRIAL_USED',
    how: 'a trial on a PC on which another account had one',
    user: { profileId: 99 },
    prepare: async (portal) =>
      issueAll(portal, await addPerson(portal, { profileId: 99 }), [{ code: createCode(createMachine('TRIED')) }]),
    send: () => ({ code: createCode(createMachine('TRIED')) }),
    message:
      'The trial of this account or of this PC is over. Each has one trial. Ask your contact for a licence or another trial.',
  },
  {
    refusal: 'ISSUE_LIMIT',
    how: 'an eleventh licence of one PC on one day',
    prepare: (portal, who) =>
      issueAll(
        portal,
        who,
        Array.from({ length: 10 }, () => ({ code: createCode(createMachine('DESK')) })),
      ),
    send: () => ({ code: createCode(createMachine('DESK')) }),
    message:
      'This PC got 10 licences in the last 24 hours. No more can be issued for now. Try again in 24 hours, or ask your contact for help.',
  },
];

/** Returns the rows of all tables except the counters of attempts, which change for accounts with trials. */
async function readRowsExceptAttempts({ database }: Portal) {
  const { throttles: _, ...rows } = await allRows(database);
  return rows;
}

describe.each(defaultDatabases)('refused verification codes (%s)', (kind) => {
  const portal = suitePortal(kind);

  test.each(refusalCases)(
    '$how is refused with $refusal, in the preview and when issuing, and nothing is written',
    async (refusalCase) => {
      const who = await addPerson(portal(), refusalCase.user);
      await refusalCase.prepare?.(portal(), who);
      const rowsBefore = await readRowsExceptAttempts(portal());
      const request = refusalCase.send();

      const issueResponse = await postCode(portal(), who, request, false);
      expect(issueResponse.status).toBe(problems[refusalCase.refusal].status);
      expect(issueResponse.body).toEqual({
        code: refusalCase.refusal,
        message: refusalCase.message,
        requestId: issueResponse.headers['x-request-id'],
      });

      const { status, body } = await postCode(portal(), who, request, true);
      const expectedProblem = { code: refusalCase.refusal, message: refusalCase.message };
      if (status === 200) expect(body).toMatchObject({ problem: expectedProblem });
      else expect({ status, body }).toMatchObject({ status: 422, body: expectedProblem });
      expect(await readRowsExceptAttempts(portal())).toEqual(rowsBefore);
    },
  );

  test('a code with two hardware values, also of a stand-in identity, gets a licence that is for this PC', async () => {
    for (const isStandIn of [false, true]) {
      const facts = { ...absentFacts, 'machine-id': `seed ${isStandIn}`, 'board-id': 'seed' };
      const code = createCode(createMachine('CONTAINER', facts), { isStandIn });
      const owner = await addPerson(portal());
      const { body } = await postCode(portal(), owner, { code }, false);
      const licence = readLicenceCode(licenseShape.parse(body).licenseCode, [testKey.signer.publicKey], nodePrimitives);
      if (!licence.ok) throw new Error(licence.refusal.code);
      const ownPrint = createFingerprint(facts, nodePrimitives);
      expect(relateFingerprints(licence.value.terms.fingerprint, ownPrint)).toBe('same');
    }
  });

  test('a code that another account has used is refused, and staff find the refusal in the audit log (T297)', async () => {
    const [ada, bob] = [await addPerson(portal()), await addPerson(portal())];
    const code = createCode(createMachine('DESK'));
    await issueAll(portal(), ada, [{ code }]);

    const previewResponse = await postCode(portal(), bob, { code }, true);
    expect(previewResponse.body).toMatchObject({ offer: null, problem: { code: 'CODE_USED_BY_OTHER' } });
    const { status, body, headers } = await postCode(portal(), bob, { code }, false);
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        code: 'CODE_USED_BY_OTHER',
        message:
          'Another account has already used this code. Create a new code on your own PC, or ask your contact for help.',
        requestId: headers['x-request-id'],
      },
    });
    expect(JSON.stringify([previewResponse.body, body]), 'the owner is not shown').not.toContain(ada.login);
    const auditRows = await selectAuditEntries(portal().database.kysely)
      .select(['actorId', 'action', 'after'])
      .where('action', '=', 'license.refuse')
      .execute();
    expect(auditRows.map((row) => ({ ...row }))).toEqual([
      {
        actorId: bob.id,
        action: 'license.refuse',
        after: JSON.stringify({ code: 'CODE_USED_BY_OTHER', userId: bob.id }),
      },
    ]);
  });

  test('a licence that would expire after the last day that licences can contain is refused', async () => {
    const { kysely } = portal().database;
    const ada = await addPerson(portal(), { profileId: 8 });
    await kysely.updateTable('licencePolicies').set({ months: 1000, days: null }).where('profileId', '=', 8).execute();
    const request = { code: createCode(createMachine('DESK')) };
    const message =
      'This licence would be valid until 10 July 2109, but a licence cannot expire after 5 February 2106. Ask the operator to check the date of the server, or to shorten the term of the licence.';
    expect(await postCode(portal(), ada, request, false)).toMatchObject({
      status: 422,
      body: { code: 'LICENCE_TOO_LONG', message },
    });
    expect(await postCode(portal(), ada, request, true)).toMatchObject({
      status: 200,
      body: { problem: { code: 'LICENCE_TOO_LONG', message } },
    });
  });

  test('an account that is not active gets no licence, not even from an administrator, and only a suspended one is called suspended (T299)', async () => {
    const admin = await addPerson(portal(), { profileId: 1 });
    const cases = [
      ['suspended', 'This user is suspended, so no licence can be issued. Reinstate the user first.'],
      ['approved', 'No licence can be issued until this user has set a password.'],
      ['pending', 'No licence can be issued until this user has an active account.'],
      ['expired', 'No licence can be issued until this user has an active account.'],
      ['withdrawn', 'No licence can be issued until this user has an active account.'],
      ['rejected', 'The request for this account was rejected, so no licence can be issued.'],
    ] as const;
    for (const [status, why] of cases) {
      const owner = await portal().addUser({
        login: `${status}@customer.example`,
        status,
        grants: [{ brand: 'blue' }],
      });
      const request = { code: createCode(createMachine('DESK')), owner };
      const code = status === 'suspended' ? 'ACCOUNT_SUSPENDED' : 'ACCOUNT_NOT_ACTIVE';
      const message = `${why} If this is not right, contact support.`;
      expect(await postCode(portal(), admin, request, false)).toMatchObject({
        status: 422,
        body: { code, message },
      });
      expect(await postCode(portal(), admin, request, true)).toMatchObject({
        status: 200,
        body: { offer: null, problem: { code, message } },
      });
    }
  });

  test('a PC without a name is recognised by its hardware parts', async () => {
    const ada = await addPerson(portal());
    await issueAll(portal(), ada, [{ code: createCode(createMachine('')) }]);
    expect((await postCode(portal(), ada, { code: createCode(createMachine('')) }, true)).body).toMatchObject({
      machine: { name: '', relation: 'known' },
    });
  });

  test('a move is available again when the oldest move is 12 months old', async () => {
    const ada = await addPerson(portal());
    await issueAll(
      portal(),
      ada,
      ['A', 'B', 'C', 'D'].map((name) => ({ code: createCode(createMachine(name), { reason: 'moved' }) })),
    );
    const yearAgo = Date.parse('2025-03-10T12:00:00.000Z');
    await portal().database.kysely.updateTable('moves').set({ at: yearAgo }).where('userId', '=', ada.id).execute();
    await issueAll(portal(), ada, [{ code: createCode(createMachine('E'), { reason: 'moved' }) }]);
  });
});

describe('the catalogue of problems', () => {
  test('every refusal of the API contract is tested here, and its message says what to do next', () => {
    const testedRefusals = new Set([
      ...refusalCases.map((refusalCase) => refusalCase.refusal),
      'CODE_USED_BY_OTHER',
      'PC_DECLARED_GONE',
      'ACCOUNT_SUSPENDED',
      'ACCOUNT_NOT_ACTIVE',
      'LICENCE_TOO_LONG',
      // companies/companies.api.test.ts
      'COMPANY_SEAT_LIMIT',
      'COMPANY_SUSPENDED',
    ]);
    expect([...licenseRefusals].toSorted()).toEqual([...testedRefusals].toSorted());
    const nextStepPattern =
      /Copy|paste|contact support|Correct it|Set its date|Create|create|Ask|ask|Your contact can|Use it|To get one/;
    const refusalsWithoutNextStep = licenseRefusals.filter((code) => !nextStepPattern.test(problems[code].message));
    expect(refusalsWithoutNextStep, 'the specification fixes this message').toEqual(['NO_TOOL_GRANT']);
  });
});

describe.each(defaultDatabases)('a code from a PC with a wrong clock (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('staff can issue a licence with a reason to a PC whose clock is years behind, also as the answer to a help request', async () => {
    const [ada, admin] = [await addPerson(portal()), await addPerson(portal(), { profileId: 1 })];
    const postBody = (by: Person, body: Record<string, unknown>) =>
      portal().call(licenses.issue, { token: by.token, params: { id: ada.id }, body });
    const at = Date.parse('2019-01-01T00:03:00.000Z');
    const codeBody = { verificationCode: createCode(createMachine('OLD'), { at }) };
    expect(readProblemCode((await postBody(admin, codeBody)).body)).toBe('CLOCK_BEHIND');
    const overrideBody = { overrideReason: 'no battery to be had' };
    expect((await postBody(admin, { ...codeBody, ...overrideBody })).body).toMatchObject({
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

type IssueOptions = Record<string, unknown> & { by?: Person };

const issueForPc = async (portal: Portal, owner: Person, pc: string, { by = owner, ...more }: IssueOptions = {}) =>
  portal.call(licenses.issue, {
    token: await createSession(portal, by),
    params: { id: owner.id },
    body: { verificationCode: createCode(createMachine(pc), { at: portal.now() }), ...more },
  });

describe.each(defaultDatabases)('the daily limits of licences (%s)', (kind) => {
  const portal = suitePortal(kind);

  const issue = (owner: Person, pc: string, options: IssueOptions = {}) => issueForPc(portal(), owner, pc, options);

  test('a PC gets ten licences a day; the next licence is refused with the waiting time, unless staff give a reason (T296)', async () => {
    const [ada, admin] = [await addPerson(portal()), await addPerson(portal(), { profileId: 1 })];
    expect((await issue(ada, 'DESK')).status).toBe(200);
    portal().pass(hours(3));
    for (let index = 1; index < limits.licence.perDay.pc; index += 1)
      expect((await issue(ada, 'DESK')).status).toBe(200);
    expect(await issue(ada, 'DESK')).toMatchObject({
      status: 429,
      headers: { 'retry-after': String(21 * 3600) },
      body: { code: 'ISSUE_LIMIT', message: expect.stringContaining('Try again in 21 hours') },
    });
    expect((await issue(ada, 'LAP')).status, 'another PC').toBe(200);
    expect((await issue(ada, 'DESK', { overrideReason: 'new image of the PC', by: admin })).status).toBe(200);
    portal().pass(hours(21));
    expect(readProblemCode((await issue(ada, 'DESK')).body), 'the exception counts too').toBe('ISSUE_LIMIT');
    portal().pass(hours(3));
    expect((await issue(ada, 'DESK')).status).toBe(200);
  });

  test('an account gets 50 licences a day for the codes of all its PCs together; renewals without a code do not count (T298)', async () => {
    const [ada, admin] = [await addPerson(portal()), await addPerson(portal(), { profileId: 1 })];
    const { kysely } = portal().database;
    const policy = kysely.updateTable('licencePolicies').where('profileId', '=', 7);
    await policy.set({ seats: 100 }).execute();
    const issuedLicenses: License[] = [];
    for (let index = 0; index < limits.licence.perDay.account; index += 1)
      issuedLicenses.push(licenseShape.parse((await issue(ada, `PC ${index}`)).body));
    const refusedResponse = await issue(ada, 'ONE MORE');
    portal().pass(Date.parse(issuedLicenses[0]?.expiryDate ?? '') - days(20) - portal().now());
    const renewResponse = await portal().call(licenses.renewMany, {
      token: await createSession(portal(), admin),
      body: issuedLicenses.map(({ licenseId }) => licenseId),
    });
    const { results } = licenses.renewMany.reply.parse(renewResponse.body);
    expect(results.filter(({ outcome }) => outcome === 'renewed')).toHaveLength(limits.licence.perDay.account);
    expect((await issue(ada, 'ONE MORE')).status, 'after 50 renewals').toBe(200);
    await policy.set({ seats: 2 }).execute();
    expect(refusedResponse).toMatchObject({
      status: 429,
      body: { code: 'ISSUE_LIMIT', message: expect.stringContaining('This account got 50 licences') },
    });
  });

  test.each([
    ['2 hours', hours(2)],
    ['200 days', days(200)],
  ])('licences that were dated by a clock %s ahead do not count after the clock is corrected', async (_, ahead) => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(newPortal);
    newPortal.setClock(ahead);
    for (let index = 0; index < limits.licence.perDay.pc; index += 1)
      expect((await issueForPc(newPortal, ada, 'DESK')).status).toBe(200);
    expect((await issueForPc(newPortal, ada, 'DESK')).status).toBe(429);
    newPortal.setClock(-ahead);
    expect((await issueForPc(newPortal, ada, 'DESK')).status).toBe(200);
    await newPortal.close();
  });
});
