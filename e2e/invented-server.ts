// The process of the portal loads this file (`node --import`), so that its problems and e-mails are available in the invented language too.
import { english } from '@basics/server/mail/letters/english.ts';
import { letterTextsByLanguage } from '@basics/server/mail/render-letter.ts';
import type { LetterTexts } from '@basics/server/mail/letter.ts';
import { textsByLanguage, serverTextsByLanguage } from '@basics/server/platform/texts/language.ts';
import { english as englishServerTexts } from '@basics/server/platform/texts/english.ts';
import { inventedTexts } from './invented-language.ts';
import { inventTexts, inventedId } from './invented.ts';

textsByLanguage.set(inventedId, inventedTexts);
serverTextsByLanguage.set(inventedId, inventTexts(englishServerTexts));

type Block = string | { is: string; text?: string; label?: string; rows?: readonly (readonly [string, string])[] };

/** Returns the content of an English e-mail with its texts between brackets. Codes, quotations and the values in tables are not changed. */
const addBrackets = ({ subject, blocks }: { subject: string; blocks: readonly Block[] }) => ({
  subject: inventTexts(subject),
  blocks: blocks.map((block) =>
    typeof block === 'string'
      ? inventTexts(block)
      : {
          ...block,
          ...(block.is === 'note' && { text: inventTexts(block.text) }),
          ...(block.label !== undefined && { label: inventTexts(block.label) }),
          ...(block.rows && { rows: block.rows.map(([name, value]) => [inventTexts(name), value]) }),
        },
  ),
});

const { greeting, questions, deputyFor, typeCode, isFor, optional, attached, ...writers } = english;
const letters = Object.entries(writers).map(([kind, write]) => [kind, (letter: never) => addBrackets(write(letter))]);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same kinds as in English, written by the same functions
const texts = {
  ...Object.fromEntries(letters),
  ...inventTexts({ greeting, questions, deputyFor, typeCode, isFor, optional, attached }),
} as LetterTexts;
letterTextsByLanguage.set(inventedId, texts);
