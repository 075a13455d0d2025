import type { FastifyInstance } from 'fastify';
import { readPage } from '../files.ts';
import { sendWithRevalidation } from '../http/response-headers.ts';

export const serviceWorkerFileName = 'service-worker.js';

/**
 * A service worker that replaces the portal's service worker in browsers that have it: it deletes what the old worker has stored, and
 * removes itself. If a page registers the worker again while it is being removed, the browser keeps it. For this reason, the worker also
 * removes itself after the message that each page sends.
 */
const removingWorker = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(remove()));
addEventListener('message', (event) => event.waitUntil(remove()));

async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
`;

type ServiceWorkerOptions = {
  http: FastifyInstance;
  /** The folder of the built portal. */
  root: string;
  /** Whether the portal uses a service worker. If false, browsers remove their service worker at the next visit (docs/decisions/0072). */
  isEnabled: boolean;
};

/** Serves the service worker of the portal. Browsers check for a new version of it at each visit. */
export async function serveServiceWorker({ http, root, isEnabled }: ServiceWorkerOptions): Promise<void> {
  const builtWorker = await readPage(root, serviceWorkerFileName);
  http.route({
    method: ['GET', 'HEAD'],
    url: `/${serviceWorkerFileName}`,
    handler: (request, reply) =>
      sendWithRevalidation(
        request,
        reply.type('text/javascript; charset=utf-8'),
        isEnabled ? builtWorker : removingWorker,
      ),
  });
}
