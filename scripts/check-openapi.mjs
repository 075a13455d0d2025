import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// Checks the OpenAPI document that the server generates.
const folder = mkdtempSync(path.join(tmpdir(), 'basics-portal-openapi-'));
try {
  const printResult = run(['packages/server/src/print-openapi.ts'], 'pipe');
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, printResult.stdout);
  const lintResult = run(['node_modules/@redocly/cli/bin/cli.js', 'lint', '--config=redocly.yaml', file], 'inherit');
  process.exitCode = printResult.status === 0 && lintResult.status === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {string[]} nodeArguments @param {'pipe' | 'inherit'} outputMode */
function run(nodeArguments, outputMode) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(process.execPath, nodeArguments, {
    env,
    stdio: ['ignore', outputMode, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}
