import { englishFieldMessages, fieldMessages } from './field-messages.ts';

const keysByEnglishText = new Map<string, string>(
  Object.entries(englishFieldMessages).map(([key, text]) => [text, key]),
);
const activeMessages: Readonly<Record<string, string>> = fieldMessages;

/**
 * Translates a validation message into the active language. Returns undefined if the portal has no translation of the message. The English
 * text identifies the message, because schemas are created only once, with the English texts.
 */
export const translateMessage = (text: string): string | undefined => activeMessages[keysByEnglishText.get(text) ?? ''];
