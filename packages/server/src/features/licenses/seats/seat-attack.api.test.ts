import { licenses, license as licenseShape, licensePreview } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { fingerprintComponents, createFingerprint, relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { MachineFacts } from '@basics/licensing/fingerprint.ts';
import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { VerificationReason } from '@basics/licensing/verification-code.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { openPortal, testKey, readProblemCode } from '#server/testing/portal.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { assignSalesman, listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { readLicence } from '@basics/licensing/licence.ts';

/** The PC from which each part of a forged code is taken. The fifth part, the UUID of the firmware, exists only in scheme 2. */
type Parts = readonly string[];

const listPartsOfPc = (pc: string, scheme: 1 | 2 = 1): Parts =>
  fingerprintComponents.map((_, at) => (scheme === 1 && at === 4 ? '-' : pc));

/** Returns the parts with the first `count` parts replaced by those of `target`. */
const mixParts = (parts: Parts, target: string, count: number): Parts =>
  parts.map((part, at) => (at < count && part !== '-' ? target : part));

/** Converts the parts to the facts of a PC. A dash means that the code does not contain the part. */
const toFacts = (parts: Parts): MachineFacts =>
  Object.fromEntries(
    fingerprintComponents.flatMap((component, at) =>
      (parts[at] ?? '-') === '-' ? [] : [[component, `${component} of ${parts[at]}`]],
    ),
  );

/** Finds the PCs on which the tool accepts the licence, because its signed fingerprint matches them. */
function findPcsThatAccept(licenseCode: string, pcs: Parts): string[] {
  const readResult = readLicenceCode(licenseCode, [testKey.signer.publicKey], nodePrimitives);
  if (!readResult.ok) throw new Error('the licence cannot be read', { cause: readResult.refusal });
  const { fingerprint } = readResult.value.terms;
  return pcs.filter((pc) => {
    const pcFingerprint = createFingerprint(toFacts(listPartsOfPc(pc, 2)), nodePrimitives);
    return relateFingerprints(fingerprint, pcFingerprint) !== 'different';
  });
}

/**
 * Opens a portal with a customer who may license two PCs and make three moves, and who forges codes. `licensedPcs` contains the PCs with a
 * valid licence.
 */
async function openWithAttacker(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const ada = await addPerson(portal);
  const licensedPcs = new Set<string>();

  async function sendForgedCode(parts: Parts, reason: VerificationReason): Promise<boolean> {
    const code = createCode({ ...createMachine('PC'), facts: toFacts(parts) }, { at: portal.now(), reason });
    const { status, body } = await portal.call(licenses.issue, {
      token: await createSession(portal, ada),
      params: { id: ada.id },
      body: { verificationCode: code },
    });
    if (status !== 200) return false;
    for (const pc of findPcsThatAccept(String(Object(body).licenseCode), parts)) licensedPcs.add(pc);
    return true;
  }
  return { portal, licensedPcs, sendForgedCode };
}

const listNumbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe.each(defaultDatabases)('codes that a customer forges (%s)', (kind) => {
  test('40 codes that each change one part license no more PCs than the seats and moves allow (T321)', async () => {
    const { portal, licensedPcs, sendForgedCode } = await openWithAttacker(kind);
    let currentParts = listPartsOfPc('PC 0');
    await sendForgedCode(currentParts, 'new');
    for (const at of listNumbers(39)) {
      const nextParts = mixParts(currentParts, `PC ${Math.floor(at / 4) + 1}`, (at % 4) + 1);
      const reason = at % 8 < 4 ? 'new' : 'moved';
      if (await sendForgedCode(nextParts, reason)) currentParts = nextParts;
      portal.pass(days(1));
    }
    expect(licensedPcs.size).toBeGreaterThan(1);
    expect(licensedPcs.size).toBeLessThanOrEqual(2 + 3);
  });

  test.each([
    { scheme: 1, answers: [true, false, false, false] },
    { scheme: 2, answers: [true, true, false, false, false] },
  ] as const)(
    'a code is refused as another PC when half of its parts or more have changed, in scheme $scheme',
    async (row) => {
      const { sendForgedCode } = await openWithAttacker(kind);
      expect(await sendForgedCode(listPartsOfPc('FIRST', row.scheme), 'new')).toBe(true);
      expect(await sendForgedCode(listPartsOfPc('SECOND', row.scheme), 'new')).toBe(true);
      const partsOfLaterCodes = row.answers.map((_, at) =>
        mixParts(listPartsOfPc('FIRST', row.scheme), 'THIRD', at + 1),
      );
      const outcomes: boolean[] = [];
      for (const parts of partsOfLaterCodes) outcomes.push(await sendForgedCode(parts, 'new'));
      expect(outcomes).toEqual(row.answers);
    },
  );

  test.each([
    { first: ['A', 'B', 'C', 'D'], later: ['A A C -', 'A B B -', 'A - C C', '- B D D'] },
    { first: ['A', 'A', 'B', 'B'], later: ['A A A B', 'A B B B'] },
    { first: ['A', 'A', 'B', 'B', 'C'], later: ['A A A B B', 'A A C C C', 'B B B B -'] },
  ])(
    'after a first code that mixes parts of several PCs, $first, later codes license at most one of them (T323)',
    async (codes) => {
      const { licensedPcs, sendForgedCode } = await openWithAttacker(kind);
      expect(await sendForgedCode(codes.first, 'new')).toBe(true);
      for (const parts of codes.later) await sendForgedCode(parts.split(' '), 'new');
      expect(licensedPcs.size).toBeLessThanOrEqual(1);
    },
  );

  test('in three years of renewals that each change two of five parts, a customer licenses at most two more PCs (T324)', async () => {
    const { portal, licensedPcs, sendForgedCode } = await openWithAttacker(kind);
    const seats = ['A', 'B'].map((name) => ({ name, current: listPartsOfPc(`${name} 0`, 2), target: 1 }));
    for (const { current } of seats) expect(await sendForgedCode(current, 'new')).toBe(true);
    for (const _ of listNumbers(Math.floor((3 * 365) / 20))) {
      portal.pass(days(20));
      for (const seat of seats) {
        const targetPc = `${seat.name} ${seat.target}`;
        const nextParts = mixParts(seat.current, targetPc, seat.current.filter((part) => part === targetPc).length + 2);
        if (await sendForgedCode(nextParts, 'renew')) seat.current = nextParts;
        else expect(await sendForgedCode(seat.current, 'renew')).toBe(true);
        if (seat.current.every((part) => part === targetPc)) seat.target += 1;
      }
    }
    expect(licensedPcs.size).toBeGreaterThanOrEqual(2);
    expect(licensedPcs.size).toBeLessThanOrEqual(2 + 2);
  });
});

/** Starts a portal in which a code has created a licence for a user. */
async function openWithUsedCode(kind: DatabaseKind) {
  const { portal, ada, asRoot } = await openStaffedPortal(kind);
  const owner = await addPerson(portal);
  const code = createCode(createMachine('DESK'));
  const sendCode = (who: Person, preview = false) =>
    portal.call(licenses.issue, {
      token: who.token,
      params: { id: who.id },
      body: { verificationCode: code, ...(preview && { preview }) },
    });
  expect((await sendCode(owner)).status).toBe(200);
  return { portal, ada, asRoot, owner, sendCode };
}

describe.each(defaultDatabases)('a code that another account sends (%s)', (kind) => {
  test('a code that another account sends is reported to the salesman of both accounts, at most once a day (T322)', async () => {
    const { portal, owner, sendCode } = await openWithUsedCode(kind);
    const otherPerson = await addPerson(portal);
    expect((await sendCode(otherPerson, true)).body).toMatchObject({ problem: { code: 'CODE_USED_BY_OTHER' } });
    for (let index = 0; index < 3; index += 1)
      expect(readProblemCode((await sendCode(otherPerson)).body)).toBe('CODE_USED_BY_OTHER');
    expect(await listLetters(portal)).toEqual(['codeUsedByOther to ada@portal.example']);
    const { text } = await readNewestMail(portal, 'codeUsedByOther');
    for (const letterPart of ['DESK', owner.login, otherPerson.login]) expect(text).toContain(letterPart);
    const secondCode = createCode(createMachine('SECOND'));
    const sendSecondCode = (who: Person) =>
      portal.call(licenses.issue, { token: who.token, params: { id: who.id }, body: { verificationCode: secondCode } });
    await sendSecondCode(owner);
    expect(readProblemCode((await sendSecondCode(otherPerson)).body)).toBe('CODE_USED_BY_OTHER');
    expect(await listLetters(portal)).toHaveLength(1);
    portal.pass(days(1));
    const laterPerson = await addPerson(portal);
    await sendCode(laterPerson);
    expect(await listLetters(portal)).toHaveLength(2);
  });

  test('a code that another account sends is reported to administrators if no salesman has both accounts in scope, so that no salesman sees a customer out of scope', async () => {
    const { portal, sendCode } = await openWithUsedCode(kind);
    const bo = await portal.addUser({ login: 'bo@portal.example', profileId: 2 });
    await assignSalesman(portal.database, bo, 'NO', 'blue');
    await sendCode(await addPerson(portal, { country: 'NO' }));
    expect(await listLetters(portal)).toEqual(['codeUsedByOther to root@portal.example']);
  });

  test('the report about a code contains neither the name nor the PC of a deleted owner, who can still be restored', async () => {
    const { portal, asRoot, owner, sendCode } = await openWithUsedCode(kind);
    await portal.call(users.remove, { token: asRoot, params: { id: owner.id } });
    await sendCode(await addPerson(portal));
    expect(await listLetters(portal)).toEqual(['codeUsedByOther to root@portal.example']);
    const { text } = await readNewestMail(portal, 'codeUsedByOther');
    expect(text).toContain('an account that was deleted');
    expect(text).not.toContain('DESK');
  });

  test('a code is not reported when its owner sends it again', async () => {
    const { portal, owner, sendCode } = await openWithUsedCode(kind);
    await sendCode(owner, true);
    await sendCode(owner);
    expect(await listLetters(portal)).toEqual([]);
  });
});

const uuidFact = { 'smbios-uuid': '4c4c4544-0042-3510-8052-b3c04f4b4e32' };
const repairedPc = createMachine('DESK', { ...uuidFact, 'machine-id': 'new system', 'system-disk': 'new disk' });

test.each(defaultDatabases)(
  'a PC with a new disk and a new system keeps its seat, because the UUID of its firmware is the same (%s)',
  async (kind) => {
    const portal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(portal);
    const requestLicense = async (pc: ReturnType<typeof createMachine>, preview = false) =>
      portal.call(licenses.issue, {
        token: await createSession(portal, ada),
        params: { id: ada.id },
        body: { verificationCode: createCode(pc, { at: portal.now() }), preview },
      });
    /** Returns whether a PC accepts the licence code and the licence file. */
    const acceptsLicense = async (pc: ReturnType<typeof createMachine>, licenseBody: unknown) => {
      const { licenseId, licenseCode } = licenseShape.parse(licenseBody);
      const token = await createSession(portal, ada);
      const file = await portal.call(licenses.download, { token, params: { id: ada.id, licenseId } });
      return [licenseCode, file.bytes.toString()].map((text) => {
        const readResult = readLicence(text, [testKey.signer.publicKey], nodePrimitives);
        if (!readResult.ok) throw new Error(readResult.refusal.code);
        const { fingerprint } = readResult.value.machine;
        return (
          relateFingerprints(fingerprint, createFingerprint(pc.facts, nodePrimitives, fingerprint)) !== 'different'
        );
      });
    };

    // The code of an older tool has four parts, and the code of a newer tool adds the fifth part: the PC is the same, and no part has changed.
    expect(await acceptsLicense(repairedPc, (await requestLicense(createMachine('DESK'))).body)).toEqual([
      false,
      false,
    ]);
    const responseWithUuid = await requestLicense(createMachine('DESK', uuidFact));
    expect(responseWithUuid.status, JSON.stringify(responseWithUuid.body)).toBe(200);
    expect(await acceptsLicense(repairedPc, responseWithUuid.body)).toEqual([true, true]);
    expect(licensePreview.parse((await requestLicense(createMachine('DESK'), true)).body).machine.relation).toBe(
      'known',
    );

    const preview = licensePreview.parse((await requestLicense(repairedPc, true)).body);
    expect(preview).toMatchObject({ machine: { relation: 'changed' }, offer: { seatsUsed: 1, movesUsed: 0 } });
    portal.pass(days(1));
    const { body: repairedLicense } = await requestLicense(repairedPc);
    expect(await acceptsLicense(repairedPc, repairedLicense)).toEqual([true, true]);
    // Without the UUID only half of the parts are equal, so the code belongs to another PC.
    const pcWithoutUuid = createMachine('DESK', { 'machine-id': 'new system', 'system-disk': 'new disk' });
    expect(licensePreview.parse((await requestLicense(pcWithoutUuid, true)).body).machine.relation).toBe('new');

    portal.pass(days(350));
    const params = { id: ada.id, licenseId: licenseShape.parse(repairedLicense).licenseId };
    const renewResponse = await portal.call(licenses.renew, { token: await createSession(portal, ada), params });
    expect(renewResponse.status, JSON.stringify(renewResponse.body)).toBe(200);
    expect(await acceptsLicense(repairedPc, renewResponse.body)).toEqual([true, true]);
  },
);

test.each(defaultDatabases)(
  'the list of PCs marks a virtual machine, a PC with a replacement identity, and a copied system (%s)',
  async (kind) => {
    const portal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(portal);
    const requestLicense = async (
      pc: ReturnType<typeof createMachine>,
      flags: { isVirtual?: boolean; isStandIn?: boolean },
      preview: boolean,
    ) =>
      portal.call(licenses.issue, {
        token: ada.token,
        params: { id: ada.id },
        body: { verificationCode: createCode(pc, { at: portal.now(), ...flags }), preview },
      });
    await requestLicense(createMachine('FIRST'), { isVirtual: true }, false);
    const clonedPc = createMachine('SECOND', { 'machine-id': 'id of FIRST' });
    const preview = await requestLicense(clonedPc, { isStandIn: true }, true);
    expect(licensePreview.parse(preview.body).machine).toEqual({
      name: 'SECOND',
      relation: 'new',
      license: 'none',
      copyOf: 'FIRST',
    });
    expect((await requestLicense(clonedPc, { isStandIn: true }, false)).status).toBe(200);
    const listResponse = await portal.call(licenseAdmin.machines, { token: ada.token, params: { id: ada.id } });
    const machines = licenseAdmin.machines.reply.parse(listResponse.body).items[0]?.machines ?? [];
    expect(Object.fromEntries(machines.map(({ name, traits }) => [name, traits]))).toEqual({
      FIRST: ['virtual'],
      SECOND: ['standIn', 'copied'],
    });
    // The traits of a PC come from its newest code, so this code without traits removes the earlier traits.
    await requestLicense(createMachine('FIRST'), {}, false);
    const laterResponse = await portal.call(licenseAdmin.machines, { token: ada.token, params: { id: ada.id } });
    expect(
      licenseAdmin.machines.reply.parse(laterResponse.body).items[0]?.machines.find(({ name }) => name === 'FIRST')
        ?.traits,
    ).toEqual([]);
  },
);

test.each(defaultDatabases)(
  'a PC whose parts change repeatedly is shown to staff with its history, and reported by one e-mail a week (%s)',
  async (kind) => {
    const { portal } = await openStaffedPortal(kind);
    const owner = await addPerson(portal, { country: 'DE' });
    const issue = async (disk: string) => {
      const code = createCode(createMachine('DESK', { 'system-disk': disk }), { at: portal.now() });
      return licenseShape.parse(
        (
          await portal.call(licenses.issue, {
            token: await createSession(portal, owner),
            params: { id: owner.id },
            body: { verificationCode: code },
          })
        ).body,
      );
    };
    const readChanges = async (licenseId: number) => {
      const token = await portal.signIn('ada@portal.example');
      const listResponse = await portal.call(licenseAdmin.machines, { token, params: { id: owner.id } });
      const detailsResponse = await portal.call(licenseAdmin.get, { token, params: { licenseId } });
      const { partChanges, parts } = licenseAdmin.get.reply.parse(detailsResponse.body).machine;
      expect(licenseAdmin.machines.reply.parse(listResponse.body).items[0]?.machines[0]?.partChanges).toEqual(
        partChanges,
      );
      return { partChanges, history: parts.map(({ at }) => at) };
    };

    await issue('first');
    await issue('first');
    await issue('dock');
    await issue('first');
    expect(await listLetters(portal)).toEqual([]);
    portal.pass(days(2));
    const { licenseId } = await issue('dock');
    expect(await readChanges(licenseId)).toEqual({
      partChanges: { week: 3, month: 3 },
      history: ['2026-03-12T12:00:00.000Z', '2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z'],
    });
    expect(await listLetters(portal)).toEqual(['partsChange to ada@portal.example']);
    expect((await readNewestMail(portal, 'partsChange')).text).toContain(
      '3 times in the last 30 days (3 of them in the last 7)',
    );

    portal.pass(days(6));
    const laterLicense = await issue('first');
    expect(await listLetters(portal), 'six days later').toHaveLength(1);
    expect((await readChanges(laterLicense.licenseId)).partChanges).toEqual({ week: 2, month: 4 });
    portal.pass(days(1));
    await issue('dock');
    expect(await listLetters(portal), 'a week later').toHaveLength(2);
    portal.pass(days(40));
    await issue('first');
    expect(await listLetters(portal), 'one change in 30 days is not reported').toHaveLength(2);
  },
);
