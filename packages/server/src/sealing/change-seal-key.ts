import type { Database, Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { minutes } from '#server/platform/clock.ts';
import { addSealKey, findSealKey, keyFileOf, removeSealKey } from '#server/platform/security/key-files.ts';
import { createSeal } from '#server/platform/security/seal.ts';
import { sealKeysIn } from './open-seal-keys.ts';
import { countSealedWith, reseal } from './reseal.ts';
import {
  changeSealingKey,
  deleteSealingKey,
  findSealingKeys,
  holdSealingKeys,
  insertSealingKey,
} from './sealing-keys.repository.ts';

/** `file`: the path of the sealing key in the configuration, beside which later keys lie. `now` in Unix milliseconds. */
export type SealKeyChange = { database: Database; file: string; sessionKey: Uint8Array; now: number };

type Said = { ok: boolean; lines: readonly string[] };

const refused = (...lines: string[]): Said => ({ ok: false, lines });

/** Every key: its status, whether its file is on this machine, and how much it seals. */
export async function listSealKeys({ database, file }: SealKeyChange): Promise<Said> {
  const keys = await findSealingKeys(database.kysely);
  const lines = await Promise.all(
    keys.map(async ({ keyId, status }) => {
      const found = await findSealKey(file, keyId);
      const count = await countSealedWith(database, keyId);
      return `${status.padEnd(7)}  ${keyId}  seals ${count}  ${found?.file ?? 'not on this machine'}`;
    }),
  );
  return { ok: true, lines: lines.length > 0 ? lines : ['There is no sealing key yet. Start the portal once.'] };
}

/** Creates the next key. It seals nothing yet, so that it can be copied to every machine first. */
export async function addNextSealKey({ database, file, now }: SealKeyChange): Promise<Said> {
  const waiting = (await findSealingKeys(database.kysely)).find(({ status }) => status === 'next');
  if (waiting) return refused(`The key ${waiting.keyId} waits already. Run: portal keys seal reseal`);
  const made = await addSealKey(file);
  const isAdded = await database.transact(async (trx) => {
    if ((await holdSealingKeys(trx)).some(({ status }) => status === 'next')) return false;
    await insertSealingKey(trx, { keyId: made.keyId, status: 'next', createdAt: now });
    await recordChange(trx, now, { keyId: made.keyId, action: 'sealingKey.next' });
    return true;
  });
  if (!isAdded) return refused(`Someone else added a key at the same moment. Delete ${made.file}, which nothing uses.`);
  return {
    ok: true,
    lines: [
      `The key ${made.keyId} comes next. It is in ${made.file}`,
      'Copy that file to your safe, and to every other machine that runs this portal. Then run: portal keys seal reseal',
    ],
  };
}

/** Makes the next key current, if there is one, and seals every value with the current key. */
export async function resealAll({ database, file, sessionKey, now }: SealKeyChange): Promise<Said> {
  const known = await findSealingKeys(database.kysely);
  const next = known.find(({ status }) => status === 'next');
  if (next && !(await findSealKey(file, next.keyId)))
    return refused(`Copy ${keyFileOf(file, next.keyId)} from the machine that created it, and run this again.`);
  if (next) await database.transact((trx) => makeCurrent(trx, next.keyId, now));
  const keyId = next?.keyId ?? known.find(({ status }) => status === 'current')?.keyId;
  if (keyId === undefined) return refused('There is no sealing key yet. Start the portal once.');
  const keys = sealKeysIn(file, sessionKey);
  await keys.use(keyId);
  const done = await reseal(database, { seal: createSeal(keys), keyId });
  const closed = done.reduce((sum, each) => sum + each.closed, 0);
  return {
    ok: closed === 0,
    lines: [
      `The key ${keyId} seals from now on. Running portals use it within half a minute.`,
      ...done.map(({ name, moved }) => `Sealed again, ${name}: ${moved}`),
      closed === 0
        ? 'After three minutes, run this command again, and then: portal keys seal retire'
        : `${closed} could not be opened: their key is not on this machine. Put its file back, and run this command again.`,
    ],
  };
}

async function makeCurrent(trx: Trx, keyId: string, now: number): Promise<void> {
  const held = await holdSealingKeys(trx);
  if (!held.some((key) => key.keyId === keyId && key.status === 'next')) return;
  for (const former of held.filter(({ status }) => status === 'current'))
    // oxlint-disable-next-line no-await-in-loop -- there is one
    await changeSealingKey(trx, former.keyId, { status: 'former', replacedAt: now });
  await changeSealingKey(trx, keyId, { status: 'current' });
  await recordChange(trx, now, { keyId, action: 'sealingKey.use' });
}

/** Longer than running portals take to use a new key. */
const settlingMs = minutes(2);

/** Destroys the files of former keys on this machine. Refuses while they still seal something. */
export async function retireSealKeys({ database, file, now }: SealKeyChange): Promise<Said> {
  const former = (await findSealingKeys(database.kysely)).filter(({ status }) => status === 'former');
  if (former.length === 0) return { ok: true, lines: ['There is no former sealing key.'] };
  const lines: string[] = [];
  for (const { keyId, replacedAt } of former) {
    if ((replacedAt ?? 0) > now - settlingMs)
      return refused(...lines, `The key ${keyId} was replaced less than two minutes ago. Wait, and run this again.`);
    // oxlint-disable-next-line no-await-in-loop -- one key after the other; there are few
    const left = await countSealedWith(database, keyId);
    if (left > 0) return refused(...lines, `The key ${keyId} still seals ${left}. Run: portal keys seal reseal`);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const files = await removeSealKey(file, keyId);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await database.transact(async (trx) => {
      await deleteSealingKey(trx, keyId);
      await recordChange(trx, now, { keyId, action: 'sealingKey.retire' });
    });
    lines.push(`The key ${keyId} is destroyed${files.length > 0 ? `: ${files.join(', ')}` : ' (it was not here)'}.`);
  }
  return { ok: true, lines: [...lines, 'Destroy its copies too, in your safe and on other machines.'] };
}

/** Operators have no account, so there is no actor. */
const recordChange = (trx: Trx, at: number, { keyId, action }: { keyId: string; action: `sealingKey.${string}` }) =>
  recordAudit(trx, { at, actorId: null, requestId: null, action, subject: { kind: 'sealingKey', id: keyId } });
