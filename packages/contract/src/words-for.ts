import { englishWords, words } from './words.ts';

const keys = new Map<string, string>(Object.entries(englishWords).map(([key, text]) => [text, key]));
const keysByText: Readonly<Record<string, string>> = words;

/**
 * Translates a validation message into the active language; undefined when the portal has no such text. Schemas are created once with
 * the English text, so the English text is the key.
 */
export const translateMessage = (text: string): string | undefined => keysByText[keys.get(text) ?? ''];
