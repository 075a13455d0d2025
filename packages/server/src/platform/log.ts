import { pino } from 'pino';
import type { Logger } from 'pino';

/**
 * One line of JSON per event on standard error, so that standard output stays with people. Requests are logged by route, never
 * by address or body; what could still carry a secret is cut out by name.
 */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers', 'authorization', '*.authorization', 'password', '*.password', 'token', '*.token'],
    },
    pino.destination({ dest: 2, sync: true }),
  );
