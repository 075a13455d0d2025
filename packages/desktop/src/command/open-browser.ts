import { spawn } from 'node:child_process';

/** The program that opens the browser can fail within this number of milliseconds. If it still runs afterwards, it has found a browser. */
const startTimeoutMs = 4000;

/**
 * Opens an address in the default browser. Returns false if no browser could be started. The program is started without a shell, so that
 * nothing in the address is run as a command; this rules out `start` on Windows, which is part of a shell.
 */
export async function openBrowser(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (platform === 'win32') return startProgram('rundll32', ['url.dll,FileProtocolHandler', address], env);
  if (platform === 'darwin') return startProgram('open', [address], env);
  // Without a display, xdg-open would start a text browser in the terminal.
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
