import ts from 'typescript';
import { isLogField } from '@basics/server/platform/log.ts';

/** A place that violates a rule. */
export type Finding = { rule: Rule; file: string; line: number; text: string };

type Source = { file: string; tree: ts.SourceFile };
type Check = { files: (file: string) => boolean; isFault: (node: ts.Node, source: Source) => boolean };

const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$|\/testing\//.test(file);
const isProduct = (file: string): boolean => /^packages\/\w+\/src\/.*\.tsx?$/.test(file) && !isTest(file);
const isServer = (file: string): boolean => isProduct(file) && file.startsWith('packages/server/');
const isRepository = (file: string): boolean => /\.repository\.ts$|^packages\/server\/src\/database\//.test(file);

/**
 * Rules on the source text that neither oxlint nor dependency-cruiser can check. `repo-checks/source-rules.test.ts` applies them to every
 * file, and `repo-checks/planted-faults.test.ts` shows that each of them catches a fault.
 */
const sourceChecks = {
  /** SQL belongs to `*.repository.ts` and `database/`; dependency-cruiser forbids the import of kysely elsewhere. */
  'sql-outside-repository': {
    files: (file) => isServer(file) && !isRepository(file),
    isFault: (node) =>
      (ts.isCallExpression(node) && queryMethods.has(readMethod(node))) ||
      (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql'),
  },
  /** Texts come from the catalogue in `packages/portal/src/messages/`; those of /dev/ui are read by developers only. */
  'text-in-component': {
    files: (file) => /^packages\/portal\/(?!src\/app\/dev-ui\/).*\.tsx$/.test(file) && isProduct(file),
    isFault: (node) => isVisibleText(node),
  },
  /** A `catch` handles the error or throws a named problem. */
  'empty-catch': {
    files: (file) => /\.(tsx?|mjs|js)$/.test(file),
    isFault: (node, source) =>
      (ts.isCatchClause(node) && node.block.statements.length === 0) ||
      (isEmptyCatchCall(node) && !hasReason(node, source)),
  },
  /** The time is a parameter (`Clock`), so that rules can be tested by value. */
  'clock-in-rule': {
    files: (file) => isProduct(file) && !clockFiles.has(file) && !isPortalScreen(file),
    isFault: (node) =>
      (ts.isCallExpression(node) && node.expression.getText() === 'Date.now') ||
      (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length),
  },
  /** An assertion overrides the compiler; a comment beside it or on the line above says why it holds. */
  'assertion-without-reason': {
    files: isProduct,
    isFault: (node, source) => isAssertion(node) && !hasReason(node, source),
  },
  /** Log entries hold only the fields of `platform/log.ts`, so that no secret is logged. */
  'log-field': {
    files: isServer,
    isFault: (node) => isLogCall(node) && !logsOnlyKnownFields(node),
  },
  /** The server and the pages start no program, so that no input becomes a command of the system. */
  'program-started': {
    files: (file) => isProduct(file) && !programFiles.has(file),
    isFault: (node) => ts.isStringLiteralLike(node) && /^(node:)?child_process$/.test(node.text),
  },
  /** The server calls only the addresses of its configuration, in four places: no address comes from a user. */
  'address-called': {
    files: (file) => isServer(file) && !callingFiles.has(file),
    isFault: (node) => ts.isCallExpression(node) && /(^|\.)fetch$/.test(node.expression.getText()),
  },
  /** MD5 and SHA-1 are broken. The algorithm is written in the call, so that this check can read it. */
  'weak-hash': {
    files: isProduct,
    isFault: (node) =>
      ts.isCallExpression(node) &&
      /(^|\.)(createHash|createHmac|subtle\.digest)$/.test(node.expression.getText()) &&
      !/^'sha-?(256|384|512)'$/i.test(node.arguments[0]?.getText() ?? ''),
  },
} satisfies Record<string, Check>;

export type Rule = keyof typeof sourceChecks;

/** The only files that may read the clock. These files pass the time to the rules as a parameter. */
const clockFiles = new Set([
  'packages/server/src/platform/clock.ts',
  // Entry files of the desktop tool; both accept another clock as an option.
  'packages/desktop/src/basics-tool.ts',
  'packages/desktop/src/command/environment.ts',
  // Compares Retry-After as a date (RFC 9110, 10.2.3) with the clock of the browser.
  'packages/portal/src/api/api-problem.ts',
  // The result of a human check expires by the clock of the browser.
  'packages/portal/src/session/human-check/human-check.ts',
  // A function uses the clock as the default value of a parameter.
  'packages/portal/src/session/session.ts',
  // Entry file of the page that is saved to disk.
  'packages/portal/src/features/licence-checker/saved-page.ts',
  // The name of a saved file contains the day.
  'packages/portal/src/ui/content/zip-files.ts',
]);

/** The desktop tool starts programs that print serial numbers, and the browser. No input becomes part of these commands. */
const programFiles = new Set([
  'packages/desktop/src/machine/run-program.ts',
  'packages/desktop/src/command/open-browser.ts',
]);

/** The files that call other servers: the CRM, the service for human verification, the collector of traces, and PUBLIC_URL. */
const callingFiles = new Set([
  // The operator's command asks PUBLIC_URL.
  'packages/server/src/commands/doctor/network.ts',
  'packages/server/src/features/crm/crm-endpoint.ts',
  'packages/server/src/platform/http/traces.ts',
  'packages/server/src/platform/security/ask-verification-site.ts',
]);

/** Components and hooks may read the clock, because they show the browser's time. */
const isPortalScreen = (file: string): boolean => /^packages\/portal\/src\/.*(\.tsx|\/use-[\w-]+\.ts)$/.test(file);

const queryMethods = new Set(
  'selectFrom insertInto updateTable deleteFrom selectAll innerJoin leftJoin returningAll execute executeTakeFirst executeTakeFirstOrThrow'.split(
    ' ',
  ),
);

const readMethod = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : '';

/** Matches a text of two words or more that begins with a capital letter or ends like a sentence. Class names, keys and paths do not match. */
const sentencePattern = /^\p{Lu}\p{L}*[,:]? \p{L}|\p{L} \p{L}+.*[.?!…]$/u;
const visibleProperties =
  /^(label|title|placeholder|alt|heading|hint|text|description|message|caption|aria-(label|description|roledescription))$/;

function isVisibleText(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return hasWord(node.text) && !isCode(node.parent);
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node)) return false;
  if (isErrorMessage(node)) return false;
  if (sentencePattern.test(node.text)) return true;
  const showingNode = findShowingNode(node);
  if (ts.isJsxAttribute(showingNode)) return visibleProperties.test(showingNode.name.getText()) && hasWord(node.text);
  return (ts.isJsxElement(showingNode) || ts.isJsxFragment(showingNode)) && hasWord(node.text);
}

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);

