import { readText } from './files.ts';
import { plantTree } from './planted-tree.ts';
import { runTool } from './run-tool.ts';

type Report = { diagnostics: { code: string; filename: string }[] };

/** Runs oxlint on these files (path to text) with the configuration of the repository, and returns the faults in the form `rule in file`. */
export async function lintFiles(files: Record<string, string>): Promise<string[]> {
  const folder = plantTree({
    '.oxlintrc.json': readText('.oxlintrc.json'),
    'tsconfig.base.json': readText('tsconfig.base.json'),
    'packages/server/tsconfig.json': '{ "extends": "../../tsconfig.base.json", "include": ["src"] }',
    ...files,
  });
  const lintReport: Report = JSON.parse(await runTool('oxlint/bin/oxlint', ['--format=json'], folder));
  return lintReport.diagnostics.map(({ code, filename }) => `${code} in ${filename}`);
}
