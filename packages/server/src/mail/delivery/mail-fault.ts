import { english } from '#server/platform/texts/english.ts';
import { serverTexts } from '#server/platform/texts/language.ts';
import { hours, minutes } from '#server/platform/clock/clock.ts';

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

/** Says to an operator what to do about an error of the mail server. */
export function adviseOnMailError(error: string): string {
  if (/certificate|altnames|self-signed|unable to verify/i.test(error))
    return 'Let SMTP_URL name the server as its certificate does. If the certificate is from an authority of your own, set NODE_EXTRA_CA_CERTS to the file of that authority.';
  if (/invalid login|authentication|\b535\b/i.test(error)) return 'Correct the user and the password in SMTP_URL.';
  if (/\b5\d\d\b/.test(error)) return 'Let the mail server accept e-mails of this sender to other domains.';
  return 'Correct SMTP_URL, or start the mail server.';
}

/** After this number of attempts, which take about two days, an e-mail has failed. */
export const maxAttempts = 13;

/** Returns the longest time that an e-mail waits after its attempt number `attempt`, in milliseconds. */
export const computeMaxWaitMs = (attempt: number): number => computeWaitMs(attempt, 1);

/**
 * Computes how long an e-mail waits after its attempt number `attempt` (from 1): 1 minute, then three times as long each time, at most 6
 * hours.
 */
export function computeWaitMs(attempt: number, randomFraction: number): number {
  const waitMs = Math.min(hours(6), minutes(1) * 3 ** (attempt - 1));
  // A random part changes the wait by up to a fifth, so that e-mails that failed together are not sent again together.
  // `randomFraction` is from 0 to 1.
  return Math.round(waitMs * (0.8 + 0.4 * randomFraction));
}
