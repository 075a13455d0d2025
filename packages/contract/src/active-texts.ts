import type { Phrases } from './english-phrases.ts';

/** What problems and fields say in one language; `Texts` in texts.ts asks for every key. */
export type ActiveTexts = {
  /** The BCP 47 tag by which `Intl` writes dates, numbers and lists. */
  locale: string;
  words: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  tooLong: (most: string) => string;
  phrases: Phrases;
};

let read = (): ActiveTexts | undefined => undefined;

/**
 * The texts of the language in use, undefined for English. The server reads them from the request or the letter at hand; a build of the
 * portal for another language puts a module with its texts in place of this one.
 */
export const activeTexts = (): ActiveTexts | undefined => read();

/** Says where the texts of the language in use come from; once, at the start of the process. */
export function readTextsFrom(source: () => ActiveTexts | undefined): void {
  read = source;
}
