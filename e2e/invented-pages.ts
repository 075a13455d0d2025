import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inventedTexts } from './invented-language.ts';
import { inventedId, inventedLocale } from './invented.ts';

const root = path.resolve(import.meta.dirname, '..');
const portal = path.join(root, 'packages', 'portal');
const english = path.join(portal, 'src', 'messages', 'en');

/** `folder` contains the built pages. */
export type InventedPages = { folder: string; remove: () => Promise<void> };

/** Builds the pages with one more folder of texts, as for a second language. */
export async function buildInventedPages(): Promise<InventedPages> {
  const parent = await mkdtemp(path.join(tmpdir(), 'basics-portal-language-'));
  const texts = path.join(parent, inventedId);
  const folder = path.join(parent, 'dist');
  await writeTexts(texts);
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const build = spawn(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: portal,
    env: { ...process.env, NODE_ENV: 'production', PORTAL_LANGUAGE: inventedId, PORTAL_TEXTS: texts },
    stdio: 'inherit',
  });
  const [status] = await once(build, 'exit');
  if (status !== 0) throw new Error(`The pages of the invented language were not built: ${status}`);
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}

/** One file for each file of English texts, and the one that gives problems and fields their texts. */
async function writeTexts(folder: string): Promise<void> {
  await mkdir(folder);
  const language = JSON.stringify(path.join(import.meta.dirname, 'invented.ts'));
  for (const file of await readdir(english)) {
    const source = path.join(english, file);
    const exported = (await readFile(source, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm);
    const lines = Array.from(exported, ([, name]) => `export const ${name} = invented(english.${name});`);
    const imports = `import * as english from ${JSON.stringify(source)};\nimport { invented } from ${language};`;
    const text = `${imports}\n${lines.join('\n')}\n`;
    await writeFile(path.join(folder, file), file === 'locale.ts' ? localeText : text);
  }
  await writeFile(path.join(folder, 'active-texts.ts'), activeText(language));
}

const localeText = `export const locale = '${inventedLocale}';\n`;

/** As text, because a module that imports the English words would be imported by them in turn. */
const activeText = (
  language: string,
): string => `import { englishPhrases } from ${JSON.stringify(path.join(root, 'packages/contract/src/english-phrases.ts'))};
import { invented } from ${language};
const texts = {
  locale: '${inventedLocale}',
  words: ${JSON.stringify(inventedTexts.fieldMessages)},
  problems: ${JSON.stringify(inventedTexts.problems)},
  tooLong: (most) => invented('This is too long: at most ' + most + ' characters.'),
  phrases: invented(englishPhrases),
};
export const activeTexts = () => texts;
`;
