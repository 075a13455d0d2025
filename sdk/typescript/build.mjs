import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'vite';

// Builds dist/ from packages/licensing and packages/desktop: two modules for Node.js 20 and browsers, and their types.

const here = import.meta.dirname;
const root = join(here, '..', '..');
const types = join(here, 'dist', 'types');

rmSync(join(here, 'dist'), { recursive: true, force: true });
await build({
  root: here,
  logLevel: 'warn',
  build: {
    target: 'es2023',
    minify: false,
    lib: { entry: { checking: 'src/checking.ts', tool: 'src/tool.ts' }, formats: ['es'] },
    rollupOptions: { external: /^node:/ },
  },
});

const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
const options = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--outDir', types];
const run = spawnSync(process.execPath, [compiler, '-p', here, ...options], { encoding: 'utf8' });
if (run.status !== 0) throw new Error(run.stdout);

// Declarations name each other by relative paths, because the packages of the repository are not published.
const folders = /** @type {const} */ ({
  '@basics/licensing/': 'packages/licensing/src',
  '@basics/desktop/': 'packages/desktop/src',
  '#desktop/': 'packages/desktop/src',
});
for (const file of globSync('**/*.d.ts', { cwd: types })) {
  const path = join(types, file);
  const text = readFileSync(path, 'utf8').replace(
    /(['"])(@basics\/\w+\/|#desktop\/|\.\.?\/)([^'"]+)\.ts\1/g,
    (_, quote, start, name) => {
      const folder = Object.entries(folders).find(([prefix]) => prefix === start)?.[1];
      const target = folder === undefined ? `${start}${name}` : relative(dirname(file), join(folder, name));
      return `${quote}${target.startsWith('.') ? target : `./${target}`}.js${quote}`;
    },
  );
  writeFileSync(path, text);
}
