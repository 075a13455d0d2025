import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFeatureFiles } from './feature-files.mjs';
import { ensureInstalled } from './installed.mjs';
import { createEnvironment, findNode24 } from './node-24.mjs';
import { root } from './root.mjs';
import { CommandFailure, runCommandLine, say } from './say.mjs';

// `npm run new:feature price-lists` writes the files of a new list for administrators: a database table, API calls, a page and tests. The
// new feature passes all checks.
await runCommandLine(async () => {
  const [name, ...others] = process.argv.slice(2);
  if (name === undefined || others.length > 0)
    throw new CommandFailure('Name the feature: npm run new:feature price-lists');
  await ensureInstalled();
  const files = createFeatureFiles(name, root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    say(file);
  }
  run('node_modules/oxfmt/bin/oxfmt', ...Object.keys(files));
  writeFileSync(path.join(root, 'docs', 'access.md'), run('packages/server/src/testing/access/print-access.ts'));
  say(`docs/access.md\n\nNow: npm run check`);
});

/** @param {string} script @param {string[]} scriptArguments */
function run(script, ...scriptArguments) {
  const { status, stdout, stderr } = spawnSync(findNode24(), [script, ...scriptArguments], {
    cwd: root,
    env: createEnvironment(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new CommandFailure(`${stdout}${stderr}`);
  return stdout;
}
