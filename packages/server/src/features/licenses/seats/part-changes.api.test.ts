import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

test.each(databases)(
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
