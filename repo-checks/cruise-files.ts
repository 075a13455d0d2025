import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/root.mjs';
import { plantTree } from './planted-tree.ts';
import { runTool } from './run-tool.ts';

type Violation = { rule: { name: string }; from: string };
type Report = { modules: { source: string }[]; summary: { violations: Violation[] } };

/** Runs dependency-cruiser with the rules of this repository on the packages in a folder, and returns its report. */
export async function runDependencyCruiser(folder: string): Promise<Report> {
  const config = path.join(root, '.dependency-cruiser.mjs');
  const options = ['packages', '--config', config, '--output-type', 'json'];
  return JSON.parse(await runTool('dependency-cruiser/bin/dependency-cruiser.mjs', options, folder));
}

const packages = ['contract', 'licensing', 'server', 'portal', 'desktop'];

/**
 * Creates a folder with empty packages of the same names, empty modules instead of the npm packages, and the given source files. Returns
 * its path.
 */
export function createPlantedRepository(sources: Record<string, string>): string {
  const manifests = packages.map((name) => {
    const manifest = {
      name: `@basics/${name}`,
      imports: { [`#${name}/*`]: './src/*' },
      exports: { './*': './src/*' },
      dependencies: {
        '@basics/contract': '1',
        '@basics/portal': '1',
        '@basics/server': '1',
        fastify: '1',
        kysely: '1',
      },
    };
    return [`packages/${name}/package.json`, JSON.stringify(manifest)];
  });
  const dependencies = ['zod', 'react', 'kysely', 'fastify'].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'main.js' })],
    [`node_modules/${name}/main.js`, 'module.exports = {};'],
  ]);
  const folder = plantTree({ ...Object.fromEntries([...manifests, ...dependencies]), ...sources });
  mkdirSync(path.join(folder, 'node_modules/@basics'));
  for (const name of packages) {
    symlinkSync(path.join(folder, 'packages', name), path.join(folder, 'node_modules/@basics', name), 'junction');
  }
  return folder;
}
