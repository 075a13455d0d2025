import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import {
  findAuditHead,
  findPublicAuditKey,
  insertSeal,
  writePublicAuditKey,
} from '#server/platform/audit/audit.repository.ts';
import { extendByBatch, extendChain } from '#server/platform/audit/extend-chain.ts';
import { openSealFile, writeSeal } from '#server/platform/audit/audit-seal.ts';
import { createKeyFilePath, readAuditKey, writeAuditKey } from '#server/platform/security/key-files.ts';
import { findPortalWithOtherKey } from '#server/start/running-portals.repository.ts';
import { refuse, UsageFault, type Call, type Outcome } from '../command.ts';
import { runOnDatabase } from '../on-database.ts';

/**
 * Creates the next key that seals the audit log, after the current one was lost or stolen. The audit log records the change, the reason and
 * both public keys, so that earlier seals still count, and seals of the earlier key for later entries do not. No portal may run, because a
 * running portal would seal with the earlier key.
 */
export async function changeAuditKey(call: Call, reason: string | undefined): Promise<Outcome> {
  if (reason === undefined || reason.trim() === '') throw new UsageFault('Say why: --reason "the key was lost".');
  return runOnDatabase(call, async (database, { auditKeyFile }) => {
    const { kysely } = database;
    const at = call.shell.clock();
    if ((await findPortalWithOtherKey(kysely, '', at)) !== null)
      return refuse('A portal runs on this database. Stop all portals, and run this again.');
    const earlierKey = await readPublicKey(auditKeyFile);
    const formerKey = earlierKey ?? (await findPublicAuditKey(kysely));
    const formerFile = createKeyFilePath(
      auditKeyFile,
      earlierKey === null ? `unreadable-${at}` : computeId(earlierKey),
    );
    if (existsSync(auditKeyFile)) await rename(auditKeyFile, formerFile);
    await writeAuditKey(auditKeyFile);
    const signer = await readAuditKey(auditKeyFile);
    const key = bytesToHex(signer.publicKey);
    await extendChain(database);
    const seal = await database.transact(async (trx) => {
      const subject = { kind: 'audit', id: null } as const;
      await recordAudit(trx, { at, ...bySystem, action: 'audit.newKey', subject, after: { key, formerKey, reason } });
      await extendByBatch(trx);
      const head = await findAuditHead(trx);
      if (!head) throw new Error('the audit log has no entry after one was written');
      const newSeal = writeSeal({ ...head, at }, signer);
      await insertSeal(trx, { auditId: head.auditId, at, seal: newSeal });
      await writePublicAuditKey(trx, key);
      return newSeal;
    });
    await openSealFile(auditKeyFile).write(seal);
    return {
      ok: true,
      lines: [
        `The key that seals the audit log is now ${computeId(key)}, in ${auditKeyFile}. The audit log records the change.`,
        formerKey === null
          ? 'The earlier key is not known, so earlier seals prove nothing any more.'
          : `Seals of the earlier key ${computeId(formerKey)} count only for earlier entries.`,
        'Copy the key to every machine of the portal, write all keys into a new file for the safe (portal keys export), and start the portals.',
      ],
      facts: { key, formerKey, seal },
    };
  });
}

const readPublicKey = (file: string): Promise<string | null> =>
  readAuditKey(file).then(
    ({ publicKey }) => bytesToHex(publicKey),
    () => null,
  );

const computeId = (publicKey: string): string => computeKeyId(Buffer.from(publicKey, 'hex'), nodePrimitives);
