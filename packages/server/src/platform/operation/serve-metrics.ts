import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasBearerToken } from '../http/request-origin.ts';
import { problem } from '#server/platform/problem.ts';

type MetricsPage = { contentType: string; text(): Promise<string> };

/** Serves `GET /metrics` on the port of the portal to clients with the token. All others get 404. */
export function serveMetricsByToken(http: FastifyInstance, metrics: MetricsPage, token: string): void {
  http.get('/metrics', { config: { isProbe: true } }, async (request, reply) => {
    if (!hasBearerToken(request, token)) throw problem('PAGE_NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/**
 * Serves `GET /metrics` on a separate port without a token, for a network that only the monitoring can reach. Returns a function that
 * closes this port.
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
