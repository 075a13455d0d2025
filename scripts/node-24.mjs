import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './root.mjs';
import { CommandFailure } from './say.mjs';

/** Returns the path of a Node.js of version 24 or later: the Node.js that runs this script, or else the Node.js that npm installed. */
export function findNode24() {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  const [name, file] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'bin/node'];
  const installedNode = path.join(root, 'node_modules', `node-${name}-${process.arch}`, file);
  if (spawnSync(installedNode, ['--version']).status === 0) return installedNode;
  throw new CommandFailure(
    `The portal runs on Node.js 24 or later; this is ${process.versions.node}, and npm has none for ${process.platform} ` +
      `on ${process.arch}. Install Node.js 24 from https://nodejs.org, then try again.`,
  );
}

/**
 * Creates the environment variables for programs of this repository: Node.js 24 and the commands that npm installed are first on the PATH.
 */
export function createEnvironment() {
  const { PATH = '', ...others } = process.env;
  const firstFolders = [path.join(root, 'node_modules', '.bin'), path.dirname(findNode24())];
  return { ...others, PATH: [...firstFolders, PATH].join(path.delimiter) };
}
