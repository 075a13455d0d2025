import { connection } from './connection.ts';

const key = 'reloadedFor';
let version: string | null = null;
let reloadPage: () => void = () => location.reload();

/**
 * Prepares for scripts and styles that cannot be fetched; `current` is the name of the main script, which changes with every version.
 * Vite reports each such failure by an event and rejects the import unless the event is cancelled. It is cancelled once for a version,
 * because `fetchPart` then recovers; the second time the error is rethrown. Gives back the way to stop.
 */
export function handleMissingParts(current: string, reload: () => void): () => void {
  const before = { version, reloadPage };
  version = current;
  reloadPage = reload;
  window.addEventListener('vite:preloadError', cancelOnce);
  return () => {
    window.removeEventListener('vite:preloadError', cancelOnce);
    ({ version, reloadPage } = before);
  };
}

/**
 * Fetches a part of the portal. While the server does not answer, it waits and tries again, and the page stays as it is. When the server
 * answers but does not have the part, a newer version has been installed: the page is loaded again, once for each version. After that,
 * the failure is thrown.
 */
export async function fetchPart<Part>(load: () => Promise<Part | undefined>): Promise<Part> {
  for (;;) {
    try {
      const part = await load();
      if (part !== undefined) return part;
    } catch (error) {
      if ((await connection.check()) && !mayReload()) throw error;
    }
    if (await connection.check()) return reloadOnce();
    await connection.restored();
  }
}

function cancelOnce(event: Event): void {
  if (mayReload()) event.preventDefault();
}

const mayReload = (): boolean => version !== null && sessionStorage.getItem(key) !== version;

function reloadOnce(): Promise<never> {
  sessionStorage.setItem(key, String(version));
  reloadPage();
  // Nothing more happens on this page.
  return new Promise(() => {});
}
