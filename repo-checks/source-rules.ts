import ts from 'typescript';
import { isLogField } from '@basics/server/platform/log.ts';

/** A line of a source file that violates a rule. */
export type Finding = { rule: Rule; file: string; line: number; text: string };

type Source = { file: string; tree: ts.SourceFile };
type Check = { files: (file: string) => boolean; isFault: (node: ts.Node, source: Source) => boolean };

const isTestFile = (file: string): boolean => /\.(test|e2e)\.tsx?$|\/testing\//.test(file);
const isTestOrJourney = (file: string): boolean => isTestFile(file) || /^(e2e|sdk)\/.*\.ts$/.test(file);
const isProductFile = (file: string): boolean => /^packages\/\w+\/src\/.*\.tsx?$/.test(file) && !isTestFile(file);
const isServerFile = (file: string): boolean => isProductFile(file) && file.startsWith('packages/server/');
const isSqlFile = (file: string): boolean => /\.repository\.ts$|^packages\/server\/src\/database\//.test(file);

/**
 * Rules on the source text that neither oxlint nor dependency-cruiser can check. `repo-checks/source-rules.test.ts` applies these rules to
 * every file, and `repo-checks/planted-faults.test.ts` checks that each rule reports a fault.
 */
const sourceChecks = {
  /** SQL is allowed only in `*.repository.ts` and `database/`; dependency-cruiser forbids other files to import kysely. */
  'sql-outside-repository': {
    files: (file) => isServerFile(file) && !isSqlFile(file),
    isFault: (node) =>
      (ts.isCallExpression(node) && queryMethods.has(readMethod(node))) ||
      (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql'),
  },
  /**
   * Components take their texts from the catalogue in `packages/portal/src/messages/`. The page /dev/ui may contain texts, because only
   * developers read it.
   */
  'text-in-component': {
    files: (file) => /^packages\/portal\/(?!src\/app\/dev-ui\/).*\.tsx$/.test(file) && isProductFile(file),
    isFault: (node) => isVisibleText(node),
  },
  /** The browser translates neither codes nor commands nor keys: after a translation, the user could not use them. */
  'translated-code': {
    files: (file) => /^packages\/portal\/.*\.tsx$/.test(file) && isProductFile(file),
    isFault: (node) => ts.isJsxOpeningElement(node) && isCodeTag(node) && !node.getText().includes('translate="no"'),
  },
  /** A `catch` must handle the error or throw a named problem. */
  'empty-catch': {
    files: (file) => /\.(tsx?|mjs|js)$/.test(file),
    isFault: (node, source) =>
      (ts.isCatchClause(node) && node.block.statements.length === 0) ||
      (isEmptyCatchCall(node) && !hasReason(node, source)),
  },
  /** Code gets the time as a parameter (`Clock`), so that tests can set the time. */
  'clock-in-rule': {
    files: (file) => isProductFile(file) && !clockFiles.has(file) && !isPortalScreen(file),
    isFault: (node) =>
      (ts.isCallExpression(node) && node.expression.getText() === 'Date.now') ||
      (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length),
  },
  /** A type assertion overrides the compiler, so a comment on the same line or on the line above must say why the assertion is true. */
  'assertion-without-reason': {
    files: isProductFile,
    isFault: (node, source) => isAssertion(node) && !hasReason(node, source),
  },
  /** Log entries may contain only the fields that `platform/log.ts` lists, so that no secret is logged. */
  'log-field': {
    files: isServerFile,
    isFault: (node) => isLogCall(node) && !logsOnlyKnownFields(node),
  },
  /** The server and the pages may not start other programs, so that no input can become a command of the operating system. */
  'program-started': {
    files: (file) => isProductFile(file) && !programFiles.has(file),
    isFault: (node) => ts.isStringLiteralLike(node) && /^(node:)?child_process$/.test(node.text),
  },
  /** Only the files in `callingFiles` may call other servers. The addresses come from the configuration, never from a user. */
  'address-called': {
    files: (file) => isServerFile(file) && !callingFiles.has(file),
    isFault: (node) => ts.isCallExpression(node) && /(^|\.)fetch$/.test(node.expression.getText()),
  },
  /** MD5 and SHA-1 are broken. The name of the algorithm must be a text in the call, so that this check can read it. */
  'weak-hash': {
    files: isProductFile,
    isFault: (node) =>
      ts.isCallExpression(node) &&
      /(^|\.)(createHash|createHmac|subtle\.digest)$/.test(node.expression.getText()) &&
      !/^'sha-?(256|384|512)'$/i.test(node.arguments[0]?.getText() ?? ''),
  },
  /** The build removes from the calls in pages what only the server reads (`packages/portal/server-parts.config.ts`). */
  'server-part-in-page': {
    files: (file) => isProductFile(file) && file.startsWith('packages/portal/'),
    isFault: (node) => ts.isPropertyAccessExpression(node) && serverPartPattern.test(node.getText()),
  },
  /** The limits of the test projects are long enough for a busy machine. The window title is set a moment after the address changes. */
  'unstable-wait': {
    files: isTestOrJourney,
    isFault: (node) =>
      ts.isCallExpression(node) &&
      (/^vi\.wait(For|Until)$/.test(node.expression.getText()) || isEarlyTitle(node) || hasShortLimit(node)),
  },
  /** An error of a connection that no handler gets ends the whole run, although all tests have passed. */
  'connection-without-handler': {
    files: isTestOrJourney,
    isFault: (node, { tree }) =>
      ts.isImportDeclaration(node) &&
      /\bconnect\b.*'node:(net|tls)'/s.test(node.getText()) &&
      !tree.text.includes("on('error',"),
  },
} satisfies Record<string, Check>;

export type Rule = keyof typeof sourceChecks;

/**
 * The only files that may read the clock, apart from components and hooks of the portal. These files pass the time to other code as a
 * parameter.
 */
const clockFiles = new Set([
  'packages/server/src/platform/clock/clock.ts',
  // These two entry files of the desktop tool accept another clock as an option.
  'packages/desktop/src/basics-tool.ts',
  'packages/desktop/src/command/environment.ts',
  // The age of a temporary file is the clock of the system minus the time that the same clock gave the file.
  'packages/desktop/src/state/atomic-file.ts',
  // If Retry-After is a date (RFC 9110, 10.2.3), this file compares the date with the clock of the browser.
  'packages/portal/src/api/api-problem.ts',
  // The result of a human check expires by the clock of the browser.
  'packages/portal/src/session/human-check/human-check.ts',
  // In this file, the clock is the default value of a parameter.
  'packages/portal/src/session/session.ts',
  // The entry file of the licence checker that users save as a file.
  'packages/portal/src/features/licence-checker/saved/saved-page.ts',
  // The name of a saved ZIP file contains the current day.
  'packages/portal/src/ui/files/local-files.ts',
]);

/**
 * The only files that may start other programs. The desktop tool starts the browser, and programs that print serial numbers. No input
 * becomes part of these commands.
 */
const programFiles = new Set([
  'packages/desktop/src/machine/machine.ts',
  'packages/desktop/src/command/open-browser.ts',
]);

/** The files that call other servers: the CRM, the service for human verification, the collector of traces, and PUBLIC_URL. */
const callingFiles = new Set([
  // The address in BACKUP_HEARTBEAT_URL.
  'packages/server/src/backups/heartbeat.ts',
  // The operator's command `portal doctor` sends a request to PUBLIC_URL.
  'packages/server/src/commands/doctor/network.ts',
  'packages/server/src/features/crm/crm-accounts.ts',
  'packages/server/src/platform/operation/traces.ts',
  'packages/server/src/platform/human-check/human-verification.ts',
]);

/**
 * Returns whether a file is a component or a hook of the portal. Components and hooks may read the clock, because they show the browser's
 * time.
 */
const isPortalScreen = (file: string): boolean => /^packages\/portal\/src\/.*(\.tsx|\/use-[\w-]+\.ts)$/.test(file);

/** Matches `users.get.reply`; texts have the same names. */
const serverPartPattern = /^(?!texts\.)\w+\.\w+\.(summary|access|params|record|reply|problems)$/;

const queryMethods = new Set(
  'selectFrom insertInto updateTable deleteFrom selectAll innerJoin leftJoin returningAll execute executeTakeFirst executeTakeFirstOrThrow'.split(
    ' ',
  ),
);

const readMethod = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : '';

/**
 * Matches a text of at least two words that begins with a capital letter or ends like a sentence. Class names, keys and paths do not match
 * this pattern.
 */
const sentencePattern = /^\p{Lu}\p{L}*[,:]? \p{L}|\p{L} \p{L}+.*[.?!…]$/u;
const visibleProperties =
  /^(label|title|placeholder|alt|heading|hint|text|description|message|caption|aria-(label|description|roledescription))$/;

function isVisibleText(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return hasWord(node.text) && !isInCodeElement(node.parent);
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node)) return false;
  if (isErrorMessage(node)) return false;
  if (sentencePattern.test(node.text)) return true;
  const showingNode = findShowingNode(node);
  if (ts.isJsxAttribute(showingNode)) return visibleProperties.test(showingNode.name.getText()) && hasWord(node.text);
  return (ts.isJsxElement(showingNode) || ts.isJsxFragment(showingNode)) && hasWord(node.text);
}

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);

