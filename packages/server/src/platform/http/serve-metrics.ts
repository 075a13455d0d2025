import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { problem } from '#server/platform/problem.ts';

type MetricsPage = { contentType: string; text(): Promise<string> };

/** Serves `GET /metrics` on the port of the portal to clients with the token. All others get 404. */
export function serveMetricsByToken(http: FastifyInstance, metrics: MetricsPage, token: string): void {
  http.get('/metrics', async ({ headers }, reply) => {
    if (!isSame(headers.authorization ?? '', `Bearer ${token}`)) throw problem('PAGE_NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** Compares two texts by their hashes, so that the time of the comparison reveals nothing about the token. */
const isSame = (actual: string, expected: string): boolean => timingSafeEqual(hash(actual), hash(expected));
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Serves `GET /metrics` on a separate port without a token, for a network that only the monitoring can reach. Returns a function that
 * closes it.
 */
export async function listenForMetrics(
  address: { host: string; port: number },
  metrics: MetricsPage,
): Promise<() => void> {
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
  await once(server.listen(address), 'listening');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
