import { renderUnicodeCompact } from 'uqr';

/**
 * A QR code of half blocks, light on dark whatever the colours of the terminal; undefined where it is wider than the
 * terminal, since a wrapped one is of no use.
 */
export function terminalQr(
  link: string,
  { columns, colours }: { columns: number; colours: boolean },
): string | undefined {
  const lines = renderUnicodeCompact(link, { ecc: 'L', border: 4 }).split('\n');
  if ((lines[0]?.length ?? 0) > columns) return undefined;
  return lines.map((line) => (colours ? `\u001b[97;40m${line}\u001b[0m` : line)).join('\n');
}