/** `<code>` and `<kbd>` show typed text, which is the same in every language. */
const isInCodeElement = (node: ts.Node): boolean => ts.isJsxElement(node) && isCodeTag(node.openingElement);

const isCodeTag = ({ tagName }: ts.JsxOpeningElement): boolean => /^(code|kbd)$/.test(tagName.getText());

/** Returns whether a text is the message of an error, which only developers read. */
const isErrorMessage = ({ parent }: ts.Node): boolean =>
  ts.isNewExpression(parent) && parent.expression.getText().endsWith('Error');

/** Finds the element or attribute that shows a value. For a value in `{isOpen ? 'Close' : 'Open'}`, this is the surrounding element. */
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

/** `expect(document.title)` without a poll. */
const isEarlyTitle = ({ expression, arguments: [argument] }: ts.CallExpression): boolean =>
  expression.getText() === 'expect' && argument?.getText() === 'document.title';

/** Returns whether a call is a test with a time limit of its own that is shorter than the limit in vitest.config.ts. */
function hasShortLimit({ expression, arguments: given }: ts.CallExpression): boolean {
  const limit = given.at(-1);
  if (limit === undefined || !ts.isNumericLiteral(limit) || given.length < 2) return false;
  return /^(test|it)\b/.test(expression.getText()) && Number(limit.text) < 300_000;
}

