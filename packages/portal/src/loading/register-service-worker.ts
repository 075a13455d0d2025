const address = '/service-worker.js';

/** Of the Trusted Types API, which the libraries of TypeScript do not declare yet (W3C Trusted Types, 3.2). */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string };
};

/**
 * Registers the service worker, so that the next visit begins at once, also without the server. Browsers have service workers only in a
 * secure context; without one, and where it cannot be fetched now, the portal works as before. In development there is none.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const { active } = await navigator.serviceWorker.register(trust(address));
    active?.postMessage('refresh', []);
  } catch (error) {
    // The script could not be fetched (TypeError), or the user has forbidden storage (SecurityError): the next visit tries again.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  }
}

/** The content security policy admits a policy of this name, and workers only by it. */
function trust(url: string): string {
  // A property of `window` that has no declared type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address }).createScriptURL(url) ?? url;
}
