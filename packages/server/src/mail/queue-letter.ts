import { afterCommit } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { toPlainLine } from './plain.ts';
import type { Clock } from '#server/platform/clock.ts';
import { activeLanguage, runInLanguage } from '#server/platform/language.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { toLetterBrand } from './brand.ts';
import { findLetterFiles, findLetterLicense, optionalKinds } from './letter.ts';
import type { Letter } from './letter.ts';
import { isAddress, noAddress } from './mailbox.ts';
import {
  findRecipient,
  insertLetter,
  insertLetterFiles,
  insertLetterPeople,
  markLicense,
} from './outbox.repository.ts';
import { renderLetter } from './render-letter.ts';
import { sealParts } from './sealed-parts.ts';
import { usersIn } from './users-in-letter.ts';

export type QueueLetter = (trx: Trx, letter: Letter) => Promise<void>;

type Dependencies = {
  publicUrl: string;
  clock: Clock;
  chance: (bytes: number) => Uint8Array;
  seal: Seal;
  /** Called after a transaction that queued a letter commits. */
  wake: () => void;
};

/** A globally unique Message-ID (RFC 5322, 3.6.4), under the domain of the sender. */
export const createMessageId = (chance: (bytes: number) => Uint8Array, sender: string): string =>
  `<${Buffer.from(chance(18)).toString('hex')}@${sender.replace(/^.*@/, '')}>`;

/** Replaces the token of a link wherever the letter is stored or shown. */
const hiddenToken = 'hidden';

/**
 * Returns the function that puts a letter into the outbox, in the transaction of the change that it reports: both are stored or neither is.
 * A link is stored sealed, so that a copy of the database gives no access. An address that cannot receive mail does not roll back the
 * change: the letter is stored as failed.
 */
export function createLetterQueue({ publicUrl, clock, chance, seal, wake }: Dependencies): QueueLetter {
  return async (trx, letter) => {
    const recipient = await findRecipient(trx, letter.userId);
    if (optionalKinds.includes(letter.kind) && recipient?.canReceiveMail !== 1) return;
    const brand = await toLetterBrand(trx, letter.brandId);
    const frame = { brand, publicUrl };
    // A recipient without an account gets the language of the request.
    const choice = { language: recipient?.language ?? activeLanguage(), isRequested: true };
    const render = (written: Letter) => runInLanguage(choice, () => renderLetter(written, frame));
    const shown = render('token' in letter ? { ...letter, token: hiddenToken } : letter);
    const hasSecret = 'token' in letter;
    const canGo = isAddress(letter.to);
    const now = clock();
    const carried = findLetterLicense(letter);
    const letterId = await insertLetter(trx, {
      messageId: createMessageId(chance, brand.sender.address),
      toAddress: toPlainLine(letter.to),
      userId: letter.userId,
      brandId: brand.id,
      kind: letter.kind,
      ...shown,
      sealed: hasSecret ? sealParts(seal, render(letter)) : null,
      fileName: carried?.file.name ?? null,
      file: carried?.file.content ?? null,
      licenseId: carried?.licenseId ?? null,
      state: canGo ? 'queued' : 'failed',
      nextAttemptAt: canGo ? now : null,
      error: canGo ? null : noAddress,
      createdAt: now,
    });
    await insertLetterPeople(trx, letterId, usersIn(letter));
    await attachFiles(trx, letterId, letter, canGo ? 'queued' : 'failed');
    if (carried) await markLicense(trx, carried.licenseId, canGo ? 'queued' : 'failed');
    afterCommit(trx, wake);
  };
}

async function attachFiles(trx: Trx, letterId: number, letter: Letter, state: 'queued' | 'failed'): Promise<void> {
  const files = findLetterFiles(letter);
  await insertLetterFiles(
    trx,
    files.map(({ licenseId, file }) => ({ letterId, licenseId, ...file })),
  );
  for (const { licenseId } of files) await markLicense(trx, licenseId, state);
}
