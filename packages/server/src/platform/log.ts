import { pino, type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger } from 'pino';
export type { FastifyBaseLogger as Log } from 'fastify';
import { DatabaseBusy } from '../database/failures.ts';

/**
 * The only fields of a log entry besides level, time and message. The list names the allowed fields, because a list of forbidden names is
 * never complete (OWASP Logging Cheat Sheet, "Data to exclude"). `repo-checks/source-rules.ts` refuses code that logs other fields.
 */
const logFields: ReadonlySet<string> = new Set([
  'address',
  'attempt',
  'code',
  'err',
  'isLastAttempt',
  'job',
  'kind',
  'mailId',
  'method',
  'name',
  'pid',
  'reason',
  'reqId',
  'route',
  'seal',
  'status',
  'took',
]);

export const isLogField = (name: string): boolean => logFields.has(name);

/**
 * Creates the log: one line of JSON per event on standard error, because standard output is for people. A request is logged with its route,
 * never with its URL or body. Fields that are not in `logFields` are removed, and objects are removed even from listed fields.
 */
export function createLog(level: string, to: DestinationStream = createStandardError()): Logger {
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: pickKnownFields },
      serializers: { err: (error: unknown) => pickErrorFacts(error) },
    },
    to,
  );
  // The method `child` is wrapped, because Pino has no formatter for the fields of child logs. Child logs inherit it.
  // oxlint-disable-next-line typescript/unbound-method -- it is called below with the log as `this`
  const createChildLog: (this: Logger, fields: Bindings, options: ChildLoggerOptions) => Logger = log.child;
  return Object.assign(log, {
    child(this: Logger, fields: Bindings, options: ChildLoggerOptions = {}): Logger {
      return createChildLog.call(this, pickKnownFields(fields), options);
    },
  });
}

/**
 * Creates the destination of the log. If a line cannot be written, because the disk of the log is full or the reader of a pipe has ended, no
 * request fails: up to 1 MiB of lines waits, and is written as soon as there is space. Later lines are lost.
 */
function createStandardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: 1024 ** 2 });
  destination.on('error', () => {});
  return destination;
}

const pickKnownFields = (entry: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entry).filter(([name, value]) => isLogField(name) && (name === 'err' || !isObject(value))),
  );

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/**
 * Returns the parts of an error that an operator needs. Other data, such as the values of a conflicting row that a database driver adds,
 * are removed. A busy database is no fault of the program, and can fail hundreds of requests at once, so its entries have no stack.
 */
function pickErrorFacts(error: unknown, hasStack = !(error instanceof DatabaseBusy)): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    ...(hasStack && { stack: error.stack }),
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: pickErrorFacts(error.cause, hasStack) }),
  };
}
