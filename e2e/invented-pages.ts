import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inventedTexts } from './invented-language.ts';
import { inventedId, inventedLocale } from './invented.ts';

const root = path.resolve(import.meta.dirname, '..');
const portalFolder = path.join(root, 'packages', 'portal');
const englishFolder = path.join(portalFolder, 'src', 'messages', 'en');

/** The folder that contains the built pages, and a function that removes it. */
export type InventedPages = { folder: string; remove: () => Promise<void> };

/** Builds the pages of the portal with the texts of the invented language, in the same way as for a second language. */
export async function buildInventedPages(): Promise<InventedPages> {
  const temporaryFolder = await mkdtemp(path.join(tmpdir(), 'basics-portal-language-'));
  const textsFolder = path.join(temporaryFolder, inventedId);
  const folder = path.join(temporaryFolder, 'dist');
  await writeTexts(textsFolder);
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const buildProcess = spawn(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: portalFolder,
      env: { ...process.env, NODE_ENV: 'production', PORTAL_LANGUAGE: inventedId, PORTAL_TEXTS: textsFolder },
      stdio: 'inherit',
    },
  );
  const [status] = await once(buildProcess, 'exit');
  if (status !== 0) throw new Error(`The pages of the invented language were not built: ${status}`);
  return { folder, remove: () => rm(temporaryFolder, { recursive: true, force: true }) };
}

/**
 * Writes the texts of the invented language: one file for each file of English texts, and one more file with the texts
 * of problems and fields.
 */
async function writeTexts(folder: string): Promise<void> {
  await mkdir(folder);
  const languageModule = JSON.stringify(path.join(import.meta.dirname, 'invented.ts'));
  for (const file of await readdir(englishFolder)) {
    const sourceFile = path.join(englishFolder, file);
    const exportMatches = (await readFile(sourceFile, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm);
    const exportLines = Array.from(exportMatches, ([, name]) => `export const ${name} = inventTexts(english.${name});`);
    const imports = `import * as english from ${JSON.stringify(sourceFile)};\nimport { inventTexts } from ${languageModule};`;
    const moduleText = `${imports}\n${exportLines.join('\n')}\n`;
    await writeFile(path.join(folder, file), file === 'locale.ts' ? localeText : moduleText);
  }
  await writeFile(path.join(folder, 'active-texts.ts'), createActiveTextsModule(languageModule));
}

const localeText = `export const locale = '${inventedLocale}';\n`;

/**
 * Returns the source of a module that contains all texts itself, because importing the English texts would be a
 * circular import.
 */
const createActiveTextsModule = (
  languageModule: string,
): string => `import { englishPhrases } from ${JSON.stringify(path.join(root, 'packages/contract/src/texts/english-phrases.ts'))};
import { inventTexts } from ${languageModule};
const texts = {
  locale: '${inventedLocale}',
  fieldMessages: ${JSON.stringify(inventedTexts.fieldMessages)},
  problems: ${JSON.stringify(inventedTexts.problems)},
  tooLong: (maxLength) => inventTexts('This is too long: at most ' + maxLength + ' characters.'),
  phrases: inventTexts(englishPhrases),
};
export const activeTexts = () => texts;
`;
