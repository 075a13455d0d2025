import { englishWords, words } from './words.ts';

const keys = new Map<string, string>(Object.entries(englishWords).map(([key, text]) => [text, key]));
const byKey: Readonly<Record<string, string>> = words;

/**
 * A validation message in the language in use; undefined where the text is none of ours. Schemas are made once and hold the English text,
 * which is the key here.
 */
export const wordsFor = (text: string): string | undefined => byKey[keys.get(text) ?? ''];
