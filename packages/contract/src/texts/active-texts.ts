import type { Phrases } from './english-phrases.ts';

/**
 * The texts of problems (API errors) and form fields in one language. This type allows any string as a key; the type `Texts` in texts.ts
 * requires every key.
 */
export type ActiveTexts = {
  /** The BCP 47 tag with which `Intl` formats dates, numbers and lists. */
  locale: string;
  fieldMessages: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  tooLong: (maxLength: string) => string;
  phrases: Phrases;
};

let textsSource = (): ActiveTexts | undefined => undefined;

/**
 * Returns the texts in the active language, or undefined for English. The server takes the language from the request or the e-mail. In a
 * build of the portal for another language, a module with the texts of that language replaces this module.
 */
export const activeTexts = (): ActiveTexts | undefined => textsSource();

/** Sets the function that returns the active texts. The server calls this function once, when its process starts. */
export function setTextsSource(readTexts: () => ActiveTexts | undefined): void {
  textsSource = readTexts;
}
