import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverTexts } from '#server/platform/texts/language.ts';

/** The brands and profiles that are allowed in a cell. */
export type CellChoices = { brands: readonly { id: string }[]; profiles: readonly string[] };

export function explainRefusedCell(column: string, cell: string, { brands, profiles }: CellChoices): string {
  const quotedCell = quoteCell(cell);
  const { importFaults } = serverTexts();
  const messagesByColumn: Record<string, string> = {
    country: importFaults.country(quotedCell),
    brand: importFaults.brand(quotedCell, brands.map(({ id }) => id).join(', ')),
    profile: importFaults.profile(quotedCell, profiles.join(', ')),
    salesman: importFaults.salesman(quotedCell),
    tools: importFaults.tools(quotedCell),
    language: importFaults.language(quotedCell),
  };
  return messagesByColumn[column] ?? fieldMessages.notAllowed;
}

/** Quotes the beginning of a cell in one line, so that the reader can find the cell in the file. */
function quoteCell(cell: string): string {
  const text = cell.trim().replaceAll(/\s+/g, ' ');
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}
