import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const resolvePath = (file: string): string => path.join(root, 'packages', file);

const declaration = resolvePath('contract/src/texts/texts.ts');
const registries = [
  'contract/src/texts/texts.ts',
  'portal/src/messages/languages.ts',
  'server/src/mail/render-letter.ts',
  'server/src/platform/texts/language.ts',
];

/**
 * The text catalogues of an invented language, complete and incomplete. `missing` is what the compiler must report for the catalogue; null
 * if it is complete.
 */
const catalogues = [
  { name: 'complete', texts: '{ ...en }', missing: null },
  { name: 'otherwords', texts: "{ ...en, problem: { ...en.problem, mayTryAgain: 'Jetzt.' } }", missing: null },
  { name: 'nopart', texts: '(({ ui: _, ...others }) => others)(en)', missing: "'ui'" },
  { name: 'notext', texts: '{ ...en, expiry: (({ stay: _, ...others }) => others)(en.expiry) }', missing: "'stay'" },
  {
    name: 'otherfacts',
    texts: '{ ...en, problem: { ...en.problem, wait: (seconds: number) => `${seconds}` } }',
    missing: "'(seconds: number) => string'",
  },
];
const findFile = (name: string): string => resolvePath(`portal/src/messages/invented-${name}.ts`);
const createSource = (texts: string): string =>
  `import { en } from './en.ts';
import type { Translated } from './languages.ts';
const xx = ${texts};
export const checked: Translated<typeof en> = xx;
`;

/**
 * The source texts that declare an invented language: the changed list of languages, and new catalogues of the portal. The keys are the
 * paths of the files.
 */
const plantedSources = new Map([
  [declaration, (ts.sys.readFile(declaration) ?? '').replace('} as const', ", xx: { name: 'Invented' } } as const")],
  ...catalogues.map(({ name, texts }) => [findFile(name), createSource(texts)] as const),
]);

/** Compiles the given files with the planted sources. Returns a function that lists the compiler errors in a file. */
function compile(files: readonly string[]): (file: string) => string {
  const { config } = ts.readConfigFile(resolvePath('portal/tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, resolvePath('portal'));
  const host = ts.createCompilerHost(options);
  host.readFile = (file) => plantedSources.get(path.normalize(file)) ?? ts.sys.readFile(file);
  host.fileExists = (file) => plantedSources.has(path.normalize(file)) || ts.sys.fileExists(file);
  const program = ts.createProgram([...files], { ...options, types: ['node'] }, host);
  return (file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
      .join(' ');
}

const listErrors = compile([...registries.map(resolvePath), ...plantedSources.keys()]);

test.each(registries)('if a language is declared but has no texts in %s, the compiler reports this', (registry) => {
  expect(listErrors(resolvePath(registry))).toContain("'xx'");
});

test.each(catalogues)(
  'the compiler reports the missing text of the invented catalogue "$name", and nothing if the catalogue is complete',
  ({ name, missing }) => {
    if (missing === null) expect(listErrors(findFile(name))).toBe('');
    else expect(listErrors(findFile(name))).toContain(missing);
  },
);
