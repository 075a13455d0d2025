import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { writeLicenceCode } from '@basics/licensing/licence-code.ts';
import { writeLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Database } from '@basics/server/database/database.ts';
import { migrate } from '@basics/server/database/migrate.ts';
import { insertSigningKey } from '@basics/server/features/signing-keys/signing-keys.repository.ts';
import { recordAudits } from '@basics/server/platform/audit/audit.ts';
import { extendChain } from '@basics/server/platform/audit/extend-chain.ts';
import { completeIndex } from '@basics/server/platform/search/search-index.repository.ts';
import { testKey } from '@basics/server/testing/portal.ts';
import { addCustomers, countAdded } from '@basics/server/testing/records/many-customers.ts';
import { sql } from 'kysely';

/** The number of licences that one statement writes. */
const batchSize = 2000;

/**
 * Fills an empty database with customers: each has a grant, a PC, a licence that verifies, and two entries of the audit log. A database that
 * has them already is left as it is.
 */
export async function fillWithLicences(database: Database, customers: number): Promise<void> {
  await migrate(database, Date.now);
  if ((await countAdded(database.kysely)) >= customers) return;
  await insertSigningKey(database.kysely, { ...testKey, at: 0 });
  await addCustomers(database, { from: 0, to: customers });
  for (let lastId = 0; ;) {
    const licenses = await findBatch(database, lastId);
    if (licenses.length === 0) break;
    await writeBatch(database, licenses);
    lastId = licenses.at(-1)?.id ?? lastId;
  }
  await extendChain(database);
  // A job of a running portal has written all search texts.
  await sql`update search_indexes set indexed_to = ${completeIndex}`.execute(database.kysely);
  await sql`analyze`.execute(database.kysely);
}

type LicenseRow = {
  id: number;
  userId: number;
  licenceUid: string;
  name: string;
  login: string;
  issuedAt: number;
  expiresAt: number;
};

const findBatch = ({ kysely }: Database, afterId: number): Promise<LicenseRow[]> =>
  kysely
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select(['licenses.id', 'licenses.userId', 'licenceUid', 'machines.name', 'users.login', 'issuedAt', 'expiresAt'])
    .where('licenses.id', '>', afterId)
    .orderBy('licenses.id')
    .limit(batchSize)
    .execute();

const writeBatch = (database: Database, licenses: readonly LicenseRow[]): Promise<void> =>
  database.transact(async (trx) => {
    const rows = JSON.stringify(licenses.map((license) => ({ id: license.id, ...sign(license) })));
    await (
      database.sqlDialect.dialect === 'postgres'
        ? sql`update licenses set licence_code = given.code, licence_file = given.file
          from json_to_recordset(cast(${rows} as json)) as given (id integer, code text, file text) where licenses.id = given.id`
        : sql`update licenses set licence_code = value ->> '$.code', licence_file = value ->> '$.file'
          from json_each(${rows}) where licenses.id = value ->> '$.id'`
    ).execute(trx);
    await recordAudits(trx, licenses.flatMap(({ id, userId, login, issuedAt: at, licenceUid, expiresAt }) => [
      { at, actorId: null, requestId: null, action: 'user.create', subject: { kind: 'user', id: userId }, after: { login, email: login, country: 'DE', status: 'active', firstName: 'Camille', lastName: 'Almeida' } } as const,
      { at, actorId: userId, requestId: null, action: 'license.issue', subject: { kind: 'license', id, personId: userId }, after: { licenceUid, tool: 'basics', expiresAt, reason: 'new' } } as const,
    ])); // oxfmt-ignore
  });

function sign({ licenceUid, userId, name, login, issuedAt, expiresAt }: LicenseRow): { code: string; file: string } {
  const fingerprint = Buffer.from(userId.toString(16).padStart(32, '0'), 'hex');
  const [iat, exp] = [Math.floor(issuedAt / 1000), Math.floor(expiresAt / 1000)];
  const requestHash = nodePrimitives.sha256(fingerprint);
  const code = writeLicenceCode(
    {
      licenceId: Buffer.from(licenceUid, 'hex'),
      toolId: 1,
      maxMajor: 255,
      scheme: 1,
      brand: 1,
      trial: false,
      entitlements: 0,
      issuedAt: iat,
      expiresAt: exp,
      fingerprint,
      requestHash: requestHash.subarray(0, 8),
    },
    testKey.signer,
    nodePrimitives,
  );
  const file = writeLicenceFile(
    {
      v: 1,
      lid: licenceUid,
      user: login,
      brand: 'blue',
      tool: { id: 1, name: 'Basics', maxMajor: 255 },
      machine: { fp: bytesToHex(fingerprint), scheme: 1, name },
      vc: bytesToHex(requestHash),
      ent: { bits: 0, names: [] },
      prefs: {},
      iat,
      nbf: iat,
      exp,
      graceDays: 14,
      seq: 1,
    },
    testKey.signer,
    nodePrimitives,
  );
  return { code, file };
}
