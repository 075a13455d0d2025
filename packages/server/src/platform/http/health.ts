import type { FastifyInstance } from 'fastify';

/** Why a process is not ready: `status` for programs, `reason` for operators (without secrets), and when to ask again. */
export type NotReady = {
  status: 'draining' | 'database' | 'schema' | 'keys' | 'disk' | 'clock';
  reason: string;
  retryAfterSeconds: number;
};

/** `/health/live`: the process answers. `/health/ready`, `/healthz`: it can do its work; else 503 with the first reason. */
export function serveHealth(http: FastifyInstance, findFault: () => Promise<NotReady | null>): void {
  http.get('/health/live', () => ({ status: 'ok' }));
  for (const url of ['/health/ready', '/healthz'])
    http.get(url, async (_, reply) => {
      const fault = await findFault();
      if (fault === null) return { status: 'ok' };
      const { status, reason, retryAfterSeconds } = fault;
      return reply.code(503).header('retry-after', retryAfterSeconds).send({ status, reason });
    });
}
