import type { FastifyInstance } from 'fastify';
import { readPage } from './read-page.ts';
import { sendFresh } from './send-fresh.ts';

export const serviceWorkerFile = 'service-worker.js';

/** Replaces the worker in browsers that already have it: it deletes what that one has stored, and removes itself. */
const removal = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
`;

type ServiceWorkerOptions = {
  http: FastifyInstance;
  /** The folder of the built portal. */
  root: string;
  /** Off, browsers remove it at their next visit (docs/decisions/0072). */
  isOn: boolean;
};

/** The service worker of the portal. Browsers look for a new one at each visit. */
export async function serveServiceWorker({ http, root, isOn }: ServiceWorkerOptions): Promise<void> {
  const built = await readPage(root, serviceWorkerFile);
  http.route({
    method: ['GET', 'HEAD'],
    url: `/${serviceWorkerFile}`,
    handler: (request, reply) =>
      sendFresh(request, reply.type('text/javascript; charset=utf-8'), isOn ? built : removal),
  });
}
