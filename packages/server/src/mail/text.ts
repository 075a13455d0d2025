import type { LetterFrame } from './brand.ts';
import type { LetterBlock, LetterSheet } from './letter.ts';

/** Renders an e-mail as plain text. */
export function renderText({ greeting, blocks, questions }: LetterSheet, { brand, publicUrl }: LetterFrame): string {
  const footer = [`-- `, brand.name, brand.legalEntity, `${questions} ${brand.supportEmail}`];
  const parts = [
    greeting,
    ...blocks.map((block) => renderTextBlock(block, publicUrl)),
    [...new Set(footer)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderTextBlock(block: LetterBlock, publicUrl: string): string {
  if (block.is === 'link') return `${block.label}:\n${publicUrl}${block.path}`;
  if (block.is === 'facts') return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  return block.is === 'quote' ? block.text.replaceAll(/^/gm, '> ') : block.text;
}
