import { afterCommit, together } from '#server/database/database.ts';
import { type Trx } from '../database/foundation.ts';
import { isAddress } from '../platform/email-addresses.ts';
import { toPlainLine } from '../platform/texts/formats.ts';
import { days, type Clock } from '#server/platform/clock/clock.ts';
import { toAsciiAddress } from '#server/platform/email-addresses.ts';
import { activeLanguage, runInLanguage } from '#server/platform/texts/language.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { findLetterBrand, renderLetter } from './render-letter.ts';
import { awaitedLetterKinds, optionalLetterKinds } from '@basics/contract/mail/mail.ts';
import { findLetterFiles, findLetterLicense, isLinkLetter, pagesOfLinks } from './letter.ts';
import type { Letter, LinkLetter } from './letter.ts';
import { createLinkCode, storeLinkCode } from './link-codes.ts';
import type { MailFault } from './delivery/mail-fault.ts';
import {
  findRecipient,
  insertLetter,
  insertLetterFiles,
  insertLetterPeople,
  setLicenseMailState,
} from './outbox.repository.ts';
import * as z from 'zod/mini';

/**
 * Puts an e-mail into the outbox. With `hold`, the e-mail waits until the given time (Unix milliseconds), because the act that it reports can
 * be undone until then.
 */
export type QueueLetter = (trx: Trx, letter: Letter, hold?: LetterHold) => Promise<void>;
type LetterHold = { until: number; onQueued: (letterId: number) => void };

type Dependencies = {
  publicUrl: string;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
  seal: Seal;
  /** This function is called after the commit of a transaction that queued an e-mail, with the time at which the e-mail is due. */
  wake: (dueAt: number) => void;
};

/** Creates a globally unique Message-ID (RFC 5322, 3.6.4) with the domain of the sender. */
export const createMessageId = (randomBytes: (bytes: number) => Uint8Array, sender: string): string =>
  `<${Buffer.from(randomBytes(18)).toString('hex')}@${toAsciiAddress(sender).replace(/^.*@/, '')}>`;

/** The text that replaces the token of a link, and its code, in the e-mail that is stored and that staff see. */
export const hidden = 'hidden';

/**
 * Returns the function that puts an e-mail into the outbox, in the transaction of the change that the e-mail is about.
 * The change and the e-mail are therefore stored together. A link is stored sealed, so that a copy of the database
 * contains no usable link, and so is the code that replaces the link. If the address is not a valid e-mail address, the change is not rolled back, and the e-mail
 * is stored as failed.
 */
export function createLetterQueue({ publicUrl, clock, randomBytes, seal, wake }: Dependencies): QueueLetter {
  return async (trx, letter, hold) => {
    const wanted = await prepareLetter(trx, letter, publicUrl);
    if (!wanted) return;
    const { brand, render, storedContent } = wanted;
    const code = isLinkLetter(letter) ? createLinkCode(randomBytes) : null;
    const sealed =
      isLinkLetter(letter) && code !== null ? sealParts(seal, render({ ...letter, typedCode: code })) : null;
    const isDeliverable = isAddress(letter.to);
    const now = clock();
    const dueAt = hold?.until ?? now;
    // The outbox is sent in the order of this time.
    const isFirst = hold === undefined && awaitedLetterKinds.includes(letter.kind);
    const attachedLicense = findLetterLicense(letter);
    const storeLetter = insertLetter(trx, {
      messageId: createMessageId(randomBytes, brand.sender.address),
      toAddress: toPlainLine(letter.to),
      userId: letter.userId,
      brandId: brand.id,
      kind: letter.kind,
      ...storedContent,
      sealed,
      fileName: attachedLicense?.file.name ?? null,
      file: attachedLicense?.file.content ?? null,
      licenseId: attachedLicense?.licenseId ?? null,
      state: isDeliverable ? 'queued' : 'failed',
      nextAttemptAt: isDeliverable ? dueAt - (isFirst ? days(1) : 0) : null,
      error: isDeliverable ? null : ('noAddress' satisfies MailFault),
      createdAt: now,
    });
    const storeCode = isLinkLetter(letter) && code !== null ? storeCodeOf(trx, seal, letter, code) : Promise.resolve();
    const [letterId] = await together(storeLetter, storeCode);
    await insertLetterPeople(trx, letterId, listNamedUsers(letter));
    await attachFiles(trx, letterId, letter, isDeliverable ? 'queued' : 'failed');
    if (attachedLicense) await setLicenseMailState(trx, attachedLicense.licenseId, isDeliverable ? 'queued' : 'failed');
    hold?.onQueued(letterId);
    afterCommit(trx, () => wake(dueAt));
  };
}

