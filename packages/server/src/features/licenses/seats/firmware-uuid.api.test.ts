import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licensePreview, licenses } from '@basics/contract/licenses/licenses.ts';
import { createFingerprint, relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { readLicence } from '@basics/licensing/licence.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { defaultDatabases, databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { openPortal, testKey } from '#server/testing/portal.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

const uuidFact = { 'smbios-uuid': '4c4c4544-0042-3510-8052-b3c04f4b4e32' };
const repairedPc = createMachine('DESK', { ...uuidFact, 'machine-id': 'new system', 'system-disk': 'new disk' });

test.each(databases)(
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
