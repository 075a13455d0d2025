import path from 'node:path';

/** Returns the command that runs npm: the npm that started this script, or else the npm on the PATH. @returns {[string, ...string[]]} */
export function findNpm() {
  const cli = process.env['npm_execpath'];
  return cli !== undefined && path.basename(cli) === 'npm-cli.js' ? [process.execPath, cli] : ['npm'];
}
