import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
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

/** How the health checks find out what they answer. */
type HealthSources = {
  findFault: () => Promise<NotReady | null>;
  /** Rejects while the database cannot be used. */
  requireDatabase: () => Promise<void>;
  isSilent: () => boolean;
};

/**
 * Serves the health checks. `/health/live` shows that the process answers, and that its database is not silent, which a restart may cure. `/health/ready` and `/healthz` show whether the process can
 * serve users; if not, they return 503 with the first reason. `/health/proxy` returns how the portal sees the request; the command `portal
 * doctor` calls it.
 */
export function serveHealth(http: FastifyInstance, { findFault, requireDatabase, isSilent }: HealthSources): void {
  const findFaultPatiently = waitForDatabase({ findFault, requireDatabase });
  http.get('/health/live', probe, (_, reply) => {
    if (!isSilent()) return { status: 'ok' };
    const reason = 'No statement has got an answer from the database for a minute. Restart this process.';
    return reply.code(503).send({ status: 'database', reason });
  });
  http.get('/health/proxy', probe, (request) => describeRequest(request));
  for (const url of ['/health/ready', '/healthz'])
    http.get(url, probe, async (request, reply) => {
      const fault = await (request.headers.prefer === 'wait=1' ? findFaultPatiently() : findFault());
      if (fault === null) return { status: 'ok' };
      const { status, reason, retryAfterSeconds } = fault;
      return reply.code(503).header('retry-after', retryAfterSeconds).send({ status, reason });
    });
}

/** How long an answer waits for the database, and the pause between two looks at it, in milliseconds. */
const longestWaitMs = 1000;
const lookPauseMs = 250;

/**
 * A page that waits for the database asks with `Prefer: wait=1` (RFC 7240, 4.3): its answer waits up to a second for the database. The wait
 * is a part of the time after which the page asks again. So the page still asks every 5 seconds, but sees a database that is back after at
 * most 4 seconds and one look. All waiting requests of a process share the looks at the database.
 */
function waitForDatabase({ findFault, requireDatabase }: Pick<HealthSources, 'findFault' | 'requireDatabase'>) {
  let nextLook: Promise<boolean> | undefined;

  async function look(): Promise<boolean> {
    await wait(lookPauseMs);
    nextLook = undefined;
    return requireDatabase().then(
      () => true,
      () => false,
    );
  }

  return async (): Promise<NotReady | null> => {
    const since = performance.now();
    let fault = await findFault();
    while (fault?.status === 'database' && performance.now() - since < longestWaitMs)
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      if (await (nextLook ??= look())) fault = await findFault();
    if (fault?.status !== 'database') return fault;
    const waitedSeconds = (performance.now() - since) / 1000;
    return { ...fault, retryAfterSeconds: Math.max(1, Math.ceil(fault.retryAfterSeconds - waitedSeconds)) };
  };
}

const probe = { config: { isProbe: true } } as const;

function describeRequest({ protocol, hostname, headers, ips }: FastifyRequest): RequestSeenByPortal {
  if (headers['x-forwarded-for'] === undefined) return { protocol, hostname, forwardedFor: 'absent' };
  // Fastify lists the addresses of the header after the address of the connection only if the connection comes from a trusted proxy.
  return { protocol, hostname, forwardedFor: (ips?.length ?? 1) > 1 ? 'trusted' : 'ignored' };
}
