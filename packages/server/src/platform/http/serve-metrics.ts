import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasBearerToken } from './bearer-token.ts';
import { problem } from '#server/platform/problem.ts';

type Page = { contentType: string; text(): Promise<string> };

/** `GET /metrics` on the port of the portal, for holders of the token. For all others there is no such page. */
export function serveMetricsByToken(http: FastifyInstance, metrics: Page, token: string): void {
  http.get('/metrics', async (request, reply) => {
    if (!hasBearerToken(request, token)) throw problem('PAGE_NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** `GET /metrics` on a port of its own, without a token: for networks that only the monitoring reaches. Returns how to close it. */
export async function listenForMetrics(place: { host: string; port: number }, metrics: Page): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await once(server.listen(place), 'listening');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
