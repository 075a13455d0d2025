import { connection } from './connection.ts';

const key = 'reloadedFor';
let version: string | null = null;
let reloadPage: () => void = () => location.reload();

/**
 * Allows `fetchPart` to reload the page once for a version of the portal; `mainScript` is the name of the main script, which changes with
 * every version. Returns a function that forbids this again.
 */
export function allowReload(mainScript: string, reload: () => void): () => void {
  const previousState = { version, reloadPage };
  version = mainScript;
  reloadPage = reload;
  return () => {
    ({ version, reloadPage } = previousState);
  };
}

/**
 * Fetches a part of the portal. While the server does not answer, the function waits and tries again, and the page stays unchanged. If the
 * server answers but does not have the part of the page, a newer version was installed, so the page is reloaded, once for each version.
 * After that, the failure is thrown.
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await connection.check()) {
        if (!mayReload()) throw error;
        return await reloadOnce();
      }
    }
    await connection.restored();
  }
}

const mayReload = (): boolean => version !== null && sessionStorage.getItem(key) !== version;

function reloadOnce(): Promise<never> {
  sessionStorage.setItem(key, String(version));
  reloadPage();
  // The promise never settles, because the page is about to be replaced.
  return new Promise(() => {});
}
