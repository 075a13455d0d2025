import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { createSignerFromPem } from '@basics/licensing/node-primitives.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '../database/foundation.ts';
import { createLicenseKey } from '#server/features/licenses/license-key.ts';
import { findSigningKeys, insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { parseObject, parseTexts } from '#server/database/columns.ts';
import { createLicencePem, findLicenceKey } from '#server/platform/security/key-files.ts';
import { StartFault } from '#server/platform/problem.ts';
import { findAddOnBits, findAllGrants, findKitTools, insertKit } from './emergency-kits.repository.ts';
import { createKit, type Kit, type GrantInKit } from './kit.ts';

export type KitLimits = { licences: number; days: number; until: number };

type KitOptions = KitLimits & {
  /** The configured file of the key that signs licences. */
  licenceKeyFile: string | null;
  /** The private key of an earlier kit, so that tools need not learn another key; null for a new key. */
  key: string | null;
  now: number;
  randomBytes: (bytes: number) => Uint8Array;
};

/**
 * Creates a kit, signs it with the current key, and publishes the key of the kit. Throws StartFault if the private key that signs licences
 * is missing.
 */
export async function prepareKit(database: Database, options: KitOptions): Promise<Kit> {
  const { licences, days, until, now, randomBytes } = options;
  const portalKey = await requireCurrentKey(database.kysely, options.licenceKeyFile);
  const kitKeyPem = options.key ?? createLicencePem();
  const { keyId, publicKey } = createLicenseKey(createSignerFromPem(kitKeyPem));
  const id = bytesToHex(randomBytes(8));
  const limits = { keyId, createdAt: now, until, licences, days };
  await database.transact(async (trx) => {
    const knownKey = (await findSigningKeys(trx)).find((key) => key.keyId === keyId);
    if (options.key !== null && !knownKey)
      throw new StartFault(
        `This portal does not know the key ${keyId} of the earlier kit. Import that kit first: portal kit import`,
      );
    if (knownKey && knownKey.revokedAt !== null)
      throw new StartFault(`The key ${keyId} of the earlier kit is revoked.`);
    // A retired key does not sign in the portal, but tools trust it (docs/licence-format.md).
    await insertSigningKey(trx, { keyId, publicKey, at: now, status: 'retired' });
    await insertKit(trx, { id, ...limits });
    const subject = { kind: 'signingKey', id: keyId } as const;
    const auditValues = { kit: id, licences, days, until: new Date(until).toISOString() };
    await recordAudit(trx, { at: now, ...bySystem, action: 'kit.create', subject, after: auditValues });
  });
  const kitContents = { tools: await readTools(database.kysely), grants: await readGrants(database.kysely, now) };
  return createKit({ kit: id, publicKey, ...limits, ...kitContents }, kitKeyPem, portalKey);
}

async function requireCurrentKey(db: Db, file: string | null) {
  const currentKey = (await findSigningKeys(db)).find(({ status }) => status === 'current');
  const keyFile = file === null || !currentKey ? null : await findLicenceKey(file, currentKey.keyId);
  if (!keyFile) throw new StartFault('The key that signs licences is not on this machine. It must sign the kit.');
  return createLicenseKey(keyFile.signer);
}

const readTools = async (db: Db) =>
  (await findKitTools(db)).flatMap(({ code, ...tool }) => (code === null ? [] : [{ ...tool, code }]));

async function readGrants(db: Db, now: number): Promise<GrantInKit[]> {
  const allAddOnBits = await findAddOnBits(db);
  const rows = await findAllGrants(db, toUtcDay(now));
  return rows.map((row) => {
    const configTools = parseTexts(row.configTools);
    const addOnBits = allAddOnBits.filter(
      ({ id, parentToolId }) => parentToolId === row.toolId && configTools.includes(id),
    );
    return {
      login: row.login,
      name: `${row.firstName} ${row.lastName}`,
      tool: row.toolId,
      brand: { id: row.brandId, name: row.brandName, code: row.brandCode },
      configTools,
      bits: addOnBits.reduce((sum, { entitlementBit: bit }) => sum + (bit === null ? 0 : 2 ** bit), 0),
      validTo: row.validTo,
      preferences: parseObject(row.preferences),
    };
  });
}
