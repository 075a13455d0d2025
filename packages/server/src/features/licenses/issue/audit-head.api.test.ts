import { licenses } from '@basics/contract/licenses/licenses.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { expect, test } from 'vitest';
import { verifyChain } from '#server/features/audit/verify-chain.ts';
import { readWitnesses } from '#server/features/audit/witnesses.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { openPortal, testKey } from '#server/testing/portal.ts';

test.each(databases)('a licence file contains the newest hash of the audit log (%s)', async (kind) => {
  const portal = await openPortal(await createTestDatabase(kind));
  const { kysely } = portal.database;
  const ada = await addPerson(portal);
  const chainResult = await verifyChain(kysely);
  const body = { verificationCode: createCode(createMachine('DESK')) };
  await portal.call(licenses.issue, { token: ada.token, params: { id: ada.id }, body });
  const { licenceFile } = await kysely.selectFrom('licenses').select('licenceFile').executeTakeFirstOrThrow();

  const { publicKey } = testKey.signer;
  expect(readLicenceFile(licenceFile, [publicKey], nodePrimitives), 'readers ignore it').toMatchObject({ ok: true });
  const witnesses = readWitnesses(licenceFile, [{ publicKey, endedBy: Infinity }]);
  expect(witnesses).toMatchObject([{ hash: chainResult.ok ? chainResult.head : '' }]);
  expect(await verifyChain(kysely, witnesses)).toMatchObject({ ok: true });
  const otherPortal = await openPortal(await createTestDatabase(kind));
  expect(await verifyChain(otherPortal.database.kysely, witnesses), 'another chain').toMatchObject({ ok: false });
  await portal.close();
  await otherPortal.close();
});
