import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import type { Database } from '#server/database/database.ts';
import type { Trx } from '../database/foundation.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import { addSealKey, findSealKey, createKeyFilePath, removeSealKey } from '#server/platform/security/key-files.ts';
import { createSeal } from '#server/platform/security/seal.ts';
import { createSealKeyFiles } from './open-seal-keys.ts';
import { countSealedWith, reseal } from './reseal.ts';
import {
  changeSealingKey,
  deleteSealingKey,
  findSealingKeys,
  lockSealingKeys,
  insertSealingKey,
} from './sealing-keys.repository.ts';

/** `file` is the configured path of the sealing key, beside which later keys are stored. `now` is in Unix milliseconds. */
export type SealKeyChange = { database: Database; file: string; now: number };

/** The output of a command, and whether the command did its work. `facts` are for programs. */
type StepResult =
  | { ok: true; lines: readonly string[]; facts: Readonly<Record<string, unknown>> }
  | { ok: false; lines: readonly string[]; facts?: Readonly<Record<string, unknown>> };

const refuse = (...lines: string[]): StepResult => ({ ok: false, lines });

/** Lists every key: its status, the number of values that it encrypts, and its file on this machine. */
export async function listSealKeys({ database, file }: SealKeyChange): Promise<StepResult> {
  const keys = await Promise.all(
    (await findSealingKeys(database.kysely)).map(async ({ keyId, status }) => ({
      keyId,
      status,
      seals: await countSealedWith(database, keyId),
      file: (await findSealKey(file, keyId))?.file ?? null,
    })),
  );
  const lines = keys.map(
    ({ keyId, status, seals, file: keyFile }) =>
      `${status.padEnd(7)}  ${keyId}  seals ${seals}  ${keyFile ?? 'not on this machine'}`,
  );
  if (keys.length === 0) lines.push('There is no sealing key yet. Start the portal once.');
  return { ok: true, lines, facts: { keys } };
}

/** Creates the next key. The new key gets the status `next` and is not used yet, so that operators can first copy it to every machine. */
export async function addNextSealKey({ database, file, now }: SealKeyChange): Promise<StepResult> {
  const pendingKey = (await findSealingKeys(database.kysely)).find(({ status }) => status === 'next');
  if (pendingKey) return refuse(`The key ${pendingKey.keyId} waits already. Run: portal keys seal reseal`);
  const newKey = await addSealKey(file);
  const isAdded = await database.transact(async (trx) => {
    if ((await lockSealingKeys(trx)).some(({ status }) => status === 'next')) return false;
    await insertSealingKey(trx, { keyId: newKey.keyId, status: 'next', createdAt: now });
    await recordKeyChange(trx, now, { keyId: newKey.keyId, action: 'sealingKey.next' });
    return true;
  });
  if (!isAdded)
    return refuse(`Someone else added a key at the same moment. Delete ${newKey.file}, which nothing uses.`);
  return {
    ok: true,
    lines: [
      `The key ${newKey.keyId} comes next. It is in ${newKey.file}`,
      'Copy that file to your safe, and to every other machine that runs this portal. Then run: portal keys seal reseal',
    ],
    facts: newKey,
  };
}

/** Makes the key with the status `next` the current key, if there is one. After that, encrypts every sealed value with the current key. */
export async function resealAll({ database, file, now }: SealKeyChange): Promise<StepResult> {
  const knownKeys = await findSealingKeys(database.kysely);
  const nextKey = knownKeys.find(({ status }) => status === 'next');
  if (nextKey && !(await findSealKey(file, nextKey.keyId)))
    return refuse(
      `Copy ${createKeyFilePath(file, nextKey.keyId)} from the machine that created it, and run this again.`,
    );
  if (nextKey) await database.transact((trx) => makeCurrent(trx, nextKey.keyId, now));
  const keyId = nextKey?.keyId ?? knownKeys.find(({ status }) => status === 'current')?.keyId;
  if (keyId === undefined) return refuse('There is no sealing key yet. Start the portal once.');
  const keys = createSealKeyFiles(file);
  await keys.use(keyId);
  const results = await reseal(database, { seal: createSeal(keys), keyId });
  const unreadable = results.reduce((sum, placeResult) => sum + placeResult.unreadableCount, 0);
  return {
    ok: unreadable === 0,
    lines: [
      `The key ${keyId} seals from now on. Running portals use it within half a minute.`,
      ...results.map(({ name, movedCount }) => `Sealed again, ${name}: ${movedCount}`),
      unreadable === 0
        ? 'After three minutes, run this command again, and then: portal keys seal retire --yes'
        : `${unreadable} could not be opened: their key is not on this machine. Put its file back, and run this command again.`,
    ],
    facts: { keyId, places: results, unreadable },
  };
}

