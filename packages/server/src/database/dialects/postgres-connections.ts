import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { isHostFault, isSilence, mustReconnect, isReply } from './postgres-errors.ts';

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
  const pool = new Pool({
    ...config,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(addresses.length > 1 && { verify: refuseReadOnly }),
  });
  const openedAt = new Map<PoolClient, number>();
  const silence = watchSilence(limits.silenceMs);
  let replacedAt = Number.NEGATIVE_INFINITY;

  const replaceAll = (): void => {
    replacedAt = performance.now();
    hosts.leave(hosts.current());
  };

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

  async function connect(): Promise<PoolClient> {
    for (let hostsLeft = addresses.length - 1; ;) {
      const since = performance.now();
      const host = hosts.current();
      pool.options.connectionString = host;
      try {
        // oxlint-disable-next-line no-await-in-loop -- until a connection is not one of the replaced ones
        const client = await pool.connect();
        if ((openedAt.get(client) ?? 0) > replacedAt) return client;
        destroy(client);
        client.release(true);
      } catch (error) {
        noteOutcome(error, since);
        if (isHostFault(error)) hosts.leave(host);
        if (hostsLeft === 0 || !isHostFault(error)) throw error;
        hostsLeft -= 1;
      }
    }
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
    pool: { connect, end, options: pool.options },
    replaceAll,
    isSilent: () => silence.isLong(),
    count: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** Destroys the socket of a connection. Its statement fails, and the pool removes the connection. */
const destroy = (client: PoolClient): void => void client.connection.stream.destroy();

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
  /** `since` is when the statement was sent, on the monotonic clock. */
  onTimeOut: (since: number) => void;
  onReply: () => void;
  onError: (error: unknown, since: number) => void;
};

/** Limits the time of each statement of a connection. */
function limitQueries(client: PoolClient, limits: Limits, { onTimeOut, onReply, onError }: QueryEvents): void {
  const query = client.query.bind(client);
  let limitMs = limits.statementMs;
  Object.assign(client, {
    async query(statement: string, values: unknown[]) {
      if (statement === unlimitedStatements) limitMs = limits.migrationMs;
      else if (statement === 'commit' || statement === 'rollback') limitMs = limits.statementMs;
      const since = performance.now();
      const timer = setTimeout(() => onTimeOut(since), limitMs);
      try {
        const result = await query(statement, values);
        onReply();
        return result;
      } catch (error) {
        onError(error, since);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  });
}

/** The addresses of an installation with several hosts. The next address is used after a fault of the current one. */
function takeTurns(addresses: readonly string[]) {
  let index = 0;
  const current = (): string => addresses[index] ?? '';
  return {
    current,
    /** Several connections can fail at the same time, so an address is left only while it is the current one. */
    leave(address: string): void {
      if (current() === address) index = (index + 1) % addresses.length;
    },
  };
}

/** Refuses a new connection to a server that cannot be written: of several hosts, only the primary can. */
function refuseReadOnly(client: PoolClient, done: (error?: Error) => void): void {
  client.query<{ transaction_read_only: string }>('show transaction_read_only').then(
    ({ rows }) =>
      rows[0]?.transaction_read_only === 'on'
        ? done(Object.assign(new Error('PostgreSQL is read-only.'), { code: '25006' }))
        : done(),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}
