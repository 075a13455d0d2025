import { connection } from './connection.ts';

const storageKey = 'reloadedFor';
let mainScriptName: string | null = null;
let reloadPage: () => void = () => location.reload();

/**
 * Allows `fetchPart` to reload the page once for a version of the portal; `mainScript` is the name of the main script, which changes with
 * every version. Returns a function that restores the state before this call.
 */
export function allowReload(mainScript: string, reload: () => void): () => void {
  const previousState = { mainScriptName, reloadPage };
  mainScriptName = mainScript;
  reloadPage = reload;
  return () => {
    ({ mainScriptName, reloadPage } = previousState);
  };
}

/** After this number of failures, a part is no longer fetched, although the server was not ready after each failure. */
const maxFailures = 10;

/**
 * Fetches a part of the portal. While the server is not ready, the function waits and tries again, and the page stays unchanged. If the
 * server is ready but does not have the part of the page, a newer version was installed, so the page is reloaded, once for each version.
 * If the page was already reloaded for this version, the function throws the error.
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await connection.retry(load, {
      mayWait: async (_, failureCount) => failureCount < maxFailures && !(await connection.check()),
    });
  } catch (error) {
    if (!mayReload()) throw error;
    return reloadOnce();
  }
}

const mayReload = (): boolean => mainScriptName !== null && sessionStorage.getItem(storageKey) !== mainScriptName;

function reloadOnce(): Promise<never> {
  sessionStorage.setItem(storageKey, String(mainScriptName));
  reloadPage();
  // The promise never settles, because the page is about to be replaced.
  return new Promise(() => {});
}
