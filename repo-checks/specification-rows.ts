import ts from 'typescript';

export type SpecificationRow = {
  id: string;
  ruleText: string;
  citedTests: { file: string; title: string }[];
  /** The lines below the row that do not name a test. */
  linesWithoutTest: string[];
};

/**
 * Reads the rows of docs/specification.md. Each row is a list item with an id in bold and a text. Its tests follow in the form
 * "`path/of/file.test.ts`: title of the test". Markdown escapes are removed.
 */
export function readSpecificationRows(text: string): SpecificationRow[] {
  return text
    .split(/^- (?=\*\*)/m)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = removeEscapes(block.split(/^##? /m)[0] ?? '').split('\n');
      const [, id = '', ruleText = ''] = /^\*\*(.+?)\*\* (.*)$/.exec(head) ?? [];
      const linesBelow = lines.filter((line) => line.trim() !== '');
      const testMatches = linesBelow.map((line) => /^ {2}- `([^`]+)`: (.+)$/.exec(line));
      return {
        id,
        ruleText,
        citedTests: testMatches.flatMap((match) => (match ? [{ file: match[1] ?? '', title: match[2] ?? '' }] : [])),
        linesWithoutTest: linesBelow.filter((_, at) => testMatches[at] === null),
      };
    });
}

const removeEscapes = (text: string): string => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

/** Finds the ids of the rows that name no test. */
export const findIdsWithoutTest = (rows: readonly SpecificationRow[]): string[] =>
  rows.filter(({ citedTests }) => citedTests.length === 0).map(({ id }) => id);

/**
 * Reads the titles of the tests in a file: `test('…')`, `test.each(table)('…')`, `` it(`…`) ``. If the title is a template literal, the
 * text between the backticks is the title.
 */
export function readTitles(file: string, text: string): string[] {
  const sourceFile = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, findScriptKind(file));
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments[0] : undefined;
    if (title && ts.isStringLiteralLike(title)) titles.push(removeEscapes(title.text));
    if (title && ts.isTemplateExpression(title)) titles.push(removeEscapes(title.getText(sourceFile).slice(1, -1)));
    ts.forEachChild(node, visit);
  };
  visit(sourceFile);
  return titles;
}

const findScriptKind = (file: string): ts.ScriptKind => (file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** Returns whether the called function creates a test: `test`, `it`, or the result of their `each` or `for`. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it';
  if (!ts.isCallExpression(callee) && !ts.isTaggedTemplateExpression(callee)) return false;
  const factory = ts.isCallExpression(callee) ? callee.expression : callee.tag;
  return ts.isPropertyAccessExpression(factory) && /^(each|for)$/.test(factory.name.text) && isTest(factory.expression);
}
