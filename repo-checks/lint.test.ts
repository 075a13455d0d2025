import { expect, test } from 'vitest';
import { lintFiles } from './lint-files.ts';

const repeatLine = (count: number, createLine: (lineNumber: number) => string) =>
  Array.from({ length: count }, (_, i) => createLine(i));

/** A rule of oxlint, and code in `packages/server/src` that violates it. */
const faults: Record<string, string> = {
  'eslint(max-lines)': repeatLine(501, (n) => `export const n${n} = ${n};`).join('\n'),
  'eslint(max-lines-per-function)': `export function long() {\n${repeatLine(60, (n) => `void ${n};`).join('\n')}\n}`,
  'eslint(max-params)': 'export const five = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e];',
  'eslint(no-console)': "console.log('here');",
  'eslint(no-restricted-imports)': "import '../../../portal/src/main.tsx';",
  'eslint(no-restricted-properties)': 'export const token = Math.random();',
  'eslint(no-warning-comments)': `// ${['TO', 'DO'].join('')}: later\nexport const later = 1;`,
  'import(no-default-export)': 'const value = 1;\nexport default value;',
  'node(no-process-env)': "export const port = process.env['PORT'];",
  'react(no-danger)': "export const raw = <p dangerouslySetInnerHTML={{ __html: '' }} />;",
  'typescript(ban-ts-comment)': '// @ts-ignore\nexport const ignored = 1;',
  'typescript(consistent-type-imports)': "import { Server } from 'node:net';\nexport type Known = Server;",
  'typescript(no-explicit-any)': 'export const loose = (value: any) => value;',
  'typescript(no-floating-promises)': 'const work = async () => {};\nwork();',
  'typescript(no-misused-promises)': 'const work = async () => true;\nif (work()) throw new Error();',
  'typescript(no-non-null-assertion)': 'export const first = (list: string[]) => list[0]!;',
  'typescript(no-unsafe-type-assertion)': 'export const sure = (value: unknown) => value as string;',
  'typescript(switch-exhaustiveness-check)':
    "export const say = (side: 'left' | 'right') => {\n  switch (side) {\n    case 'left':\n      return 1;\n  }\n  return 0;\n};",
  'unicorn(no-abusive-eslint-disable)': '// oxlint-disable-next-line\nexport const anything = 1;',
};

const findFile = (rule: string) => `packages/server/src/${rule.replaceAll(/\W+/g, '-').toLowerCase()}x.tsx`;

test('each lint rule reports a file with a planted fault (T565)', async () => {
  const violations = await lintFiles(
    Object.fromEntries(Object.entries(faults).map(([rule, text]) => [findFile(rule), text])),
  );
  expect(violations).toEqual(expect.arrayContaining(Object.keys(faults).map((rule) => `${rule} in ${findFile(rule)}`)));
});

test('a file name that is not in kebab case is reported', async () => {
  const violations = await lintFiles({ 'packages/server/src/userTable.ts': 'export const table = 1;\n' });
  expect(violations).toEqual(['unicorn(filename-case) in packages/server/src/userTable.ts']);
});

test('an import of an index file is reported', async () => {
  const violations = await lintFiles({ 'packages/server/src/a.ts': "export { b } from './index.ts';\n" });
  expect(violations).toContain('eslint(no-restricted-imports) in packages/server/src/a.ts');
});
