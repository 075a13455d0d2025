import { api, endpoints } from '@basics/contract/api.ts';
import { users } from '@basics/contract/users/users.ts';
import { findPermissionDifferences } from '@basics/server/testing/access/permission-differences.ts';
import { listDeclaredRoutes, parseRoutes } from '@basics/server/testing/routes.ts';
import { createLog } from '@basics/server/platform/log.ts';
import { expect, test } from 'vitest';
import { runDependencyCruiser, createPlantedRepository } from './cruise-files.ts';
import { findFilesWithoutFeature } from './feature-folders.ts';
import { listFiles, readText } from './files.ts';
import { lintFiles } from './lint-files.ts';
import { plantTree } from './planted-tree.ts';
import { runTool } from './run-tool.ts';
import { findFaults } from './source-rules.ts';
import { findIdsWithoutTest, readSpecificationRows } from './specification-rows.ts';

// Each test plants a fault that a change could introduce, and requires that a check of the repository reports it.
// Without these tests, nobody would notice a check that no longer runs, because it reports nothing either.

const feature = 'packages/server/src/features/users';

test('dependency-cruiser reports a file of a lower layer that imports a higher layer, and a feature that imports another feature', async () => {
  const { summary } = await runDependencyCruiser(
    createPlantedRepository({
      [`${feature}/users.repository.ts`]: "import './users.service.ts';\n",
      [`${feature}/users.service.ts`]: "import '#server/features/brands/themes.ts';\n",
      'packages/server/src/features/brands/themes.ts': 'export const themes = 1;\n',
    }),
  );
  expect(summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`).toSorted()).toEqual([
    `repositories-not-to-services: ${feature}/users.repository.ts`,
    `users-allowed-imports: ${feature}/users.service.ts`,
  ]);
});

test('oxlint reports the type `any`, an unsafe `as` and a file of 600 lines', async () => {
  const exportLines = Array.from({ length: 600 }, (_, lineNumber) => `export const n${lineNumber} = ${lineNumber};`);
  const lintFaults = await lintFiles({
    [`${feature}/any.ts`]: 'export const loose = (value: any) => value;\n',
    [`${feature}/as.ts`]: 'export const sure = (value: unknown) => value as string;\n',
    [`${feature}/long.ts`]: exportLines.join('\n'),
  });
  expect(lintFaults.toSorted()).toEqual([
    `eslint(max-lines) in ${feature}/long.ts`,
    `typescript(no-explicit-any) in ${feature}/any.ts`,
    `typescript(no-unsafe-type-assertion) in ${feature}/as.ts`,
  ]);
});

test('oxfmt lists a file of each kind that has another format', async () => {
  const folder = plantTree({
    '.oxfmtrc.json': readText('.oxfmtrc.json'),
    'quotes.ts': 'export const name = "a";\n',
    'page.tsx': 'export const Page = () => <p  >{1}</p>;\n',
    'colour.css': 'p{color:red}\n',
    'table.md': '| a | b |\n|--|--|\n| longer | 1 |\n',
    'list.json': '{"a":1}\n',
    'steps.yml': 'steps:   [a]\n',
    'tidy.ts': "export const name = 'a';\n",
  });
  const files = await runTool('oxfmt/bin/oxfmt', ['--list-different'], folder);
  expect(files.trim().split('\n').toSorted()).toEqual([
    'colour.css',
    'list.json',
    'page.tsx',
    'quotes.ts',
    'steps.yml',
    'table.md',
  ]);
});

test('knip reports an unused export', async () => {
  const folder = plantTree({
    'package.json': JSON.stringify({ name: 'planted', type: 'module' }),
    'knip.json': JSON.stringify({ entry: ['src/main.ts'], project: ['src/*.ts'], ignoreExportsUsedInFile: true }),
    'src/main.ts': "import { used } from './names.ts';\nprocess.exitCode = used;\n",
    'src/names.ts': 'export const used = 0;\nexport const unused = 1;\n',
  });
  const knipReport = await runTool('knip/bin/knip.js', ['--reporter', 'compact'], folder);
  expect(knipReport).toContain('names.ts: unused');
});

/** For each rule on the source text, a file with a planted fault, and the same text without the fault. */
const sourceFaults: Record<string, { file: string; fault: string; repaired: string }> = {
  'sql-outside-repository: SQL in a service': {
    file: `${feature}/users.service.ts`,
    fault: "export const count = (db: Db) => db.selectFrom('users').execute();",
    repaired: 'export const count = (db: Db) => countUsers(db);',
  },
  'sql-outside-repository: an SQL template in a rule': {
    file: `${feature}/user.ts`,
    fault: 'export const condition = sql`users.id = 1`;',
    repaired: 'export const condition = isFirst;',
  },
  'text-in-component: a sentence in a component': {
    file: 'packages/portal/src/features/users/list/users-page.tsx',
    fault: 'export const Empty = () => <p>There are no users.</p>;',
    repaired: 'export const Empty = () => <p className="users-empty">{messages.users.empty}</p>;',
  },
  'text-in-component: a word in a property of a component': {
    file: 'packages/portal/src/features/users/list/users-page.tsx',
    fault: 'export const Search = () => <Field label="Login" />;',
    repaired: 'export const Search = () => <Field label={messages.users.login} name="login" />;',
  },
  'text-in-component: a word that depends on a condition': {
    file: 'packages/portal/src/features/users/list/users-page.tsx',
    fault: "export const State = ({ isOpen }: Props) => <b>{isOpen ? 'Open' : 'Closed'}</b>;",
    repaired: 'export const State = ({ isOpen }: Props) => <b>{isOpen ? words.open : words.closed}</b>;',
  },
  'translated-code: a code that the browser translates': {
    file: 'packages/portal/src/features/licenses/delivery/license-code.tsx',
    fault: 'export const Code = ({ code }: Props) => <code className={styles.code}>{code}</code>;',
    repaired: 'export const Code = ({ code }: Props) => <code translate="no">{code}</code>;',
  },
  'empty-catch: an empty catch': {
    file: `${feature}/user.ts`,
    fault: 'export function read() {\n  try {\n    parse();\n  } catch {\n    // Nothing to do.\n  }\n}',
    repaired: "export function read() {\n  try {\n    parse();\n  } catch {\n    throw problem('MALFORMED');\n  }\n}",
  },
  'empty-catch: a promise whose error is dropped without a reason': {
    file: 'scripts/start.mjs',
    fault: 'work().catch(() => {});',
    repaired: '// The caller gets the error.\nwork().catch(() => {});',
  },
  'server-part-in-page: a page reads the schema of a reply': {
    file: 'packages/portal/src/features/users/users.queries.ts',
    fault: 'export const readUser = (text: string) => users.get.reply.parse(JSON.parse(text));',
    repaired: 'export const readUser = (text: string) => userInBrowser.parse(JSON.parse(text));',
  },
  'clock-in-rule: the clock in a rule': {
    file: `${feature}/user.ts`,
    fault: 'export const isLate = (user: User) => user.until < Date.now();',
    repaired: 'export const isLate = (user: User, now: number) => user.until < now;',
  },
  'clock-in-rule: a date of now in a rule': {
    file: `${feature}/user.ts`,
    fault: 'export const year = () => new Date().getFullYear();',
    repaired: 'export const year = (now: number) => new Date(now).getFullYear();',
  },
  'assertion-without-reason: an `as` without a reason': {
    file: `${feature}/user.ts`,
    fault: 'export const name: string | null = given as string | null;',
    repaired: '// The schema has checked it.\nexport const name: string | null = given as string | null;',
  },
  'unstable-wait: a wait of one second': {
    file: `${feature}/user.test.ts`,
    fault: "test('x', async () => {\n  await vi.waitFor(() => expect(count).toBe(1));\n});",
    repaired: "test('x', async () => {\n  await expect.poll(() => count).toBe(1);\n});",
  },
  'unstable-wait: the title of a page that is not awaited': {
    file: 'packages/portal/src/app/shell.test.tsx',
    fault: "test('x', () => {\n  expect(document.title).toBe('Home');\n});",
    repaired: "test('x', async () => {\n  await expect.poll(() => document.title).toBe('Home');\n});",
  },
  'unstable-wait: a test with a short time limit': {
    file: `${feature}/user.test.ts`,
    fault: "test.each([1])('x %s', async () => {\n  await run();\n}, 60_000);",
    repaired: "test.each([1])('x %s', async () => {\n  await run();\n});",
  },
  'connection-without-handler: a test whose connection may be reset': {
    file: `${feature}/user.test.ts`,
    fault: "import { connect } from 'node:net';\nconst socket = connect(80);",
    repaired: "import { connect } from 'node:net';\nconst socket = connect(80).on('error', () => {});",
  },
  'log-field: a secret in the log': {
    file: `${feature}/users.service.ts`,
    fault: "log.info({ status: 200, sessionKey }, 'signed in');",
    repaired: "log.info({ status: 200 }, 'signed in');",
  },
  'log-field: a whole object in the log': {
    file: `${feature}/users.service.ts`,
    fault: "request.log.info(user, 'signed in');",
    repaired: "request.log.info('signed in');",
  },
  'program-started: a program that the server starts': {
    file: `${feature}/users.service.ts`,
    fault: "import { execFile } from 'node:child_process';",
    repaired: "import { readFile } from 'node:fs/promises';",
  },
  'program-started: a program from an import at run time': {
    file: `${feature}/users.service.ts`,
    fault: "export const start = async () => import('node:child_process');",
    repaired: "export const start = async () => import('node:fs');",
  },
  'address-called: an address of a user': {
    file: `${feature}/users.service.ts`,
    fault: 'export const readPicture = (user: User) => fetch(user.pictureUrl);',
    repaired: 'export const readPicture = (user: User) => findPicture(user.id);',
  },
  'weak-hash: a hash with SHA-1': {
    file: `${feature}/user.ts`,
    fault: "export const mark = (text: string) => createHash('sha1').update(text).digest('hex');",
    repaired: "export const mark = (text: string) => createHash('sha256').update(text).digest('hex');",
  },
  'weak-hash: a hash whose algorithm is a variable': {
    file: `${feature}/user.ts`,
    fault: 'export const mark = (name: string, key: Uint8Array) => crypto.createHmac(name, key);',
    repaired: "export const mark = (key: Uint8Array) => crypto.createHmac('sha256', key);",
  },
};

test.each(Object.entries(sourceFaults))(
  'the source rules report this planted fault: %s (T571)',
  (name, sourceFault) => {
    const { file, fault, repaired } = sourceFault;
    const findRules = (text: string) => new Set(findFaults(file, text).map(({ rule }) => rule));
    expect(findRules(fault)).toEqual(new Set([name.split(':')[0]]));
    expect(findRules(repaired)).toEqual(new Set());
  },
);

test('a log entry does not contain a field that is not in the list of log fields, such as a secret (T570)', () => {
  const logLines: string[] = [];
  createLog('info', { write: (line) => void logLines.push(line) }).info(
    { status: 200, sessionKey: 'a secret' },
    'signed in',
  );
  expect(logLines.join('')).toContain('"status":200');
  expect(logLines.join('')).not.toContain('a secret');
});

test('the comparison of features reports a file of the API contract that belongs to no feature', () => {
  const strayFiles = ['packages/contract/src/invoices/invoices.ts', 'packages/contract/src/invoices.ts'];
  const contractFiles = [...listFiles('packages/contract/src'), ...strayFiles];
  expect(findFilesWithoutFeature(contractFiles, Object.keys(api))).toEqual(strayFiles);
});

test('the comparison of routes finds a route of the server that the API contract does not declare', () => {
  const tree = listDeclaredRoutes(endpoints).map((route) => `├── ${route.replace(/^(\w+) (.*)$/, '$2 ($1)')}`);
  const plantedTree = [...tree, '└── /core/api/undeclared (POST)'].join('\n');
  expect(parseRoutes(tree.join('\n'))).toEqual(listDeclaredRoutes(endpoints));
  expect(parseRoutes(plantedTree).filter((route) => !listDeclaredRoutes(endpoints).includes(route))).toEqual([
    'POST /core/api/undeclared',
  ]);
});

test('the comparison of the API contract with the access table reports a weakened permission', () => {
  const weakenedEndpoints = endpoints.map((endpoint) =>
    endpoint.name === users.search.name ? { ...endpoint, access: 'session' as const } : endpoint,
  );
  expect(findPermissionDifferences(endpoints)).toEqual([]);
  expect(findPermissionDifferences(weakenedEndpoints)).toContain('users.search for SmallCustomer');
});

test('the check of the specification reports a row without a test', () => {
  const documentText = `${readText('docs/specification.md')}\n- **9.planted** A row that no test shows.\n`;
  expect(findIdsWithoutTest(readSpecificationRows(documentText))).toEqual(['9.planted']);
});
