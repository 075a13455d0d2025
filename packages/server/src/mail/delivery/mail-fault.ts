import { english } from '#server/platform/texts/english.ts';
import { serverTexts } from '#server/platform/texts/language.ts';

/**
 * The reason why the portal itself did not send an e-mail. The outbox stores this reason as a code, and staff see a
 * sentence in their language.
 */
export type MailFault = keyof typeof english.mailFaults;

const isMailFault = (error: string): error is MailFault => Object.hasOwn(english.mailFaults, error);

/**
 * Returns the sentence for a stored error: a fault of the portal in the active language, or the unchanged response of
 * the mail server.
 */
export const describeMailError = (error: string | null): string | null =>
  error !== null && isMailFault(error) ? serverTexts().mailFaults[error]() : error;
