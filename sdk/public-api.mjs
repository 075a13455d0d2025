// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The public declarations of each library, one on each line, as text. `node sdk/public-api.mjs` writes them to `public-api.txt`, and the
 * first characters of their SHA-256 to the newest heading of `CHANGELOG.md`. A test compares all three, so nobody changes what a tool can
 * call without a line in the changelog.
 */

const sdkFolder = import.meta.dirname;
const folder = join(sdkFolder, '..');

/** @param {string} path */
const read = (path) => readFileSync(join(folder, path), 'utf8');
/** @param {string} text */
const toLine = (text) => text.replaceAll(/\s+/g, ' ').trim();
/** @param {string} text */
const removeComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/** Returns the declarations that begin with `public`, in Java and C#. @param {string} path */
const listPublic = (path) =>
  Array.from(removeComments(read(path)).matchAll(/^\s*public [^;{]*/gm), ([declaration]) => toLine(declaration));

/** @param {string} path */
function listC(path) {
  const declarations = removeComments(read(path)).split(/;\s*\n|\n(?=#)/);
  return declarations.map((text) => toLine(text)).filter((line) => line !== '' && !/^#(?:if|end|incl)/.test(line));
}

/** The lines of the C++ header that declare something, before the private part. @param {string} path */
function listCpp(path) {
  const [text = ''] = removeComments(read(path)).split('\n private:');
  const functions = Array.from(text.matchAll(/^inline .*(?= \{)/gm), String);
  const members = Array.from(
    text.slice(text.indexOf('\nstruct ')).matchAll(/^(?:struct|class|  [^\s}]).*?(?= \{|$)/gm),
    String,
  );
  return [...functions, ...members].map((line) => toLine(line));
}

/** @param {string} path */
function listGo(path) {
  const text = removeComments(read(path));
  const functions = Array.from(text.matchAll(/^func (?:\(\w+ \*?[A-Z]\w*\) )?[A-Z].*(?= \{)/gm), String);
  const types = Array.from(text.matchAll(/^type [A-Z]\w* (?:struct \{[\s\S]*?^\}|.*$)/gm), ([type]) =>
    type.replaceAll(/^\t[a-z].*\n/gm, '').replaceAll(/\n(?!\})/g, '; '),
  );
  return [...functions, ...types].map((line) => toLine(line));
}

/** @param {string} path */
function listPython(path) {
  const lines = [];
  let className = '';
  for (const [, indent = '', kind = '', line = ''] of read(path).matchAll(
    /^( {4})?(class (\w+).*?:$|def \w+\([\s\S]*?\)(?: -> .+)?:$|[a-z]\w*: .*$|[A-Z][A-Z_]* = .*$)/gm,
  )) {
    if (indent === '') className = line;
    const isPrivate = /^(?:def|class) _(?!_init__)/.test(kind) || className.startsWith('_');
    const isLocal = indent !== '' && className === '';
    if (!isPrivate && !isLocal) lines.push(toLine(`${indent === '' ? '' : `${className}: `}${kind}`));
  }
  return lines;
}

/** The declarations of the names that the two modules of the npm package export. */
function listTypeScript() {
  const entries = ['checking', 'tool'].map((name) => read(`sdk/typescript/src/${name}.ts`));
  const exported = entries.flatMap((text) =>
    Array.from(text.matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, names = '']) => names.split(',')),
  );
  const names = new Set(exported.flat().map((name) => name.trim().split(' ')[0]));
  const sources = globSync('packages/{licensing,desktop}/src/**/*.ts', {
    cwd: folder,
    exclude: ['**/*.test.ts', '**/testing/**'],
  });
  const own = entries.flatMap((text) => listExports(text));
  const others = sources.toSorted().flatMap((path) => listExports(read(path)));
  return [
    ...own.map(({ declaration }) => declaration),
    ...others.filter(({ name }) => names.has(name)).map(({ declaration }) => declaration),
  ];
}

/** @param {string} source */
function listExports(source) {
  const text = removeComments(source);
  return Array.from(text.matchAll(/^export (?:type|function|const|class) (\w+)/gm), ({ index, 1: name = '' }) => {
    const rest = text.slice(index);
    const isText = /^export const \w+ = '/.test(rest);
    const end = isText ? /;/ : rest.startsWith('export type') ? /;\n(?=\S|\n|$)/ : / =>\s| \{\n| = \{/;
    // The formatter begins each line of a union with a bar, also the first.
    return { name, declaration: toLine(rest.slice(0, rest.search(end))).replace('= | ', '= ') };
  });
}

/** Returns the declarations of all libraries as text. */
export function listPublicApi() {
  const libraries = {
    typescript: listTypeScript(),
    c: [
      ...['basics_licence.h', 'basics_desktop.h', 'basics_facts.h'].flatMap((name) => listC(`sdk/c/${name}`)),
      ...listCpp('sdk/c/basics_licence.hpp'),
    ],
    go: globSync('sdk/go/*.go', { cwd: folder, exclude: ['**/*_test.go'] })
      .toSorted()
      .flatMap((path) => listGo(path)),
    java: globSync('sdk/java/basics/*.java', { cwd: folder })
      .toSorted()
      .flatMap((path) => listPublic(path)),
    csharp: ['Licences', 'Portal', 'Texts'].flatMap((name) => listPublic(`sdk/csharp/${name}.cs`)),
    python: ['__init__', 'facts', 'portal', 'texts'].flatMap((name) =>
      listPython(`sdk/python/basics_licence/${name}.py`),
    ),
  };
  return Object.entries(libraries)
    .map(([name, lines]) => `${name}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('\n');
}

/** Returns the heading of the newest version in `sdk/CHANGELOG.md` with the digest of a list. @param {string} list */
export function createHeading(list) {
  const { version } = JSON.parse(read('sdk/typescript/package.json'));
  return `## ${version} (API ${createHash('sha256').update(list).digest('hex').slice(0, 12)})`;
}

if (process.argv[1] === import.meta.filename) {
  const list = listPublicApi();
  writeFileSync(join(sdkFolder, 'public-api.txt'), list);
  const changelog = read('sdk/CHANGELOG.md');
  writeFileSync(join(sdkFolder, 'CHANGELOG.md'), changelog.replace(/^## .*$/m, createHeading(list)));
}
