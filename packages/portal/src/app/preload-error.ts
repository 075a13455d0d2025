const key = 'reloadedFor';

/**
 * A script or style of a page that cannot be fetched is most often one of an older version: the page is loaded again, once for
 * each version. The second time, and without a connection (where loading again would lose what is still shown), the error goes its
 * way, to the error screen.
 */
export function reloadOnMissingScripts(version: string, reload: () => void): () => void {
  const hear = (event: Event): void => {
    if (!navigator.onLine || sessionStorage.getItem(key) === version) return;
    sessionStorage.setItem(key, version);
    event.preventDefault();
    reload();
  };
  window.addEventListener('vite:preloadError', hear);
  return () => window.removeEventListener('vite:preloadError', hear);
}