const logLevels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

function isLogCall(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node) || !logLevels.has(readMethod(node))) return false;
  return (
    ts.isPropertyAccessExpression(node.expression) && /(^|\.)log(ger)?$/i.test(node.expression.expression.getText())
  );
}

/**
 * Returns whether a log call has only known fields. The fields must be in an object literal in the call, so that this check can read them.
 */
function logsOnlyKnownFields({ arguments: [firstArgument] }: ts.CallExpression): boolean {
  if (firstArgument === undefined || ts.isStringLiteralLike(firstArgument)) return true;
  return (
    ts.isObjectLiteralExpression(firstArgument) &&
    firstArgument.properties.every(({ name }) => name !== undefined && isLogField(name.getText()))
  );
}

/** Finds all violations of the rules in one file. `file` is the path of the file from the root. */
export function findFaults(file: string, text: string): Finding[] {
  const rules = Object.entries<Check>(sourceChecks).filter(([, { files }]) => files(file));
  // Parsing is slow. A file to which only rules of `wordsOfRules` apply is skipped if it contains none of their words.
  if (rules.every(([name]) => wordsOfRules.get(name)?.test(text) === false)) return [];
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

/** The words of which a file contains one if it violates the rule. */
const wordsOfRules = new Map([
  ['empty-catch', /catch/],
  ['unstable-wait', /vi\.wait|document\.title|^ *\}, \d/m],
  ['connection-without-handler', /node:(net|tls)/],
]);

const isRule = (name: string): name is Rule => name in sourceChecks;

function findRule(name: string): Rule {
  if (!isRule(name)) throw new Error(`no rule ${name}`);
  return name;
}