/** `<code>` and `<kbd>` show typed text, which is the same in every language. */
const isCode = (node: ts.Node): boolean =>
  ts.isJsxElement(node) && /^(code|kbd)$/.test(node.openingElement.tagName.getText());

/** Messages of errors are for developers. */
const isErrorMessage = ({ parent }: ts.Node): boolean =>
  ts.isNewExpression(parent) && parent.expression.getText().endsWith('Error');

/** Finds the element or attribute that shows a value: for `{isOpen ? 'Close' : 'Open'}` it is the surrounding element. */
function findShowingNode(node: ts.Node): ts.Node {
  const { parent } = node;
  const isBranch =
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && parent.right === node && /^(&&|\|\||\?\?)$/.test(parent.operatorToken.getText()));
  return isBranch || ts.isParenthesizedExpression(parent) || ts.isJsxExpression(parent)
    ? findShowingNode(parent)
    : parent;
}

/** `promise.catch(() => {})` */
function isEmptyCatchCall(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || readMethod(node) !== 'catch') return false;
  const [handler] = node.arguments;
  return (
    handler !== undefined &&
    ts.isArrowFunction(handler) &&
    ts.isBlock(handler.body) &&
    handler.body.statements.length === 0
  );
}

const isAssertion = (node: ts.Node): boolean =>
  ts.isNonNullExpression(node) ||
  ts.isTypeAssertionExpression(node) ||
  (ts.isAsExpression(node) && node.type.getText() !== 'const');

/** Returns whether a comment is at the end of the line of a node, or on the line above. */
function hasReason(node: ts.Node, { tree }: Source): boolean {
  const at = tree.getLineAndCharacterOfPosition(node.getStart()).line;
  const sourceLines = tree.text.split('\n');
  return /\/\/ \S|\/\*/.test(sourceLines[at] ?? '') || /^\s*(\/\/|\/?\*)/.test(sourceLines[at - 1] ?? '');
}

const logLevels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

function isLogCall(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node) || !logLevels.has(readMethod(node))) return false;
  return (
    ts.isPropertyAccessExpression(node.expression) && /(^|\.)log(ger)?$/i.test(node.expression.expression.getText())
  );
}

/** The object must be written in the call, so that its fields can be compared with the list. */
function logsOnlyKnownFields({ arguments: [firstArgument] }: ts.CallExpression): boolean {
  if (firstArgument === undefined || ts.isStringLiteralLike(firstArgument)) return true;
  return (
    ts.isObjectLiteralExpression(firstArgument) &&
    firstArgument.properties.every(({ name }) => name !== undefined && isLogField(name.getText()))
  );
}

/** Returns the findings in one file; `file` is its path from the root. */
export function findFaults(file: string, text: string): Finding[] {
  const rules = Object.entries<Check>(sourceChecks).filter(([, { files }]) => files(file));
  // Parsing is slow, and for most files only `empty-catch` applies: skip those without the word `catch`.
  if (rules.every(([name]) => name === 'empty-catch') && !text.includes('catch')) return [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const findings: Finding[] = [];
  const visit = (node: ts.Node): void => {
    for (const [rule, { isFault }] of rules) {
      if (!isFault(node, { file, tree })) continue;
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      findings.push({ rule: findRule(rule), file, line, text: node.getText().slice(0, 80) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return findings;
}

const isRule = (name: string): name is Rule => name in sourceChecks;

function findRule(name: string): Rule {
  if (!isRule(name)) throw new Error(`no rule ${name}`);
  return name;
}
