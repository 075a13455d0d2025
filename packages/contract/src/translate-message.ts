import { englishFieldMessages, fieldMessages } from './field-messages.ts';

const keysByEnglishText = new Map<string, string>(
  Object.entries(englishFieldMessages).map(([key, text]) => [text, key]),
);
const activeMessages: Readonly<Record<string, string>> = fieldMessages;

/**
 * Translates a validation message into the active language; undefined when the portal has no such text. Schemas are created once with
 * the English text, so the English text is the key.
 */
export const translateMessage = (text: string): string | undefined => activeMessages[keysByEnglishText.get(text) ?? ''];
