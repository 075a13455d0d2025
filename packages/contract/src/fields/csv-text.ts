/** The separators of CSV files: Excel writes and opens semicolons where the decimal sign is a comma. */
export const csvSeparators = [',', ';', '\t'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

/**
 * Matches a text that a spreadsheet would treat as a formula (OWASP, CSV Injection): a character that starts a formula,
 * also in full width or after quotation marks and spaces, or a control character at the beginning. A text with an added
 * apostrophe still matches, so `restoreFormula` can undo exactly what `neutraliseFormula` has done.
 */
const formulaPattern = /^(?:[\s\p{C}\p{Z}'"`´‘’“”]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|'*[\t\r\n])/u;

/** Puts an apostrophe before a possible formula, so that no spreadsheet evaluates it. `restoreFormula` removes the apostrophe. */
export const neutraliseFormula = (text: string): string => (formulaPattern.test(text) ? `'${text}` : text);

/** Returns the original text of a field that `neutraliseFormula` changed, and any other text unchanged. */
export const restoreFormula = (field: string): string =>
  field.startsWith("'") && formulaPattern.test(field.slice(1)) ? field.slice(1) : field;

/** Writes a line of a CSV file (RFC 4180). Every text is quoted, so that every program finds the end of the text. */
export const writeCsvLine = (
  cells: readonly (string | number | boolean | null)[],
  separator: CsvSeparator = ',',
): string => `${cells.map(writeField).join(separator)}\r\n`;

const writeField = (cell: string | number | boolean | null): string => {
  if (cell === null) return '';
  return typeof cell === 'string' ? `"${neutraliseFormula(cell).replaceAll('"', '""')}"` : String(cell);
};

/** Removes the byte-order mark and the line that names the separator (`sep=;`) from the beginning of a file. */
export const removePreamble = (text: string): string => text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');

/**
 * Detects the separator of a CSV file: the one that is most frequent in the header, because column names contain no
 * separators.
 */
export function detectSeparator(text: string): CsvSeparator {
  const [header = ''] = text.split(/[\r\n]/, 1);
  const separatorCounts = csvSeparators.map((separator) => ({ separator, count: header.split(separator).length }));
  return separatorCounts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ',';
}