/** Renders an e-mail in the brand and the language of its recipient, without its link. Returns null if the recipient does not want it. */
export async function prepareLetter(trx: Trx, letter: Letter, publicUrl: string) {
  const [recipient, brand] = await together(findRecipient(trx, letter.userId), findLetterBrand(trx, letter.brandId));
  if (optionalLetterKinds.includes(letter.kind) && recipient?.canReceiveMail !== 1) return null;
  const frame = { brand, publicUrl };
  // A recipient without an account gets the language of the request.
  const languageChoice = {
    language: recipient?.language ?? activeLanguage(),
    isRequested: true,
    country: recipient?.country,
  };
  const render = (letterToRender: Letter) => runInLanguage(languageChoice, () => renderLetter(letterToRender, frame));
  const storedContent = render(isLinkLetter(letter) ? { ...letter, token: hidden, typedCode: hidden } : letter);
  return { brand, render, storedContent };
}

/** Stores the code that replaces the link of an e-mail. */
const storeCodeOf = (
  trx: Trx,
  seal: Seal,
  { kind, to: address, userId, token, validUntil }: LinkLetter,
  code: string,
) => storeLinkCode(trx, seal, { code, address, link: { path: pagesOfLinks[kind], token }, userId, validUntil });

async function attachFiles(trx: Trx, letterId: number, letter: Letter, state: 'queued' | 'failed'): Promise<void> {
  const files = findLetterFiles(letter);
  await insertLetterFiles(
    trx,
    files.map(({ licenseId, file }) => ({ letterId, licenseId, ...file })),
  );
  for (const { licenseId } of files) await setLicenseMailState(trx, licenseId, state);
}

/** Returns a function that queues e-mails which wait until the act can no longer be undone, and the list of their ids. */
export function holdLetters({ queueLetter, undoUntil }: { queueLetter: QueueLetter; undoUntil?: number | undefined }) {
  const letterIds: number[] = [];
  const holdLetter: QueueLetter = (trx, letter) =>
    undoUntil === undefined
      ? queueLetter(trx, letter)
      : queueLetter(trx, letter, { until: undoUntil, onQueued: (letterId) => letterIds.push(letterId) });
  return { letterIds, holdLetter };
}

/**
 * Lists the ids of the users that an e-mail names, without its recipient. In the data of an e-mail, each of these ids
 * is in a field `userId` of an object with a name.
 */
export function listNamedUsers(letter: Letter): number[] {
  const { userId: _, ...content } = letter;
  return [...new Set(findUserIds(content))];
}

function findUserIds(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === 'userId' && typeof inner === 'number' ? [inner] : findUserIds(inner),
  );
}

const partsSchema = z.strictObject({ subject: z.string(), text: z.string(), html: z.string() });
type LetterParts = z.infer<typeof partsSchema>;

/** The sealing purpose of e-mails. What is sealed for one purpose cannot be opened for another. */
export const mailSealPurpose = 'mail';

/** Encrypts an e-mail that contains a secret link. The key is not stored in the database. */
export const sealParts = (seal: Seal, letter: LetterParts): string =>
  seal.close(mailSealPurpose, JSON.stringify(letter));

/** Decrypts an e-mail; null if the key is not on this machine or the encrypted e-mail was deleted. */
export async function openParts(seal: Seal, sealed: string): Promise<LetterParts | null> {
  const openedText = await seal.open(mailSealPurpose, sealed);
  return openedText === null ? null : partsSchema.parse(JSON.parse(openedText));
}
