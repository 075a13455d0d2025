import { licenses } from '@basics/contract/licenses/licenses.ts';
import { fingerprintComponents, createFingerprint, relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { MachineFacts } from '@basics/licensing/fingerprint.ts';
import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { VerificationReason } from '@basics/licensing/verification-code.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import type { Person } from '#server/testing/records/people.ts';
import { openPortal, testKey, readProblemCode } from '#server/testing/portal.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { assignSalesman, listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

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

describe.each(databases)('codes that a customer forges (%s)', (kind) => {
  test('40 codes that each change one part license no more PCs than the seats and moves allow', async () => {
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
    'after a first code that mixes parts of several PCs, $first, later codes license at most one of them',
    async (codes) => {
      const { licensedPcs, sendForgedCode } = await openWithAttacker(kind);
      expect(await sendForgedCode(codes.first, 'new')).toBe(true);
      for (const parts of codes.later) await sendForgedCode(parts.split(' '), 'new');
      expect(licensedPcs.size).toBeLessThanOrEqual(1);
    },
  );

  test('in three years of renewals that each change two of five parts, a customer licenses at most two more PCs', async () => {
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
  const { portal, ada } = await openStaffedPortal(kind);
  const owner = await addPerson(portal);
  const code = createCode(createMachine('DESK'));
  const sendCode = (who: Person, preview = false) =>
    portal.call(licenses.issue, {
      token: who.token,
      params: { id: who.id },
      body: { verificationCode: code, ...(preview && { preview }) },
    });
  expect((await sendCode(owner)).status).toBe(200);
  return { portal, ada, owner, sendCode };
}

describe.each(defaultDatabases)('a code that another account sends (%s)', (kind) => {
  test('a code that another account sends is reported to the salesman of both accounts, at most once a day', async () => {
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

  test('the report about a code does not contain the name of a deleted owner', async () => {
    const { portal, owner, sendCode } = await openWithUsedCode(kind);
    await portal.database.kysely
      .updateTable('users')
      .set({ status: 'deleted', login: 'deleted', profileId: null })
      .where('id', '=', owner.id)
      .execute();
    await sendCode(await addPerson(portal));
    expect(await listLetters(portal)).toEqual(['codeUsedByOther to root@portal.example']);
    expect((await readNewestMail(portal, 'codeUsedByOther')).text).toContain('an account that was deleted');
  });

  test('a code is not reported when its owner sends it again', async () => {
    const { portal, owner, sendCode } = await openWithUsedCode(kind);
    await sendCode(owner, true);
    await sendCode(owner);
    expect(await listLetters(portal)).toEqual([]);
  });
});
