import { englishWords, words } from './words.ts';

const keys = new Map<string, string>(Object.entries(englishWords).map(([key, text]) => [text, key]));
const keysByText: Readonly<Record<string, string>> = words;

/**
 * A validation message in the active language; undefined when the text is not ours. Schemas are created once with the English text,
 * which is the key here.
 */
export const translateMessage = (text: string): string | undefined => keysByText[keys.get(text) ?? ''];
