import { DatabaseBusy, DatabaseNotReady, DatabaseUnavailable, DiskFault } from '../failures.ts';

/**
 * Error codes (PostgreSQL, appendix A) after which the same transaction may succeed if it runs again: serialisation failure and deadlock.
 */
const retryableCodes = new Set(['40001', '40P01']);

/** Error codes of a full disk, and of an input or output error of the disk. */
const diskFaultCodes = new Set(['53100', '58030']);

/**
 * Error codes of a server that cannot serve this request now: a conflict that was not solved by repetition, lock not available, statement
 * cancelled by its time limit; too many connections, out of memory, a limit of the configuration; a role, a password or a database that does
 * not exist any more.
 */
const busyCodes = new Set([
  ...retryableCodes,
  '55P03',
  '57014',
  '53000',
  '53200',
  '53300',
  '53400',
  '28000',
  '28P01',
  '3D000',
]);

/**
 * Error codes of a server that cannot serve on this connection any more: a read-only server, as a former primary or a full managed database
 * is; a time limit that ended the session; a server that shuts down, starts, or has lost the database; connection lost; a server program
 * that failed.
 */
const lostConnectionCodes = new Set([
  '25006',
  '25P03',
  '25P04',
  '57000',
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '58000',
]);

/** Whether the connections to the server must be opened again, because the server behind the address may be another one now. */
export const mustReconnect = (error: unknown): boolean =>
  lostConnectionCodes.has(readCode(error)) || readCode(error).startsWith('08');

/** Whether the server, or the machine in its place, has answered. PostgreSQL's codes have five characters. */
export const isReply = (error: unknown): boolean =>
  /^[\dA-Z]{5}$/.test(readCode(error)) || ['ECONNREFUSED', 'ECONNRESET'].includes(readCode(error));

/** Whether the server did not answer in time. A full pool of this process is not silence of the server. */
export const isSilence = (error: unknown): boolean =>
  readCode(error) === 'ETIMEDOUT' ||
  (error instanceof Error && error.message.includes('terminated due to connection timeout'));

const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

export const isRetryable = (error: unknown): boolean =>
  retryableCodes.has(readCode(error instanceof DatabaseBusy ? error.cause : error));

/** Whether the server, or the limit of the role or of the database, has no connection left. */
export const isOutOfConnections = (error: unknown): boolean => readCode(error) === '53300';

/** Whether a pooler in front of the server refuses the time limits of a session. */
const isPoolerRefusal = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('unsupported startup parameter');

/** Whether another host of the same installation may serve. A full pool of this process says nothing about the host. */
export const isHostFault = (error: unknown): boolean =>
  connectionErrorCodes.has(readCode(error)) || isSilence(error) || mustReconnect(error);

/** Translates an error of the library pg while the portal runs: to `DatabaseBusy` if waiting may help, else to the error itself. */
export function translateError(error: unknown): unknown {
  if (diskFaultCodes.has(readCode(error)))
    return new DiskFault('The disk of PostgreSQL is full or failing.', { cause: error });
  if (readCode(error) === '25006') return new DatabaseBusy('PostgreSQL is read-only.', { cause: error });
  if (busyCodes.has(readCode(error)) || mustReconnect(error) || isConnectionError(error))
    return new DatabaseBusy('PostgreSQL did not answer in time.', { cause: error });
  return error;
}

/** Translates an error at the start of the portal to a message for the operator, which contains the address without its password. */
export function createUnavailableError(error: unknown, addresses: readonly string[]): Error {
  if (error instanceof DatabaseUnavailable) return error;
  const cause = error instanceof DatabaseBusy ? (error.cause ?? error) : error;
  const message = describeError(
    cause,
    addresses.map((address) => new URL(address)),
  );
  const isLate =
    !isPoolerRefusal(cause) && (isConnectionError(cause) || mustReconnect(cause) || isOutOfConnections(cause));
  return isLate ? new DatabaseNotReady(message, { cause }) : new DatabaseUnavailable(message, { cause });
}

function describeError(error: unknown, urls: readonly URL[]): string {
  const host = urls.map((url) => url.host).join(' or ');
  const [{ username, pathname } = { username: '', pathname: '' }] = urls;
  const code = readCode(error);
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  if (isConnectionError(error)) return `No PostgreSQL server answers at ${host}. Start it, or correct DATABASE_URL.`;
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${host} does not accept ${decodeURIComponent(username)}. Correct the name or the password in DATABASE_URL.`;
  if (code === '3D000') return `PostgreSQL at ${host} has no database ${database}. Create it: createdb ${database}`;
  if (code === '42501')
    return `The user of DATABASE_URL lacks a right on ${database}. Make it the owner of the database.`;
  if (code === '53300')
    return `PostgreSQL at ${host} has no connection left. Raise its max_connections or the limit of the role, or lower DATABASE_CONNECTIONS.`;
  if (isPoolerRefusal(error))
    return `The pooler at ${host} refuses the time limits of a session. Set in PgBouncer: ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout`;
  if (code === '25006')
    return `PostgreSQL at ${host} is read-only. Give DATABASE_URL the address of the primary server.`;
  if (code === '57P03') return `PostgreSQL at ${host} is still starting. Try again in a moment.`;
  return `PostgreSQL at ${host} cannot be used: ${error instanceof Error ? error.message : String(error)}.`;
}

/** Some errors of pg have only a message: the time limit or the end of its pool, and a connection that ended during a query or before the next one. */
const isConnectionError = (error: unknown): boolean =>
  connectionErrorCodes.has(readCode(error)) ||
  (error instanceof Error &&
    /timeout exceeded when trying to connect|Cannot use a pool after calling end|Connection terminated|connection error and is not queryable/.test(
      error.message,
    ));

function readCode(error: unknown): string {
  if (error instanceof AggregateError) return readCode(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
