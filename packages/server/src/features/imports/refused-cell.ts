import { fieldMessages } from '@basics/contract/field-messages.ts';

/** The brands and profiles that are allowed in a cell. */
export type CellChoices = { brands: readonly { id: string }[]; profiles: readonly string[] };

/** Returns the message for a refused cell: its value, and the allowed values. */
export function explainRefusedCell(column: string, cell: string, { brands, profiles }: CellChoices): string {
  const quotedCell = quoteCell(cell);
  const sentences: Record<string, string> = {
    country: `${quotedCell} is not a country. Enter the code of two letters, for example DE, or the English name.`,
    brand: `${quotedCell} is not a brand. Enter one of these: ${brands.map(({ id }) => id).join(', ')}.`,
    profile: `${quotedCell} is not a profile that you can assign. Enter one of these: ${profiles.join(', ')}.`,
    salesman: `${quotedCell} is not an active salesman. Enter the login of an active salesman.`,
    tools: `${quotedCell} contains a tool, a brand or an add-on that does not exist. The page Tools lists those that exist.`,
    language: `${quotedCell} is not a language of the portal. Leave the cell empty for English.`,
  };
  return sentences[column] ?? fieldMessages.notAllowed;
}

/** Quotes the beginning of a cell in one line, so that the reader can find the cell in the file. */
function quoteCell(cell: string): string {
  const text = cell.trim().replaceAll(/\s+/g, ' ');
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}
