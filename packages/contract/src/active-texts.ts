import type { Phrases } from './english-phrases.ts';

/**
 * The texts of problems and fields in one language. This type allows any string as a key; the type `Texts` in texts.ts requires every key.
 */
export type ActiveTexts = {
  /** The BCP 47 tag with which `Intl` formats dates, numbers and lists. */
  locale: string;
  fieldMessages: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  tooLong: (maxLength: string) => string;
  phrases: Phrases;
};

let readActiveTexts = (): ActiveTexts | undefined => undefined;

/**
 * The texts in the active language, undefined for English. The server takes the language from the request or the e-mail; a build of the
 * portal for another language replaces this module by one with its texts.
 */
export const activeTexts = (): ActiveTexts | undefined => readActiveTexts();

/** Sets the function that returns the active texts; called once, when the process starts. */
export function setTextsSource(readTexts: () => ActiveTexts | undefined): void {
  readActiveTexts = readTexts;
}
