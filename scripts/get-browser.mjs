import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findBrowser, findUnpackedBrowser } from './find-browser.mjs';
import { createEnvironment, findNode24 } from './node-24.mjs';
import { runExclusively } from './one-at-a-time.mjs';
import { root } from './root.mjs';
import { CommandFailure, say, formatSeconds } from './say.mjs';

/** Returns the path of a browser for the tests; if this machine has none, downloads Chromium first. */
export async function ensureBrowser() {
  const existingBrowser = findBrowser();
  if (existingBrowser) return existingBrowser;
  const configuredPath = process.env['CHROMIUM_PATH'];
  if (configuredPath)
    throw new CommandFailure(
      `CHROMIUM_PATH names ${configuredPath}, which does not start. Correct the variable or remove it.`,
    );
  const startTime = performance.now();
  say('No browser found. Downloading Chromium for the tests: this takes a minute or two, once.');
  await runExclusively('browser', async () => void (findBrowser() ?? fetchBrowser()));
  const downloadedBrowser = findBrowser();
  if (!downloadedBrowser) {
    throw new CommandFailure(
      'There is no browser for the tests, and none could be downloaded; the reason is above. Install Chromium or Chrome, or set its path:\n' +
        '  CHROMIUM_PATH=/path/to/chrome npm test',
    );
  }
  say(`Chromium is ready after ${formatSeconds(startTime)}: ${downloadedBrowser}`);
  return downloadedBrowser;
}

/** Tries the methods to get a browser one after another, until one succeeds. */
function fetchBrowser() {
  const installMethods = hasApt() ? [installWithApt, unpackWithApt, downloadWithPlaywright] : [downloadWithPlaywright];
  installMethods.some((method) => method() && findBrowser() !== undefined);
}

const hasApt = () => ['apt-get', 'dpkg-deb'].every((name) => existsSync(`/usr/bin/${name}`));

/** Installs Chromium with apt, as root or as a user for whom sudo needs no password. */
function installWithApt() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !run('sudo', ['-n', 'true'])) return false;
  const aptCommand = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  const options = ['--yes', '--no-install-recommends', '--quiet'];
  return (
    runQuietly([...aptCommand, 'update', '--quiet']) && runQuietly([...aptCommand, 'install', ...options, 'chromium'])
  );
}

/**
 * Unpacks Debian's packages of Chromium, and of each library that this machine lacks, into a folder of the user. apt uses package lists in
 * that folder, so the system is not changed.
 */
function unpackWithApt() {
  const home = path.dirname(findUnpackedBrowser());
  const newFolder = `${home}.new`;
  const aptFolder = path.join(newFolder, 'apt');
  for (const folder of ['lists/partial', 'archives/partial'])
    mkdirSync(path.join(aptFolder, folder), { recursive: true });
  const privateFolderOptions = [
    ['Dir::State', aptFolder],
    ['Dir::State::status', '/var/lib/dpkg/status'],
    ['Dir::Cache', aptFolder],
    ['Debug::NoLocking', 'true'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const options = ['--yes', '--no-install-recommends', '--download-only', '--quiet'];
  const isDownloaded =
    runQuietly(['apt-get', ...privateFolderOptions, 'update', '--quiet']) &&
    runQuietly(['apt-get', ...privateFolderOptions, 'install', ...options, 'chromium']);
  if (!isDownloaded) return false;
  const archives = path.join(aptFolder, 'archives');
  const packages = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  const allUnpacked = packages.every((name) => runQuietly(['dpkg-deb', '-x', path.join(archives, name), newFolder]));
  if (!allUnpacked) return false;
  rmSync(aptFolder, { recursive: true });
  rmSync(home, { recursive: true, force: true });
  renameSync(newFolder, home);
  writeFileSync(path.join(home, 'fonts.conf'), createFontList(home));
  writeFileSync(findUnpackedBrowser(), createStartScript(home));
  chmodSync(findUnpackedBrowser(), 0o755);
  return true;
}

/** Returns a shell script that starts the Chromium in the folder `home` with the libraries in that folder. @param {string} home */
function createStartScript(home) {
  const libraries = ['usr/lib', 'lib']
    .map((libraryFolder) => path.join(home, libraryFolder))
    .filter((libraryFolder) => existsSync(libraryFolder))
    .flatMap((libraryFolder) => readdirSync(libraryFolder).map((name) => path.join(libraryFolder, name)))
    .filter((libraryFolder) => libraryFolder.endsWith('-linux-gnu'))
    .flatMap((libraryFolder) => [libraryFolder, path.join(libraryFolder, 'pulseaudio')]);
  return `#!/bin/sh
export LD_LIBRARY_PATH='${libraries.join(':')}'
export FONTCONFIG_FILE='${path.join(home, 'fonts.conf')}'
exec '${path.join(home, 'usr/lib/chromium/chromium')}' "$@"
`;
}

/**
 * Returns a font configuration with the fonts of the machine and of the folder `home`. Without any font, a page would show no text.
 * @param {string} home
 */
const createFontList = (home) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${path.join(home, 'usr/share/fonts')}</dir>
  <cachedir>${path.join(home, 'font-cache')}</cachedir>
</fontconfig>
`;

function downloadWithPlaywright() {
  const cli = path.join(root, 'node_modules', 'playwright-core', 'cli.js');
  return runQuietly([findNode24(), cli, 'install', 'chromium']);
}

/** Runs a command and prints its output only if it failed. @param {string[]} words */
function runQuietly([command = '', ...commandArguments]) {
  const { status, stdout, stderr, error } = spawnSync(command, commandArguments, {
    encoding: 'utf8',
    env: { ...createEnvironment(), DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0)
    say(`$ ${[command, ...commandArguments].join(' ')}\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`);
  return status === 0;
}

/** @param {string} command @param {string[]} commandArguments */
const run = (command, commandArguments) => spawnSync(command, commandArguments, { stdio: 'ignore' }).status === 0;
