import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { findUserCache } from './user-cache.mjs';

const { env, platform } = process;

/**
 * Returns the path of a Chromium, Chrome or Edge on this machine that can be started, or undefined.
 * Tries CHROMIUM_PATH first, then the usual paths, Playwright's downloads, and the browser that `get-browser.mjs` unpacked.
 */
export const findBrowser = () => listCandidates().find((file) => existsSync(file) && isRunnable(file));

/**
 * Creates the launch options for Playwright. Chromium's sandbox is off, because root and most containers do not have the rights that it
 * needs. The sandbox protects against unknown pages, and the tests open only pages of the portal. The other options prevent that Chromium
 * contacts hosts on the internet, and that it loads two pages of its address bar for each window, which is half of the CPU time of a new one.
 * @returns {{ executablePath?: string, args: string[] }}
 */
export function createLaunchOptions() {
  const executablePath = findBrowser();
  const args = [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    `--disable-features=${[...featuresDisabledByPlaywright, 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'].join(',')}`,
  ];
  return { ...(executablePath !== undefined && { executablePath }), args };
}

/**
 * Chromium reads only the last list of disabled features, so the list repeats what Playwright disables for Chromium on a desktop
 * (chromiumSwitches.ts).
 */
const featuresDisabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

function listCandidates() {
  const configuredPath = env['CHROMIUM_PATH'];
  return [
    ...(configuredPath ? [configuredPath] : []),
    ...listUsualPaths(),
    ...listPlaywrightDownloads(),
    findUnpackedBrowser(),
  ];
}

/** Returns the path of the script that starts the Chromium that `get-browser.mjs` has unpacked for a user who may not install programs. */
export const findUnpackedBrowser = () => path.join(findUserCache(), 'chromium', 'run');

/**
 * Returns whether a program starts. A program does not start if its libraries are missing, or if it is only a placeholder that tells the
 * user to get the browser from an app store.
 * @param {string} file
 */
const isRunnable = (file) =>
  platform === 'win32' || spawnSync(file, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;

function listUsualPaths() {
  const edgeAndChrome = ['Microsoft/Edge/Application/msedge.exe', 'Google/Chrome/Application/chrome.exe'];
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].flatMap(
      (folder) => folder ?? [],
    );
    return folders.flatMap((folder) => edgeAndChrome.map((program) => path.join(folder, program)));
  }
  if (platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  return names.map((name) => `/usr/bin/${name}`);
}

function listPlaywrightDownloads() {
  const caches = { darwin: 'Library/Caches/ms-playwright', win32: 'AppData/Local/ms-playwright' };
  const cache = platform === 'darwin' || platform === 'win32' ? caches[platform] : '.cache/ms-playwright';
  const folder = env['PLAYWRIGHT_BROWSERS_PATH'] ?? path.join(homedir(), cache);
  if (!existsSync(folder)) return [];
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  ];
  return readdirSync(folder)
    .filter((name) => name.startsWith('chromium-'))
    .flatMap((name) => programs.map((program) => path.join(folder, name, program)));
}
