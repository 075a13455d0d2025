import ts from 'typescript';

export type SpecificationRow = {
  id: string;
  ruleText: string;
  /** The ids of tests, such as `T017`, which are in parentheses at the end of their titles. */
  citedTests: string[];
  /** The lines below the row that do not name tests. */
  linesWithoutTest: string[];
};

/**
 * Reads the rows of a document such as docs/specification.md. Each row is a list item with an id in bold and a text. Its tests follow in
 * a line of the form "Tests: T017, T203". Markdown escapes are removed.
 */
export function readSpecificationRows(text: string): SpecificationRow[] {
  return text
    .split(/^- (?=\*\*)/m)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = removeEscapes(block.split(/^##? /m)[0] ?? '').split('\n');
      const [, id = '', ruleText = ''] = /^\*\*(.+?)\*\* (.*)$/.exec(head) ?? [];
      const linesBelow = lines.filter((line) => line.trim() !== '');
      const isTestLine = (line: string): boolean => /^ {2}- Tests: T\d{3,4}(, T\d{3,4})*$/.test(line);
      return {
        id,
        ruleText,
        citedTests: linesBelow.filter(isTestLine).flatMap((line) => line.match(/T\d{3,4}/g) ?? []),
        linesWithoutTest: linesBelow.filter((line) => !isTestLine(line)),
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
    if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
    if (title && ts.isTemplateExpression(title)) titles.push(title.getText(sourceFile).slice(1, -1));
    ts.forEachChild(node, visit);
  };
  visit(sourceFile);
  return titles;
}

const findScriptKind = (file: string): ts.ScriptKind => (file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** Returns whether the called function creates a test: `test`, `it`, or the result of their `each`, `for` or `skipIf`. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it';
  if (!ts.isCallExpression(callee) && !ts.isTaggedTemplateExpression(callee)) return false;
  const factory = ts.isCallExpression(callee) ? callee.expression : callee.tag;
  return (
    ts.isPropertyAccessExpression(factory) &&
    /^(each|for|skipIf)$/.test(factory.name.text) &&
    isTest(factory.expression)
  );
}
