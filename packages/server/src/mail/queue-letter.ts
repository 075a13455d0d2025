import { afterCommit } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { plain } from './plain.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { brandOf } from './brand.ts';
import { carriedLicense, wishedKinds } from './letter.ts';
import type { Letter } from './letter.ts';
import { isAddress, noAddress } from './mailbox.ts';
import { insertLetter, markLicense, mayBeWritten } from './outbox.repository.ts';
import { renderLetter } from './render-letter.ts';
import { sealedParts } from './sealed-parts.ts';

export type QueueLetter = (trx: Trx, letter: Letter) => Promise<void>;

type Needs = {
  publicUrl: string;
  clock: Clock;
  chance: (bytes: number) => Uint8Array;
  seal: Seal;
  /** Called when a transaction that queued something has been committed. */
  wake: () => void;
};

/** A name for a mail that no other has (RFC 5322 3.6.4), under the domain of its sender. */
export const newMessageId = (chance: (bytes: number) => Uint8Array, sender: string): string =>
  `<${Buffer.from(chance(18)).toString('hex')}@${sender.replace(/^.*@/, '')}>`;

/** What a link's token is replaced by wherever the letter is kept or shown. */
const hiddenToken = 'hidden';

/**
 * Makes the verb that puts a letter into the outbox, in the transaction of what it reports: both stand or neither does. A link in it is
 * stored sealed, so that a copy of the database opens nothing. An address that no mail can go to never undoes what is reported: the
 * letter stands in the outbox as failed.
 */
export function letterQueue({ publicUrl, clock, chance, seal, wake }: Needs): QueueLetter {
  return async (trx, letter) => {
    if (wishedKinds.includes(letter.kind) && !(await mayBeWritten(trx, letter.userId))) return;
    const brand = await brandOf(trx, letter.brandId);
    const frame = { brand, publicUrl };
    const shown = renderLetter('token' in letter ? { ...letter, token: hiddenToken } : letter, frame);
    const hasSecret = 'token' in letter;
    const canGo = isAddress(letter.to);
    const now = clock();
    const carried = carriedLicense(letter);
    await insertLetter(trx, {
      messageId: newMessageId(chance, brand.sender.address),
      toAddress: plain(letter.to),
      userId: letter.userId,
      brandId: brand.id,
      kind: letter.kind,
      ...shown,
      sealed: hasSecret ? sealedParts(seal, renderLetter(letter, frame)) : null,
      fileName: carried?.file.name ?? null,
      file: carried?.file.content ?? null,
      licenseId: carried?.licenseId ?? null,
      state: canGo ? 'queued' : 'failed',
      nextAttemptAt: canGo ? now : null,
      error: canGo ? null : noAddress,
      createdAt: now,
    });
    if (carried) await markLicense(trx, carried.licenseId, canGo ? 'queued' : 'failed');
    afterCommit(trx, wake);
  };
}
