import { activeTexts } from './active-texts.ts';
import { activeLocale, inActiveLanguage } from './in-active-language.ts';

/**
 * The validation messages of the sign-in page. The messages of the sign-in page have their own file, so that the page does not load all
 * other messages.
 */
export const englishSignInMessages = {
  login: 'Login is required.',
  password: 'Password is required.',
} as const;

export const signInMessages = inActiveLanguage(englishSignInMessages);

/**
 * The message for a text with too many characters, in the active language. Schemas create the message only when a text is too long.
 * Earlier, the language may not be known, and formatting the first number takes a tenth of a second on a phone, because the browser loads
 * the data of the language.
 */
export function createTooLongMessage(maxLength: number): string {
  const maximum = maxLength.toLocaleString(activeLocale());
  return activeTexts()?.tooLong(maximum) ?? `Enter at most ${maximum} characters.`;
}
