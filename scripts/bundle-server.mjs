import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { readCommit } from './commit.mjs';
import { root } from './root.mjs';

/**
 * `node scripts/bundle-server.mjs <folder>`: writes the server and its libraries as a few JavaScript files. `main.js` starts the server;
 * the names of all other files contain a hash of their content. Node.js loads these files in less than half of the CPU time that it needs
 * to load the sources. The bundle is not minified, so that stack traces can be read. `packages.json` lists the folders of the packages in the
 * bundle, for the bill of materials of a release.
 */
const [, , folder = ''] = process.argv;
const sources = path.join(root, 'packages', 'server', 'src');

/** Libraries with machine code or WebAssembly. These libraries cannot be bundled, and stay in node_modules. */
const external = ['@node-rs/argon2', '@resvg/resvg-wasm'];

/**
 * In the sources `new URL('./name', import.meta.url)` is the address of a file in the same folder: a TypeScript file is the program of a
 * thread, any other file is data. This plugin adds such a file to the bundle, and replaces the expression by the address of the added file.
 * @type {import('rolldown').Plugin}
 */
const filesBesideSources = {
  name: 'files-beside-sources',
  async transform(code, id) {
    if (!id.startsWith(sources)) return null;
    const files = new Map();
    for (const [expression, name = ''] of code.matchAll(/new URL\('\.\/([\w.-]+)', import\.meta\.url\)/g)) {
      const file = path.join(path.dirname(id), name);
      const { base, ext, name: stem } = path.parse(file);
      const reference =
        ext === '.ts'
          ? this.emitFile({ type: 'chunk', name: stem, id: file })
          : this.emitFile({ type: 'asset', name: base, source: await this.fs.readFile(file) });
      files.set(expression, `new URL(import.meta.ROLLUP_FILE_URL_${reference})`);
    }
    return files.size === 0
      ? null
      : [...files].reduce((sourceText, [from, to]) => sourceText.replaceAll(from, to), code);
  },
};

const build = await rolldown({
  input: { main: path.join(sources, 'main.ts') },
  platform: 'node',
  cwd: root,
  external,
  plugins: [filesBesideSources],
  transform: { define: { bundledCommit: JSON.stringify(readCommit()) } },
});
const { output } = await build.write({
  dir: folder,
  format: 'esm',
  entryFileNames: ({ name }) => (name === 'main' ? 'main.js' : '[name]-[hash].js'),
  chunkFileNames: '[name]-[hash].js',
  assetFileNames: '[name]-[hash][extname]',
  comments: false,
});
const packageFolders = output
  .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  .map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0].replace(/^\0/, ''))
  .filter((packageFolder) => packageFolder !== undefined);
const relativeFolders = new Set(packageFolders.map((packageFolder) => path.relative(root, packageFolder)));
writeFileSync(path.join(folder, 'packages.json'), JSON.stringify([...relativeFolders].toSorted()));
await build.close();
