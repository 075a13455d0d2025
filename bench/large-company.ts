import { openDatabase } from '@basics/server/database/database.ts';
import type { Trx } from '@basics/server/database/foundation.ts';
import { createLicenseRow, createMachineRow } from '@basics/server/testing/database/rows.ts';

const people = 200;
const pcs = 1500;

/** Makes 200 added customers the members of a new company, and gives them 1,500 PCs with a licence. Returns the id of the company. */
export async function addLargeCompany(file: string): Promise<number> {
  const database = await openDatabase({ file }, { isDurable: false });
  try {
    return await database.transact(async (trx) => {
      const name = 'Large Works';
      const { id } = await trx
        .insertInto('companies')
        .values({ name, nameFold: name.toLowerCase(), country: 'DE', createdAt: Date.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      const grant = { toolId: 'basics', brandId: 'blue', configTools: '[]', reason: 'measured' };
      await trx
        .insertInto('companyGrants')
        .values({ companyId: id, pcs: pcs + people, ...grant })
        .execute();
      const members = await trx
        .selectFrom('users')
        .select('id')
        .where('login', 'like', 'customer%@company%.example')
        .where('status', '=', 'active')
        .orderBy('id')
        .limit(people)
        .execute();
      const ids = members.map((member) => member.id);
      await trx.updateTable('users').set({ companyId: id, company: name }).where('id', 'in', ids).execute();
      await trx.updateTable('users').set({ companyRole: 'manager' }).where('id', 'in', ids.slice(0, 2)).execute();
      await addPcs(trx, ids);
      return id;
    });
  } finally {
    await database.close();
  }
}

async function addPcs(trx: Trx, userIds: readonly number[]): Promise<void> {
  const { keyId } = await trx.selectFrom('signingKeys').select('keyId').executeTakeFirstOrThrow();
  for (let at = 0; at < pcs; at += 1) {
    const userId = userIds[at % userIds.length] ?? 0;
    const number = at.toString(16).padStart(8, '0');
    const fingerprint = `c0ffee00${number}`.repeat(2);
    const machine = createMachineRow({ userId, name: `DRAW-${at}`, fingerprint, firstSeenAt: Date.now() });
    const { id: machineId } = await trx
      .insertInto('machines')
      .values(machine)
      .returning('id')
      .executeTakeFirstOrThrow();
    const ids = { licenceUid: `c0ffee00${number}`, verificationHash: `c0ffee00${number}`.repeat(4) };
    const expiresAt = Date.now() + (30 + (at % 300)) * 86_400_000;
    await trx
      .insertInto('licenses')
      .values(createLicenseRow({ userId, machineId, keyId, ...ids, issuedAt: Date.now(), expiresAt }))
      .execute();
  }
}
