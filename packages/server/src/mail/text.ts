import type { LetterFrame } from './brand.ts';
import type { LetterBlock, LetterSheet } from './letter.ts';

/** Renders an e-mail as plain text. */
export function renderText(sheet: LetterSheet, { brand, publicUrl }: LetterFrame): string {
  const { greeting, blocks, questions } = sheet;
  const footer = [`-- `, brand.name, brand.legalEntity, `${questions} ${brand.supportEmail}`];
  const parts = [
    greeting,
    ...blocks.map((block) => renderTextBlock(block, sheet, publicUrl)),
    [...new Set(footer)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderTextBlock(block: LetterBlock, { typeCode }: LetterSheet, publicUrl: string): string {
  if (block.is === 'link') {
    const link = `${block.label}:\n${publicUrl}${block.path}`;
    return block.typed ? `${link}\n\n${typeCode(publicUrl + block.typed.page, block.typed.code)}` : link;
  }
  if (block.is === 'facts') return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  return block.is === 'quote' ? block.text.replaceAll(/^/gm, '> ') : block.text;
}
