import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** Why a process is not ready: `status` for programs, `reason` for operators (without secrets), and when to ask again. */
export type NotReady = {
  status: 'draining' | 'database' | 'schema' | 'keys' | 'disk' | 'clock';
  reason: string;
  retryAfterSeconds: number;
};

/** How the portal sees a request: the answer of `/health/proxy`. The reply contains no address, because anybody can ask. */
export const seenRequest = z.strictObject({
  protocol: z.string(),
  hostname: z.string(),
  /** Whether an `X-Forwarded-For` came, and whether it came from one of `TRUSTED_PROXIES`. */
  forwardedFor: z.enum(['absent', 'trusted', 'ignored']),
});
export type RequestSeenByPortal = z.infer<typeof seenRequest>;

/**
 * `/health/live`: the process answers. `/health/ready`, `/healthz`: it can do its work; else 503 with the first reason. `/health/proxy`: how the
 * portal sees the request, for `portal doctor`.
 */
export function serveHealth(http: FastifyInstance, findFault: () => Promise<NotReady | null>): void {
  http.get('/health/live', () => ({ status: 'ok' }));
  http.get('/health/proxy', (request) => readSeen(request));
  for (const url of ['/health/ready', '/healthz'])
    http.get(url, async (_, reply) => {
      const fault = await findFault();
      if (fault === null) return { status: 'ok' };
      const { status, reason, retryAfterSeconds } = fault;
      return reply.code(503).header('retry-after', retryAfterSeconds).send({ status, reason });
    });
}

function readSeen({ protocol, hostname, headers, ips }: FastifyRequest): RequestSeenByPortal {
  if (headers['x-forwarded-for'] === undefined) return { protocol, hostname, forwardedFor: 'absent' };
  // Fastify adds the addresses of the header to that of the connection only if the connection comes from a trusted proxy.
  return { protocol, hostname, forwardedFor: (ips?.length ?? 1) > 1 ? 'trusted' : 'ignored' };
}
