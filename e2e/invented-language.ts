import { englishPhrases } from '@basics/contract/english-phrases.ts';
import { problems } from '@basics/contract/problems.ts';
import type { Texts } from '@basics/contract/texts.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { invented, inventedLocale } from './invented.ts';

/** The texts of problems and fields in the invented language. */
export const inventedTexts: Texts = {
  locale: inventedLocale,
  fieldMessages: invented({ ...fieldMessages }),
  problems: Object.assign(
    {},
    ...Object.entries(problems).map(([code, { message }]) => ({ [code]: invented(message) })),
  ),
  tooLong: (most) => invented(`This is too long: at most ${most} characters.`),
  phrases: invented(englishPhrases),
};
