const workerPath = '/service-worker.js';

/** A part of the Trusted Types API (W3C Trusted Types, 3.2), which the libraries of TypeScript do not declare yet. */
type TrustedTypes = {
  createPolicy: (
    policyName: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string };
};

/**
 * Registers the service worker, so that the next visit starts from stored files, even if the server does not answer. Browsers offer service
 * workers only in a secure context. Without a service worker, the portal works too, but more slowly. In development, the portal has no
 * service worker.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const { active } = await navigator.serviceWorker.register(toTrustedAddress(workerPath));
    active?.postMessage('refresh', []);
  } catch (error) {
    // The script could not be fetched (TypeError), or the user does not allow storage (SecurityError). At the next visit, the portal
    // tries again to register the service worker.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  }
}

/** Marks the address as trusted. The Content-Security-Policy allows workers only through the Trusted Types policy with this name. */
function toTrustedAddress(url: string): string {
  // A property of `window` that has no declared type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  return (
    trustedTypes?.createPolicy('service-worker', { createScriptURL: () => workerPath }).createScriptURL(url) ?? url
  );
}
