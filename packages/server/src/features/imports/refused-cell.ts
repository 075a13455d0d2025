import { words } from '@basics/contract/words.ts';

/** The valid choices for a cell. */
export type CellChoices = { brands: readonly { id: string }[]; profiles: readonly string[] };

/** Why a cell was refused: its value, and the allowed values. */
export function explainRefusedCell(column: string, cell: string, { brands, profiles }: CellChoices): string {
  const said = quoteCell(cell);
  const sentences: Record<string, string> = {
    country: `${said} is no country. Write its two letters, as in DE, or its English name.`,
    brand: `${said} is no brand. Write one of these: ${brands.map(({ id }) => id).join(', ')}.`,
    profile: `${said} is no profile that you can give. Write one of these: ${profiles.join(', ')}.`,
    salesman: `${said} is no active salesman. Write the login of one.`,
    tools: `${said} holds a tool, a brand or an add-on that is not there. See Tools for those that are.`,
    language: `${said} is no language of the portal. Leave the cell empty for English.`,
  };
  return sentences[column] ?? words.notAllowed;
}

/** The beginning of a cell in one line, enough to find it again. */
function quoteCell(cell: string): string {
  const text = cell.trim().replaceAll(/\s+/g, ' ');
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}
