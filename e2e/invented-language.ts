import { englishPhrases } from '@basics/contract/texts/english-phrases.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import type { Texts } from '@basics/contract/texts/texts.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { inventTexts, inventedLocale } from './invented.ts';

/** The texts of problems (API errors) and form fields in the invented language. */
export const inventedTexts: Texts = {
  locale: inventedLocale,
  fieldMessages: inventTexts({ ...fieldMessages, ...serverMessages }),
  problems: Object.assign(
    {},
    ...Object.entries(problems).map(([code, { message }]) => ({ [code]: inventTexts(message) })),
  ),
  tooLong: (maxLength) => inventTexts(`This is too long: at most ${maxLength} characters.`),
  phrases: inventTexts(englishPhrases),
};
