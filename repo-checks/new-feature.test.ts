import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, onTestFinished, test } from 'vitest';
import { createFeatureFiles } from '../scripts/feature-files.mjs';
import { root } from '../scripts/root.mjs';
import { readText } from './files.ts';

// Every night .github/workflows/nightly.yml runs npm run check on a new feature; this test only checks that it is
// complete.
const files = Object.entries(createFeatureFiles('invented-things', root));

test('a new feature has its files in contract, server and portal, in its own name only', () => {
  const newFiles = files.filter(([file]) => !existsSync(path.join(root, file)));
  expect(newFiles.map(([file]) => path.posix.basename(file)).toSorted()).toEqual([
    expect.stringMatching(/^\d{4}-invented-things\.ts$/),
    'invented-things-page.test.tsx',
    'invented-things-page.tsx',
    'invented-things.api.test.ts',
    'invented-things.queries.ts',
    'invented-things.repository.ts',
    'invented-things.routes.ts',
    'invented-things.service.ts',
    'invented-things.ts',
    'invented-things.ts',
  ]);
  for (const [file, text] of newFiles) {
    expect(text, file).toMatch(/inventedThings|InventedThings/);
    expect(`${file}\n${text}`).not.toMatch(/price.?list/i);
  }
});

test('a second new feature finds its lines after the first one was added and formatted', async () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'basics-portal-feature-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const config = await resolveConfig(path.join(root, 'package.json'));
  for (const [file, text] of files) {
    const copiedFile = path.join(copy, file);
    mkdirSync(path.dirname(copiedFile), { recursive: true });
    writeFileSync(copiedFile, await format(text, { ...config, filepath: file }));
  }
  expect(Object.keys(createFeatureFiles('more-things', copy))).toHaveLength(files.length);
});

test('a new feature is added to every list of features', () => {
  const changedFiles = files.filter(([file]) => existsSync(path.join(root, file)));
  expect(changedFiles.map(([file]) => file)).toEqual(
    expect.arrayContaining(['packages/portal/src/messages/en/manual.ts', 'packages/portal/src/app/menu-extras.tsx']),
  );
  for (const [file, text] of changedFiles) {
    const previousLines = new Set(readText(file).split('\n'));
    const addedLines = text.split('\n').filter((line) => !previousLines.has(line));
    expect(addedLines.join('\n'), file).toMatch(/invented.?things/i);
  }
});

test('every name that a new file imports from the repository is exported', () => {
  const textsByFile = new Map(files);
  const missingNames: string[] = [];
  let checkedNames = 0;
  for (const [file, text] of files.filter(([newFile]) => !existsSync(path.join(root, newFile))))
    for (const [, names = '', specifier = ''] of text.matchAll(/import (?:type )?\{([^}]+)\} from '([^']+)'/g)) {
      const importedFile = findImportedFile(file, specifier);
      if (importedFile === null) continue;
      const importedText = textsByFile.get(importedFile) ?? readText(importedFile);
      for (const name of names.split(',').map((importedName) => importedName.replace(/ as .*/, '').trim())) {
        checkedNames += 1;
        if (!new RegExp(`^export .*\\b${name}\\b`, 'm').test(importedText)) missingNames.push(`${file}: ${name}`);
      }
    }
  expect(missingNames).toEqual([]);
  expect(checkedNames).toBeGreaterThan(30);
});

const importFolders = [
  ['#server/', 'packages/server/src/'],
  ['#portal/texts/', 'packages/portal/src/messages/en/'],
  ['#portal/', 'packages/portal/src/'],
  ['@basics/contract/', 'packages/contract/src/'],
] as const;

/** Returns the file of an import as its path in the repository; null for packages of npm. */
function findImportedFile(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const importFolder = importFolders.find(([prefix]) => specifier.startsWith(prefix));
  return importFolder ? importFolder[1] + specifier.slice(importFolder[0].length) : null;
}

test('a name that is not in kebab case is refused, and so is the name of an existing feature', () => {
  expect(() => createFeatureFiles('InventedThings', root)).toThrow('is not a name in kebab case');
  expect(() => createFeatureFiles('crm', root)).toThrow('packages/contract/src/crm.ts exists already.');
});
