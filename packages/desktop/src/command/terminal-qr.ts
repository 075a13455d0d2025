import { renderUnicodeCompact } from 'uqr';

/**
 * Returns a QR code of half-block characters, whose colours do not depend on the theme of the terminal. Returns undefined if the QR code is
 * wider than the terminal, because a wrapped QR code cannot be scanned.
 */
export function createTerminalQr(
  link: string,
  { columns, colours }: { columns: number; colours: boolean },
): string | undefined {
  const lines = renderUnicodeCompact(link, { ecc: 'L', border: 4 }).split('\n');
  if ((lines[0]?.length ?? 0) > columns) return undefined;
  return lines.map((line) => (colours ? `\u001b[97;40m${line}\u001b[0m` : line)).join('\n');
}
