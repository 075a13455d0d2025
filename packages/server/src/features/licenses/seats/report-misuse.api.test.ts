import { licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { addPerson } from '#server/testing/records/people.ts';
import type { Person } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { assignSalesman, listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

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
