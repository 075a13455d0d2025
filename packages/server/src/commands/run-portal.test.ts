import { mkdtemp, rm, writeFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { isMailHeld } from '#server/mail/outbox.repository.ts';
import { sealAudit } from '#server/jobs/seal-audit.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { extendChain } from '#server/platform/audit/extend-chain.ts';
import { openSealFile } from '#server/platform/audit/audit-seal.ts';
import { noon } from '#server/testing/portal.ts';
import { findClockRecord, writeJump } from '#server/platform/clock/clock-guard.repository.ts';
import { readAuditKey, writeAuditKey } from '#server/platform/security/key-files.ts';
import { createTestLocation } from '#server/testing/database/databases.ts';
import { createRefusingBehaviour, openMailServer } from '#server/testing/mail/smtp.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';

/** Runs the command `portal` on this data folder. */
const runOn = (dataDir: string, ...args: string[]) => runCommand(args, { cwd: dataDir, env: { DATA_DIR: dataDir } });

/** Creates a data folder with a database that contains three audit entries. */
async function createDataFolder(): Promise<string> {
  const location = await createTestLocation('SQLite');
  if (!('file' in location)) throw new Error('an embedded database is a file');
  const folder = await mkdtemp(join(dirname(location.file), 'data-'));
  await writeAuditKey(join(folder, 'keys/audit.pem'));
  const file = join(folder, 'portal.db');
  await rename(location.file, file);
  const database = await openDatabase({ file });
  const subject = { kind: 'tool', id: 1 } as const;
  for (let at = 1; at <= 3; at += 1)
    await database.transact((trx) =>
      recordAudit(trx, { at, actorId: null, requestId: null, action: 'tool.update', subject }),
    );
  await extendChain(database);
  await database.close();
  return folder;
}

test('the command "audit verify" reports an intact chain, and accepts the hash of the previous run (T241)', async () => {
  const folder = await createDataFolder();
  const firstRun = await runOn(folder, 'audit', 'verify');
  expect({ code: firstRun.code, error: firstRun.error }).toEqual({ code: 0, error: '' });
  expect(firstRun.out).toContain('The audit log is intact. Verified entries: 3.\n');
  const printedHash = /[0-9a-f]{64}/.exec(firstRun.out)?.[0] ?? '';
  const results = await Promise.all(
    [printedHash, 'ab'.repeat(32)].map((hash) => runOn(folder, 'audit', 'verify', hash)),
  );
  expect(results.map(({ code }) => code)).toEqual([0, 1]);
});

test('the command "audit verify" names the changed entry and exits with 1', async () => {
  const folder = await createDataFolder();
  const database = await openDatabase({ file: join(folder, 'portal.db') });
  await tamperWithAudit('SQLite', database, "update audit set action = 'thing.view' where id = 2");
  await database.close();
  const { code, error } = await runOn(folder, 'audit', 'verify');
  expect({ code, error }).toEqual({ code: 1, error: 'The audit log is broken at entry 2. The entry was changed.\n' });
});

test('the command "audit verify" detects a rewritten or shortened audit log by the seals in the seal file, in a log and in a licence file (T240)', async () => {
  const folder = await createDataFolder();
  const database = await openDatabase({ file: join(folder, 'portal.db') });
  const keyFile = join(folder, 'keys/audit.pem');
  const logLines: string[] = [];
  await sealAudit({
    database,
    clock: () => noon,
    queueLetter: () => Promise.resolve(),
    signer: await readAuditKey(keyFile),
    sealFile: openSealFile(keyFile),
    log: { info: ({ seal }: { seal: string }) => void logLines.push(`{"seal":"${seal}"}`) },
  });
  expect((await runOn(folder, 'audit', 'verify')).out).toContain('Seals and licences that were compared: 2.');
  const portalLog = join(folder, 'portal.log');
  await writeFile(portalLog, logLines.join('\n'));
  const licencePath = join(folder, 'PC-7.lic');
  const payload = Buffer.from(JSON.stringify({ lid: '0123456789abcdef', audit: 'ab'.repeat(32) })).toString('base64');
  await writeFile(licencePath, `BASICS LICENCE FILE v1\nkey: x\npayload: ${payload}\nsignature: x\n`);
  expect((await runOn(folder, 'audit', 'verify', portalLog)).code).toBe(0);
  expect((await runOn(folder, 'audit', 'verify', licencePath)).error).toContain(
    'the licence 0123456789abcdef is not in it',
  );

  // The test does what an attacker would do: removes the last entry and all seals, and makes the entry before the last one the head of the
  // chain.
  await tamperWithAudit(
    'SQLite',
    database,
    'delete from audit_seals',
    'update audit_head set hash = (select previous_hash from audit_chain where audit_id = 3)',
    'delete from audit_chain where audit_id = 3',
    'delete from audit where id = 3',
  );
  await database.close();
  const verificationOfShortenedLog = await runOn(folder, 'audit', 'verify');
  expect(verificationOfShortenedLog).toMatchObject({
    code: 1,
    error: expect.stringContaining('(entry 3) is not in it'),
  });
  await rm(join(folder, 'keys/audit.seal'));
  expect((await runOn(folder, 'audit', 'verify')).code, 'nothing outside of the database is left').toBe(0);
  expect((await runOn(folder, 'audit', 'verify', portalLog)).error).toContain('(entry 3) is not in it');
});

test('the command "audit verify" does not create a missing database', async () => {
  const folder = await mkdtemp(join(inject('testFolder'), 'empty-'));
  const { code, error } = await runOn(folder, 'audit', 'verify');
  expect(code).toBe(1);
  expect(error).toContain('There is no database at');
});

test('the commands "mail hold" and "mail release" print their effect, and write an audit entry', async () => {
  const folder = await createDataFolder();
  const readHoldState = async () => {
    const database = await openDatabase({ file: join(folder, 'portal.db') });
    const isHeld = await isMailHeld(database.kysely);
    await database.close();
    return isHeld;
  };
  expect((await runOn(folder, 'mail', 'hold')).out).toBe('E-mail is paused. E-mails wait in the outbox.\n');
  expect(await readHoldState()).toBe(true);
  expect((await runOn(folder, 'mail', 'release')).code).toBe(0);
  expect(await readHoldState()).toBe(false);
  // Only a running portal adds entries to the chain.
  const { out } = await runOn(folder, 'audit', 'verify');
  expect(out).toContain('Verified entries: 3.');
  expect(out).toContain('nothing proves them: 2,');
});

test('the command "mail test" sends one e-mail past the outbox, or says what the mail server answers and what to do', async () => {
  const folder = await createDataFolder();
  const send = (address: string, url: string) =>
    runCommand(['mail', 'test', address], { cwd: folder, env: { DATA_DIR: folder, SMTP_URL: url } });
  const server = await openMailServer();
  expect(await send('ada@customer.example', server.url)).toMatchObject({ code: 0, error: '' });
  expect(server.receivedMails.map(({ to }) => to)).toEqual([['ada@customer.example']]);
  const refusingServer = await openMailServer(createRefusingBehaviour(550));
  const refusal = await send('ada@customer.example', refusingServer.url);
  expect(refusal.code).toBe(1);
  expect(refusal.error).toMatch(/^Not sent: .*No such mailbox here.*\nLet the mail server accept/);
  expect((await send('nobody', server.url)).code).toBe(2);
  expect((await send('ada@customer.example', '')).error).toContain('SMTP_URL is not set');
});

test('the command "clock accept" accepts the time of this machine once, and writes an audit entry', async () => {
  const folder = await createDataFolder();
  const database = await openDatabase({ file: join(folder, 'portal.db') });
  await writeJump(database.kysely, { id: 'jump', from: 0, to: 1000 });
  const firstRun = await runOn(folder, 'clock', 'accept');
  expect({ code: firstRun.code, error: firstRun.error }).toEqual({ code: 0, error: '' });
  expect(firstRun.out).toMatch(/^20\S+Z is accepted\. Paused jobs run again within a minute\.\n$/);
  const at = Date.parse(firstRun.out.slice(0, 24));
  expect(await findClockRecord(database.kysely)).toMatchObject({ jump: null, latestTime: at, acceptance: { at } });
  const actions = await database.kysely.selectFrom('audit').select('action').orderBy('id', 'desc').limit(1).execute();
  expect(actions).toEqual([{ action: 'clock.accept' }]);
  expect((await runOn(folder, 'clock', 'accept')).out).toBe('The clock has not jumped. There is nothing to accept.\n');
  await database.close();
});
