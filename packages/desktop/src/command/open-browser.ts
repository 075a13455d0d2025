import { spawn } from 'node:child_process';

/** If the program that opens the browser still runs after this number of milliseconds, it has found a browser. */
const startTimeoutMs = 4000;

/**
 * Opens an address in the default browser. Returns false if no browser could be started. The program that opens the browser is started
 * without a shell, so that no part of the address runs as a command. Therefore the command `start` of Windows, which is part of a shell,
 * cannot be used.
 */
export async function openBrowser(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (platform === 'win32') return startProgram('rundll32', ['url.dll,FileProtocolHandler', address], env);
  if (platform === 'darwin') return startProgram('open', [address], env);
  // If there is no display, xdg-open would start a text browser in the terminal.
  const hasScreen = ['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER'].some((name) => (env[name] ?? '') !== '');
  return hasScreen && startProgram('xdg-open', [address], env);
}

function startProgram(
  command: string,
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...env }, stdio: 'ignore', detached: true });
    const timer = setTimeout(resolve, startTimeoutMs, true);
    const finish = (isOpen: boolean): void => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    child.on('error', () => finish(false));
    child.on('exit', (code) => finish(code === 0));
    child.unref();
  });
}
