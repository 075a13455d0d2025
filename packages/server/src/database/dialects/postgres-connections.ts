import { setTimeout as wait } from 'node:timers/promises';
import { Pool, type PoolClient, type PoolConfig, type Submittable } from 'pg';
import { isHostFault, isOutOfConnections, isSilence, mustReconnect, isReply } from './postgres-errors.ts';

/** The statement that ends the time limits of a transaction, for migrations and the wait for them. */
export const unlimitedStatements = 'set local statement_timeout = 0';

/** Time limits in milliseconds: for a statement, for a statement of a migration, for the end of all connections, and for silence. */
type Limits = { statementMs: number; migrationMs: number; closeMs: number; silenceMs: number };

/**
 * Opens a pool whose connections do not wait for ever for a server that has stopped, or behind a network that drops packets: only this
 * process can notice that, because such a server does not enforce its own time limits. After a statement without an answer, and after an
 * error of a server that cannot serve now, the pool replaces all connections that were opened before.
 */
export function openConnections(addresses: readonly string[], config: PoolConfig, limits: Limits) {
  const hosts = takeTurns(addresses);
  const pool = new Pool({ ...config, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
  const openedAt = new Map<PoolClient, number>();
  const silence = watchSilence(limits.silenceMs);
  const size = watchSize(pool);
  let replacedAt = Number.NEGATIVE_INFINITY;

  const replaceAll = (): void => {
    replacedAt = performance.now();
    hosts.leave(hosts.current());
  };

  const isFresh = (client: PoolClient): boolean => (openedAt.get(client) ?? 0) > replacedAt;

  function noteOutcome(error: unknown, since: number): void {
    if (isSilence(error)) silence.begin(since);
    else if (isReply(error)) silence.end();
    if (mustReconnect(error)) replaceAll();
  }

  function limitStatements(client: PoolClient): void {
    openedAt.set(client, performance.now());
    // Without a listener, an error event would end the process, both for an idle connection and for one in a transaction.
    client.on('error', () => {});
    limitQueries(client, limits, {
      onTimeOut(since) {
        silence.begin(since);
        replaceAll();
        destroy(client);
      },
      onReply: () => silence.end(),
      onError: noteOutcome,
    });
  }

  /** Ends all connections, also those whose server does not answer. */
  async function end(): Promise<void> {
    const timer = setTimeout(() => [...openedAt.keys()].forEach(destroy), limits.closeMs);
    await pool.end();
    clearTimeout(timer);
  }

  pool.on('error', () => {});
  pool.on('connect', limitStatements);
  pool.on('remove', (client) => openedAt.delete(client));
  return {
    pool: { connect: () => connect(pool, hosts, { isFresh, noteOutcome, size }), end, options: pool.options },
    replaceAll,
    isSilent: () => silence.isLong(),
    count: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** Destroys the socket of a connection. Its statement fails, and the pool removes the connection. */
export const destroy = (client: PoolClient): void => void client.connection.stream.destroy();

/** Stores in memory since when the server has answered no statement, and has not refused a connection either. */
function watchSilence(limitMs: number) {
  let silentSince: number | null = null;
  return {
    begin(since: number): void {
      silentSince ??= since;
    },
    end(): void {
      silentSince = null;
    },
    isLong: (): boolean => silentSince !== null && performance.now() - silentSince > limitMs,
  };
}

type QueryEvents = {
  /** `since` is when the statement began, on the monotonic clock. */
  onTimeOut: (since: number) => void;
  onReply: () => void;
  onError: (error: unknown, since: number) => void;
};

/** Limits the time of each statement of a connection. A statement that was sent before the answer to another one begins with that answer. */
function limitQueries(client: PoolClient, limits: Limits, { onTimeOut, onReply, onError }: QueryEvents): void {
  const query = client.query.bind(client);
  let limitMs = limits.statementMs;
  let unansweredCount = 0;
  let timer: NodeJS.Timeout | undefined;
  function limitNext(): void {
    clearTimeout(timer);
    const since = performance.now();
    if (unansweredCount > 0) timer = setTimeout(() => onTimeOut(since), limitMs);
  }
  async function runLimited(statement: string, values: unknown[]) {
    if (statement === unlimitedStatements) limitMs = limits.migrationMs;
    else if (statement === 'commit' || statement === 'rollback') limitMs = limits.statementMs;
    const since = performance.now();
    unansweredCount += 1;
    if (unansweredCount === 1) limitNext();
    try {
      const result = await query(statement, values);
      onReply();
      return result;
    } catch (error) {
      onError(error, since);
      throw error;
    } finally {
      unansweredCount -= 1;
      limitNext();
    }
  }
  // A stream of COPY has a limit of its own, for the wait for its next rows.
  Object.assign(client, {
    query: (statement: string | Submittable, values: unknown[]) =>
      typeof statement === 'string' ? runLimited(statement, values) : query(statement),
  });
}

/** The addresses of an installation with several hosts. The next address is used after a fault of the current one. */
function takeTurns(addresses: readonly string[]) {
  let index = 0;
  const current = (): string => addresses[index] ?? '';
  return {
    count: addresses.length,
    current,
    /** Several connections can fail at the same time, so an address is left only while it is the current one. */
    leave(address: string): void {
      if (current() === address) index = (index + 1) % addresses.length;
    },
  };
}

/** How long the pool stays small after the server had no connection left, in milliseconds. */
const smallPoolMs = 10_000;

/** Makes the pool as small as the connections that it has, while the server has none left: then requests wait for one of these. */
function watchSize(pool: Pool) {
  const { max, connectionTimeoutMillis: patienceMs = 0 } = pool.options;
  let smallUntil = Number.NEGATIVE_INFINITY;
  return {
    adapt(): void {
      if (performance.now() >= smallUntil) pool.options.max = max;
    },
    /** Makes the pool small. Returns false if the request has waited as long as it may. */
    async shrink(requestedAt: number): Promise<boolean> {
      smallUntil = performance.now() + smallPoolMs;
      pool.options.max = Math.max(1, pool.totalCount);
      if (pool.totalCount === 0) await wait(patienceMs / 20);
      return performance.now() - requestedAt < patienceMs;
    },
  };
}

type Hosts = ReturnType<typeof takeTurns>;
type ConnectionState = {
  isFresh: (client: PoolClient) => boolean;
  noteOutcome: (error: unknown, since: number) => void;
  size: ReturnType<typeof watchSize>;
};

/** Gets a connection that was not replaced. Of several hosts, each is tried once until one answers and can be written. */
async function connect(pool: Pool, hosts: Hosts, { isFresh, noteOutcome, size }: ConnectionState): Promise<PoolClient> {
  const requestedAt = performance.now();
  for (let hostsLeft = hosts.count - 1; ;) {
    const since = performance.now();
    size.adapt();
    const host = hosts.current();
    pool.options.connectionString = host;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one host after the other
      const client = await pool.connect();
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (isFresh(client) && (hosts.count === 1 || hostsLeft === 0 || (await isPrimary(client)))) return client;
      if (isFresh(client)) {
        hosts.leave(host);
        hostsLeft -= 1;
      }
      destroy(client);
      client.release(true);
    } catch (error) {
      noteOutcome(error, since);
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (isOutOfConnections(error) && (await size.shrink(requestedAt))) continue;
      if (isHostFault(error)) hosts.leave(host);
      if (hostsLeft === 0 || !isHostFault(error)) throw error;
      hostsLeft -= 1;
    }
  }
}

/** Whether the server of a connection can be written. A server that does not answer is left for another host too. */
async function isPrimary(client: PoolClient): Promise<boolean> {
  if (primaries.has(client)) return true;
  const answer = await client
    .query<{ state: string }>(`select current_setting('transaction_read_only') as state`)
    .catch(() => null);
  if (answer?.rows[0]?.state !== 'off') return false;
  primaries.add(client);
  return true;
}

/** The connections whose server could be written when they were opened. */
const primaries = new WeakSet<PoolClient>();
