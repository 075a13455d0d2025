import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../scripts/root.mjs';

const run = promisify(execFile);

/**
 * Runs a tool in a folder and returns its output. `scriptPath` is the path of the tool in node_modules. An exit code above 0 is not an
 * error, because it only means that the tool has found violations.
 */
export async function runTool(scriptPath: string, options: readonly string[], folder: string): Promise<string> {
  const program = path.join(root, 'node_modules', scriptPath);
  try {
    return (await run(process.execPath, [program, ...options], { cwd: folder, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return error.stdout;
    throw error;
  }
}
