import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format } from 'oxfmt';
import { expect, onTestFinished, test } from 'vitest';
import { createFeatureFiles } from '../scripts/feature-files.mjs';
import { root } from '../scripts/root.mjs';
import { readText } from './files.ts';

// Every night, .github/workflows/nightly.yml runs `npm run check` on a new feature. The tests of this file only check
// that all files are created.
const files = Object.entries(createFeatureFiles('invented-things', root));

test('the command creates the files of a new feature in contract, server and portal, and no name of the template remains in these files', () => {
  const newFiles = files.filter(([file]) => !existsSync(path.join(root, file)));
  expect(newFiles.map(([file]) => path.posix.basename(file)).toSorted()).toEqual([
    'invented-things-page.test.tsx',
    'invented-things-page.tsx',
    'invented-things.api.test.ts',
    'invented-things.repository.ts',
    'invented-things.ts',
  ]);
  for (const [file, text] of newFiles) {
    expect(text, file).toMatch(/inventedThings|InventedThings/);
    expect(`${file}\n${text}`).not.toMatch(/price.?list/i);
  }
});

test('a second new feature can be created after the files of a first new feature were formatted', async () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'basics-portal-feature-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const options = JSON.parse(readText('.oxfmtrc.json'));
  for (const [file, text] of files) {
    const copiedFile = path.join(copy, file);
    mkdirSync(path.dirname(copiedFile), { recursive: true });
    const { code, errors } = await format(file, text, options);
    expect(errors, file).toEqual([]);
    writeFileSync(copiedFile, code);
  }
  expect(Object.keys(createFeatureFiles('more-things', copy))).toHaveLength(files.length);
});

test('the command for a new feature changes seven existing files', () => {
  const changedFiles = files.filter(([file]) => existsSync(path.join(root, file)));
  expect(changedFiles.map(([file]) => path.posix.basename(file)).toSorted()).toEqual([
    'access-to-operating.ts',
    'administration-rows.ts',
    'administration.ts',
    'api.ts',
    'app.ts',
    'migrations.ts',
    'palette.ts',
  ]);
  for (const [file, text] of changedFiles) {
    const previousLines = new Set(readText(file).split('\n'));
    const addedLines = text.split('\n').filter((line) => !previousLines.has(line));
    expect(addedLines.join('\n'), file).toMatch(/invented.?things/i);
  }
});

test('the migration of a new feature has the next number', () => {
  const numbers = files
    .filter(([file]) => file.endsWith('/migrations.ts'))
    .flatMap(([, text]) => [...text.matchAll(/\b(\d{4})-/g)].map(([, number]) => Number(number)));
  const lastNumbers = [...new Set(numbers)].toSorted((a, b) => a - b).slice(-2);
  expect(lastNumbers[1]).toBe((lastNumbers[0] ?? 0) + 1);
});

test('every name that a file of the new feature imports from the repository is exported, and is imported once', () => {
  const textsByFile = new Map(files);
  const missingNames: string[] = [];
  let checkedNames = 0;
  for (const [file, text] of files) {
    const importedNames = [...text.matchAll(/^import (?:type )?\{([^}]+)\}/gm)].flatMap(([, names = '']) =>
      splitNames(names),
    );
    missingNames.push(...importedNames.filter((name, at) => importedNames.indexOf(name) < at));
    for (const [, names = '', specifier = ''] of text.matchAll(/import (?:type )?\{([^}]+)\} from '([^']+)'/g)) {
      const importedFile = findImportedFile(file, specifier);
      if (importedFile === null) continue;
      const importedText = textsByFile.get(importedFile) ?? readText(importedFile);
      for (const name of splitNames(names)) {
        checkedNames += 1;
        if (!new RegExp(`^export .*\\b${name}\\b`, 'm').test(importedText)) missingNames.push(`${file}: ${name}`);
      }
    }
  }
  expect(missingNames).toEqual([]);
  expect(checkedNames).toBeGreaterThan(30);
});

const splitNames = (names: string): string[] =>
  names
    .split(',')
    .map((name) =>
      name
        .replace(/^\s*type /, '')
        .replace(/ as .*/, '')
        .trim(),
    )
    .filter((name) => name !== '');

const importFolders = [
  ['#server/', 'packages/server/src/'],
  ['#portal/texts/', 'packages/portal/src/messages/en/'],
  ['#portal/', 'packages/portal/src/'],
  ['@basics/contract/', 'packages/contract/src/'],
] as const;

/** Returns the path of an imported file in the repository; null for an npm package. */
function findImportedFile(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const importFolder = importFolders.find(([prefix]) => specifier.startsWith(prefix));
  return importFolder ? importFolder[1] + specifier.slice(importFolder[0].length) : null;
}

test('the command refuses a name that is not in kebab case, and the name of an existing feature', () => {
  expect(() => createFeatureFiles('InventedThings', root)).toThrow('is not a name in kebab case');
  expect(() => createFeatureFiles('crm', root)).toThrow('packages/contract/src/crm/crm.ts exists already.');
});
