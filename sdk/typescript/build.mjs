// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { build } from 'vite';

// Builds dist/ from packages/licensing and packages/desktop: two modules for Node.js 20.19 and browsers, and their types.

const packageFolder = import.meta.dirname;
const root = join(packageFolder, '..', '..');
const typesFolder = join(packageFolder, 'dist', 'types');

copyFileSync(join(root, 'LICENSE'), join(packageFolder, 'LICENSE'));
rmSync(join(packageFolder, 'dist'), { recursive: true, force: true });
await build({
  root: packageFolder,
  logLevel: 'warn',
  build: {
    target: 'es2023',
    minify: false,
    lib: { entry: { checking: 'src/checking.ts', tool: 'src/tool.ts' }, formats: ['es'] },
    rollupOptions: { external: /^node:/ },
  },
});

const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
const options = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--outDir', typesFolder];
const run = spawnSync(process.execPath, [compiler, '-p', packageFolder, ...options], { encoding: 'utf8' });
if (run.status !== 0) throw new Error(run.stdout);

// In the type declarations, imports of the repository's packages become relative paths, because these packages are not published.
const packageSources = /** @type {const} */ ({
  '@basics/licensing/': 'packages/licensing/src',
  '@basics/desktop/': 'packages/desktop/src',
  '#desktop/': 'packages/desktop/src',
});
for (const file of globSync('**/*.d.ts', { cwd: typesFolder })) {
  const typesFile = join(typesFolder, file);
  const text = readFileSync(typesFile, 'utf8').replace(
    /(['"])(@basics\/\w+\/|#desktop\/|\.\.?\/)([^'"]+)\.ts\1/g,
    (_, quote, importPrefix, name) => {
      const folder = Object.entries(packageSources).find(([prefix]) => prefix === importPrefix)?.[1];
      const relativePath =
        folder === undefined ? `${importPrefix}${name}` : relative(dirname(file), join(folder, name));
      return `${quote}${relativePath.startsWith('.') ? relativePath : `./${relativePath}`}.js${quote}`;
    },
  );
  writeFileSync(typesFile, text);
}

// Each module has one file of types, which contains what it needs of them.
for (const name of ['checking', 'tool']) {
  const input = { [name]: join(typesFolder, 'sdk', 'typescript', 'src', `${name}.d.ts`) };
  const bundle = await rolldown({ input, external: /^node:/, plugins: [dts({ dtsInput: true, tsconfig: false })] });
  await bundle.write({ dir: join(packageFolder, 'dist'), entryFileNames: '[name].ts' });
}
rmSync(typesFolder, { recursive: true });
