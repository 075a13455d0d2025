import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/**
 * Why a process is not ready: `status` is for programs, and `reason`, which contains no secrets, is for operators. Clients ask again after
 * `retryAfterSeconds`.
 */
export type NotReady = {
  status: 'draining' | 'database' | 'schema' | 'keys' | 'disk' | 'clock';
  reason: string;
  retryAfterSeconds: number;
};

/**
 * The response of `/health/proxy`: the protocol and the host name of the request, as the portal sees them behind a proxy. The response
 * contains no IP address, because anybody can send this request.
 */
export const seenRequestSchema = z.strictObject({
  protocol: z.string(),
  hostname: z.string(),
  /** Whether the request has a header `X-Forwarded-For`, and whether one of `TRUSTED_PROXIES` has sent it. */
  forwardedFor: z.enum(['absent', 'trusted', 'ignored']),
});
export type RequestSeenByPortal = z.infer<typeof seenRequestSchema>;

/**
 * Serves the health checks. `/health/live` shows that the process answers, and that its database is not silent, which a restart may cure. `/health/ready` and `/healthz` show whether the process can
 * serve users; if not, they return 503 with the first reason. `/health/proxy` returns how the portal sees the request; the command `portal
 * doctor` calls it.
 */
export function serveHealth(
  http: FastifyInstance,
  { findFault, isSilent }: { findFault: () => Promise<NotReady | null>; isSilent: () => boolean },
): void {
  http.get('/health/live', probe, (_, reply) => {
    if (!isSilent()) return { status: 'ok' };
    const reason = 'No statement has got an answer from the database for a minute. Restart this process.';
    return reply.code(503).send({ status: 'database', reason });
  });
  http.get('/health/proxy', probe, (request) => describeRequest(request));
  for (const url of ['/health/ready', '/healthz'])
    http.get(url, probe, async (_, reply) => {
      const fault = await findFault();
      if (fault === null) return { status: 'ok' };
      const { status, reason, retryAfterSeconds } = fault;
      return reply.code(503).header('retry-after', retryAfterSeconds).send({ status, reason });
    });
}

const probe = { config: { isProbe: true } } as const;

function describeRequest({ protocol, hostname, headers, ips }: FastifyRequest): RequestSeenByPortal {
  if (headers['x-forwarded-for'] === undefined) return { protocol, hostname, forwardedFor: 'absent' };
  // Fastify lists the addresses of the header after the address of the connection only if the connection comes from a trusted proxy.
  return { protocol, hostname, forwardedFor: (ips?.length ?? 1) > 1 ? 'trusted' : 'ignored' };
}
