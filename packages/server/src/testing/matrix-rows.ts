/** A table as text: the rows by their names, each with what stands before and behind the bar. */
export function rowsOf(text: string): Map<string, { none: string; each: string[] }> {
  const [, ...lines] = text.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [before = '', behind = ''] = line.split('|');
      const [name = '', none = ''] = before.trim().split(/\s+/);
      return [name, { none, each: behind.trim().split(/\s+/) }];
    }),
  );
}
