import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { license as licenseShape, licensePreview, licenses } from '@basics/contract/licenses.ts';
import { createFingerprint, relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { readLicence } from '@basics/licensing/licence.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { expect, test } from 'vitest';
import { days } from '#server/platform/clock.ts';
import { anyDatabase, databases, createTestDatabase } from '#server/testing/databases.ts';
import { createCode, machine } from '#server/testing/machine.ts';
import { addPerson, createSession } from '#server/testing/people.ts';
import { openPortal, testKey } from '#server/testing/portal.ts';

const withUuid = { 'smbios-uuid': '4c4c4544-0042-3510-8052-b3c04f4b4e32' };
const repaired = machine('DESK', { ...withUuid, 'machine-id': 'new system', 'system-disk': 'new disk' });

test.each(databases)(
  'a PC with a new disk and a new system keeps its seat, because the UUID of its firmware is the same, on %s',
  async (kind) => {
    const portal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(portal);
    const ask = async (pc: ReturnType<typeof machine>, preview = false) =>
      portal.call(licenses.issue, {
        token: await createSession(portal, ada),
        params: { id: ada.id },
        body: { verificationCode: createCode(pc, { at: portal.now() }), preview },
      });
    /** Whether a PC accepts the licence, from the code and from the file. */
    const accepts = async (pc: ReturnType<typeof machine>, issued: unknown) => {
      const { licenseId, licenseCode } = licenseShape.parse(issued);
      const token = await createSession(portal, ada);
      const file = await portal.call(licenses.download, { token, params: { id: ada.id, licenseId } });
      return [licenseCode, file.bytes.toString()].map((text) => {
        const reading = readLicence(text, [testKey.signer.publicKey], nodePrimitives);
        if (!reading.ok) throw new Error(reading.refusal.code);
        const { fingerprint } = reading.value.machine;
        return (
          relateFingerprints(fingerprint, createFingerprint(pc.facts, nodePrimitives, fingerprint)) !== 'different'
        );
      });
    };

    // The code of an older tool has four parts, that of a newer one adds the fifth: it is the same PC, and no part has changed.
    expect(await accepts(repaired, (await ask(machine('DESK'))).body)).toEqual([false, false]);
    const named = await ask(machine('DESK', withUuid));
    expect(named.status, JSON.stringify(named.body)).toBe(200);
    expect(await accepts(repaired, named.body)).toEqual([true, true]);
    expect(licensePreview.parse((await ask(machine('DESK'), true)).body).machine.relation).toBe('known');

    const preview = licensePreview.parse((await ask(repaired, true)).body);
    expect(preview).toMatchObject({ machine: { relation: 'changed' }, offer: { seatsUsed: 1, movesUsed: 0 } });
    portal.pass(days(1));
    const { body: repairedLicense } = await ask(repaired);
    expect(await accepts(repaired, repairedLicense)).toEqual([true, true]);
    // Without the UUID only half of the parts are equal, so it is another PC.
    const bare = machine('DESK', { 'machine-id': 'new system', 'system-disk': 'new disk' });
    expect(licensePreview.parse((await ask(bare, true)).body).machine.relation).toBe('new');

    portal.pass(days(350));
    const params = { id: ada.id, licenseId: licenseShape.parse(repairedLicense).licenseId };
    const renewed = await portal.call(licenses.renew, { token: await createSession(portal, ada), params });
    expect(renewed.status, JSON.stringify(renewed.body)).toBe(200);
    expect(await accepts(repaired, renewed.body)).toEqual([true, true]);
  },
);

test.each(anyDatabase)(
  'the list of PCs marks a virtual machine, a stand-in identity and a copied system, on %s',
  async (kind) => {
    const portal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(portal);
    const ask = async (
      pc: ReturnType<typeof machine>,
      flags: { isVirtual?: boolean; isStandIn?: boolean },
      preview: boolean,
    ) =>
      portal.call(licenses.issue, {
        token: ada.token,
        params: { id: ada.id },
        body: { verificationCode: createCode(pc, { at: portal.now(), ...flags }), preview },
      });
    await ask(machine('FIRST'), { isVirtual: true }, false);
    const clone = machine('SECOND', { 'machine-id': 'id of FIRST' });
    const preview = await ask(clone, { isStandIn: true }, true);
    expect(licensePreview.parse(preview.body).machine).toEqual({ name: 'SECOND', relation: 'new', copyOf: 'FIRST' });
    expect((await ask(clone, { isStandIn: true }, false)).status).toBe(200);
    const list = await portal.call(licenseAdmin.machines, { token: ada.token, params: { id: ada.id } });
    const machines = licenseAdmin.machines.reply.parse(list.body).items[0]?.machines ?? [];
    expect(Object.fromEntries(machines.map(({ name, traits }) => [name, traits]))).toEqual({
      FIRST: ['virtual'],
      SECOND: ['standIn', 'copied'],
    });
    // The newest code counts.
    await ask(machine('FIRST'), {}, false);
    const later = await portal.call(licenseAdmin.machines, { token: ada.token, params: { id: ada.id } });
    expect(
      licenseAdmin.machines.reply.parse(later.body).items[0]?.machines.find(({ name }) => name === 'FIRST')?.traits,
    ).toEqual([]);
  },
);
