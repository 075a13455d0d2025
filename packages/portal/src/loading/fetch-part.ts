import { connection } from './connection.ts';

const key = 'reloadedFor';
let version: string | null = null;
let reloadPage: () => void = () => location.reload();

/**
 * Allows `fetchPart` to reload the page once for a version of the portal; `current` is the name of the main script, which changes with
 * every version. Returns a function that forbids it again.
 */
export function allowReload(current: string, reload: () => void): () => void {
  const before = { version, reloadPage };
  version = current;
  reloadPage = reload;
  return () => {
    ({ version, reloadPage } = before);
  };
}

/**
 * Fetches a part of the portal. While the server does not answer, it waits and tries again, and the page stays as it is. When the server
 * answers but does not have the part, a newer version has been installed: the page is loaded again, once for each version. After that,
 * the failure is thrown.
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
  // Nothing more happens on this page.
  return new Promise(() => {});
}
