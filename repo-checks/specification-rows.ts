import ts from 'typescript';

export type Row = {
  id: string;
  says: string;
  shownBy: { file: string; title: string }[];
  /** Lines below the row that name no test. */
  strange: string[];
};

/**
 * The rows of docs/specification.md: a bullet each, in bold its id and then its words, and below it the tests that show it, as
 * "`path/of/file.test.ts`: the title of the test". Backslashes are those by which Markdown keeps a letter from being a mark.
 */
export function rowsIn(text: string): Row[] {
  return text
    .split(/^- (?=\*\*)/m)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = plain(block.split(/^##? /m)[0] ?? '').split('\n');
      const [, id = '', says = ''] = /^\*\*(.+?)\*\* (.*)$/.exec(head) ?? [];
      const below = lines.filter((line) => line.trim() !== '');
      const named = below.map((line) => /^ {2}- `([^`]+)`: (.+)$/.exec(line));
      return {
        id,
        says,
        shownBy: named.flatMap((match) => (match ? [{ file: match[1] ?? '', title: match[2] ?? '' }] : [])),
        strange: below.filter((_, at) => named[at] === null),
      };
    });
}

const plain = (text: string): string => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

/** The ids of the rows that name no test. */
export const idsWithoutTest = (rows: readonly Row[]): string[] =>
  rows.filter(({ shownBy }) => shownBy.length === 0).map(({ id }) => id);

/**
 * What the tests of a file are called, as its source writes them: `test('…')`, `test.each(table)('…')`, `` it(`…`) ``. A title that is
 * put together is the text between its backticks.
 */
export function titlesIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kindOf(file));
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments[0] : undefined;
    if (title && ts.isStringLiteralLike(title)) titles.push(plain(title.text));
    if (title && ts.isTemplateExpression(title)) titles.push(plain(title.getText(source).slice(1, -1)));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

const kindOf = (file: string): ts.ScriptKind => (file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** Whether a call of this makes a test: `test`, `it`, or what their `each` or `for` gives back. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it';
  if (!ts.isCallExpression(callee) && !ts.isTaggedTemplateExpression(callee)) return false;
  const made = ts.isCallExpression(callee) ? callee.expression : callee.tag;
  return ts.isPropertyAccessExpression(made) && /^(each|for)$/.test(made.name.text) && isTest(made.expression);
}
