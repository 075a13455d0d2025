import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { expect, test } from 'vitest';
import { days, hours } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

test.each(databases)(
  'a licence request from a PC that its owner has removed is reported to the salesman once a day, and is in the audit log (%s)',
  async (kind) => {
    const { portal, ada: salesman } = await openStaffedPortal(kind);
    const owner = await addPerson(portal, { country: 'DE' });
    const issueLicense = async (options = {}) =>
      portal.call(licenses.issue, {
        token: await createSession(portal, owner),
        params: { id: owner.id },
        body: { verificationCode: createCode(createMachine('DESK'), { at: portal.now() }), ...options },
      });
    await issueLicense();
    const { id: machineId } = await portal.database.kysely
      .selectFrom('machines')
      .select('id')
      .where('userId', '=', owner.id)
      .executeTakeFirstOrThrow();
    await portal.call(licenseAdmin.release, { token: owner.token, params: { id: owner.id, machineId }, body: {} });

    expect((await issueLicense({ preview: true })).body).toMatchObject({ problem: { code: 'PC_DECLARED_GONE' } });
    for (let index = 0; index < 3; index += 1)
      expect(readProblemCode((await issueLicense()).body)).toBe('PC_DECLARED_GONE');
    expect(await listLetters(portal)).toEqual(['pcDeclaredGone to ada@portal.example']);
    const { text } = await readNewestMail(portal, 'pcDeclaredGone');
    for (const letterPart of [owner.login, 'DESK', 'Basics', '10 March 2026 by ']) expect(text).toContain(letterPart);
    const refusalEntries = selectAuditEntries(portal.database.kysely)
      .select(['actorId', 'subjectKind', 'subjectId', 'after'])
      .where('action', '=', 'license.refuse');
    expect((await refusalEntries.execute()).map((row) => ({ ...row }))).toEqual([
      {
        actorId: owner.id,
        subjectKind: 'machine',
        subjectId: String(machineId),
        after: JSON.stringify({ code: 'PC_DECLARED_GONE', userId: owner.id }),
      },
    ]);

    portal.pass(days(1));
    await issueLicense();
    expect(await listLetters(portal)).toHaveLength(2);
    const token = await portal.signIn('ada@portal.example');
    const params = { id: owner.id };
    const body = { verificationCode: createCode(createMachine('DESK'), { at: portal.now() }), preview: true };
    expect((await portal.call(licenses.issue, { token, params, body })).body).toMatchObject({
      problem: { code: 'PC_DECLARED_GONE' },
    });
    expect(await listLetters(portal), `salesman ${salesman} knows`).toHaveLength(2);
  },
);

test.each(databases)(
  'a PC that was removed while the clock was two hours ahead counts as a move only when the clock reaches that time (%s)',
  async (kind) => {
    const { portal } = await openStaffedPortal(kind);
    const { id, token } = await addPerson(portal);
    const body = { verificationCode: createCode(createMachine('DESK'), { at: portal.now() }) };
    await portal.call(licenses.issue, { token, params: { id }, body });
    const readToolUsage = async () => {
      const response = await portal.call(licenseAdmin.machines, { token, params: { id } });
      return licenseAdmin.machines.reply.parse(response.body).items[0];
    };
    const machineId = (await readToolUsage())?.machines[0]?.machineId ?? 0;
    portal.setClock(hours(2));
    await portal.call(licenseAdmin.release, { token, params: { id, machineId }, body: {} });
    portal.setClock(-hours(2));
    expect(await readToolUsage()).toMatchObject({ seatsUsed: 0, movesUsed: 0 });
    portal.pass(hours(2));
    expect(await readToolUsage()).toMatchObject({ seatsUsed: 0, movesUsed: 1 });
  },
);
