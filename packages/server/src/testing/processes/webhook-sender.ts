import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { openDatabase } from '#server/database/database.ts';
import { createWebhookRunner } from '#server/features/integrations/webhooks/deliver-events.ts';
import { createPost } from '#server/features/integrations/webhooks/post-message.ts';
import { systemClock } from '#server/platform/clock/clock.ts';
import { createSeal, createSingleSealKey } from '#server/platform/security/seal.ts';

/**
 * A process that sends the events of webhooks, as a portal does, until it is killed. The arguments are the file or the URL of the database,
 * and the milliseconds by which its clock is ahead, so that the lease of a killed process has expired.
 */
// A killed process stores no compiled code at its end.
flushCompileCache();
const [where = '', aheadMs = '0'] = process.argv.slice(2);
const database = await openDatabase(where.startsWith('postgres') ? { url: where } : { file: where }, {
  patienceMs: 60_000,
  isWritable: true,
});
createWebhookRunner({
  database,
  clock: () => systemClock() + Number(aheadMs),
  seal: createSeal(createSingleSealKey(new Uint8Array(32))),
  queueLetter: () => Promise.reject(new Error('a killed process writes no e-mail')),
  log: pino({ level: 'silent' }),
  post: createPost({ allowsPrivate: true, publicUrl: 'http://localhost:3000' }),
}).start();
// The work in the background does not keep the process alive.
setInterval(() => {}, 1000);
