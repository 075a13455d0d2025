import { spawn } from 'node:child_process';

/** How long a starter may take to say that it failed; one that is still busy then has found a browser. */
const patience = 4000;

/**
 * Shows an address in the browser that the system has set. False where there is none. No shell is involved, so that nothing in
 * the address is ever a command; on Windows that rules out `start`, which belongs to one.
 */
export async function openBrowser(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (platform === 'win32') return begin('rundll32', ['url.dll,FileProtocolHandler', address], env);
  if (platform === 'darwin') return begin('open', [address], env);
  // Without a screen xdg-open would start a browser of text within the terminal.
  const hasScreen = ['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER'].some((name) => (env[name] ?? '') !== '');
  return hasScreen && begin('xdg-open', [address], env);
}

function begin(command: string, words: string[], env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, words, { env: { ...env }, stdio: 'ignore', detached: true });
    const timer = setTimeout(resolve, patience, true);
    const end = (isOpen: boolean): void => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    child.on('error', () => end(false));
    child.on('exit', (code) => end(code === 0));
    child.unref();
  });
}
