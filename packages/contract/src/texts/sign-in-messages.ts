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
 * Returns the message for a text with too many characters, in the active language. Schemas call this function only when a text is too long,
 * because the language may not be known before. In addition, the browser needs a tenth of a second on a phone to format the first number,
 * because it loads the data of the language.
 */
export function createTooLongMessage(maxLength: number): string {
  const maximum = maxLength.toLocaleString(activeLocale());
  return activeTexts()?.tooLong(maximum) ?? `Enter at most ${maximum} characters.`;
}
