/**
 * Measures whether the times of requests after a forgotten password show if the address has an account: `node bench/after-forgot.ts [pairs]
 * [watch ms] [smtp]`. Sends `POST /auth/forgot-password` in turn for existing and invented addresses. After each of these calls, measures
 * one `GET /health/ready` through the same socket, or as many as fit into `watch ms` milliseconds. Prints how often the slowest request
 * after an existing address was slower than after an invented address (AUC): 0.50 means that the times do not show whether an account
 * exists. With `smtp`, e-mails go to a mail server in this process.
 */
import { apiBase } from '@basics/contract/calls/limits.ts';
import { session } from '@basics/contract/session/session.ts';
import { openDatabase } from '@basics/server/database/database.ts';
import { migrate } from '@basics/server/database/migrate.ts';
import { startResetWorker } from '@basics/server/features/session/passwords/reset-worker.ts';
import { createMail } from '@basics/server/mail/delivery/create-mail.ts';
import { createLog } from '@basics/server/platform/log.ts';
import { listenForMail } from '@basics/server/testing/mail/mail-server.ts';
import { openPortal, testSeal } from '@basics/server/testing/portal.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareTimes, median } from './median.ts';

const pairCount = Number(process.argv[2] ?? 300);
const watchMs = Number(process.argv[3] ?? 0);
const hasSmtp = process.argv[4] === 'smtp';

const folder = await mkdtemp(join(tmpdir(), 'basics-bench-'));
const database = await openDatabase({ file: join(folder, 'bench.db') });
await migrate(database, Date.now);
let mailCount = 0;
const server = hasSmtp ? await listenForMail(() => (mailCount += 1)) : null;
const log = createLog('warn');
const clock = Date.now;
const services = { database, clock, randomBytes, seal: testSeal, log };
const config = { publicUrl: 'http://127.0.0.1:3000', smtpUrl: server?.url ?? null, mailFrom: null };
const mail = createMail({ ...services, config });
const { trustedProxies, ...others } = { trustedProxies: ['127.0.0.1'], crmUrl: null, demo: false, pocUrl: null };
const portal = await openPortal(database, { mail, clock, config: { ...others, ...config, trustedProxies } });
for (let index = 0; index < pairCount; index += 1) await portal.addUser({ login: `known${index}@bench.example` });
const portalUrl = await portal.http.listen({ host: '127.0.0.1', port: 0 });
mail.start();
const resetWorker = startResetWorker({ ...services, queueLetter: mail.queueLetter });

const waitTimes: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
for (let index = 0; index < pairCount; index += 1)
  for (const addressKind of index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
    waitTimes[addressKind].push(
      await measureSlowestRequest(`${addressKind}${index}@bench.example`, `10.0.${index >> 8}.${index & 255}`),
    );

const auc = compareTimes(waitTimes.known, waitTimes.unknown);
const resultParts = [`${pairCount} pairs`, watchMs === 0 ? 'next request' : `slowest request in ${watchMs} ms`];
if (hasSmtp) resultParts.push(`${mailCount} e-mails received`);
process.stdout.write(
  `${resultParts.join(', ')}: known ${median(waitTimes.known).toFixed(2)} ms, unknown ${median(waitTimes.unknown).toFixed(2)} ms, AUC ${auc.toFixed(3)}\n`,
);

await resetWorker.stop();
await mail.stop();
await portal.close();
await server?.close();
await database.close();
await rm(folder, { recursive: true });

/**
 * Returns the milliseconds of the slowest request after `POST /auth/forgot-password` for the given address. The call comes from the IP
 * address `network`.
 */
async function measureSlowestRequest(email: string, network: string): Promise<number> {
  const { status } = await fetch(portalUrl + apiBase + session.forgotPassword.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify({ email }),
  });
  if (status !== 200) throw new Error(`forgot-password answered ${status}`);
  const endTime = performance.now() + watchMs;
  let slowestMs = 0;
  do {
    const startTime = performance.now();
    await (await fetch(`${portalUrl}/health/ready`)).text();
    slowestMs = Math.max(slowestMs, performance.now() - startTime);
  } while (performance.now() < endTime);
  return slowestMs;
}