async function makeCurrent(trx: Trx, keyId: string, now: number): Promise<void> {
  const lockedKeys = await lockSealingKeys(trx);
  if (!lockedKeys.some((key) => key.keyId === keyId && key.status === 'next')) return;
  for (const currentKey of lockedKeys.filter(({ status }) => status === 'current'))
    // oxlint-disable-next-line no-await-in-loop -- there is one
    await changeSealingKey(trx, currentKey.keyId, { status: 'former', replacedAt: now });
  await changeSealingKey(trx, keyId, { status: 'current' });
  await recordKeyChange(trx, now, { keyId, action: 'sealingKey.use' });
}

/** The time for which a replaced key is kept. Running portals use the new key before this time ends. */
const minKeptMs = minutes(2);

/**
 * Deletes the files of former keys on this machine. Refuses to delete a key while a stored value is still encrypted with it. Without
 * `isConfirmed`, only names the keys that would be destroyed.
 */
export async function retireSealKeys(
  { database, file, now }: SealKeyChange,
  isConfirmed: boolean,
): Promise<StepResult> {
  const formerKeys = (await findSealingKeys(database.kysely)).filter(({ status }) => status === 'former');
  if (formerKeys.length === 0)
    return { ok: true, lines: ['There is no former sealing key.'], facts: { destroyed: [] } };
  if (!isConfirmed)
    return refuse(
      `These sealing keys would be destroyed: ${formerKeys.map(({ keyId }) => keyId).join(', ')}.`,
      'Backups from before the change need them. This cannot be undone. To destroy them: portal keys seal retire --yes',
    );
  const lines: string[] = [];
  const destroyed: { keyId: string; files: string[] }[] = [];
  for (const { keyId, replacedAt } of formerKeys) {
    if ((replacedAt ?? 0) > now - minKeptMs)
      return refuse(...lines, `The key ${keyId} was replaced less than two minutes ago. Wait, and run this again.`);
    // oxlint-disable-next-line no-await-in-loop -- one key after the other; there are few
    const remainingCount = await countSealedWith(database, keyId);
    if (remainingCount > 0)
      return refuse(...lines, `The key ${keyId} still seals ${remainingCount}. Run: portal keys seal reseal`);
    // oxlint-disable-next-line no-await-in-loop -- a key is deleted only after its values were counted
    const files = await removeSealKey(file, keyId);
    // oxlint-disable-next-line no-await-in-loop -- a key is removed from the database after its files are deleted
    await database.transact(async (trx) => {
      await deleteSealingKey(trx, keyId);
      await recordKeyChange(trx, now, { keyId, action: 'sealingKey.retire' });
    });
    destroyed.push({ keyId, files });
    lines.push(`The key ${keyId} is destroyed${files.length > 0 ? `: ${files.join(', ')}` : ' (it was not here)'}.`);
  }
  const nextStep = 'Destroy its copies too, in your safe and on other machines.';
  return { ok: true, lines: [...lines, nextStep], facts: { destroyed } };
}

/** Writes an audit entry. The entry has no actor, because operators have no account. */
const recordKeyChange = (trx: Trx, at: number, { keyId, action }: { keyId: string; action: AuditAction }) =>
  recordAudit(trx, { at, ...bySystem, action, subject: { kind: 'sealingKey', id: keyId } });
