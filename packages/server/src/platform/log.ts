import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

/**
 * One line of JSON per event on standard error, so that standard output stays with people. Requests are logged by route, never
 * by address or body; what could still carry a secret is cut out by name.
 */
export const createLog = (level: string, to: DestinationStream = pino.destination({ dest: 2, sync: true })): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers', 'authorization', '*.authorization', 'password', '*.password', 'token', '*.token'],
      serializers: { err: errorFacts },
    },
    to,
  );

/** What an operator needs of an error. Drivers hang more on it, like the values of the row that clashed, which stays out. */
function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: errorFacts(error.cause) }),
  };
}
