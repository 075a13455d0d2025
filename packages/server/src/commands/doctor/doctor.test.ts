import { sql } from 'kysely';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeLastBackup } from '#server/backups/backups.repository.ts';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { writeJump } from '#server/platform/clock/clock-guard.repository.ts';
import { writeAuditKey, writeSessionKey } from '#server/platform/security/key-files.ts';
import { systemClock } from '#server/platform/clock/clock.ts';
import { claimInstallation } from '#server/start/settings.repository.ts';
import { databases } from '#server/testing/database/databases.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { openBucketServer } from '#server/testing/processes/bucket-server.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { createOperator, type Operator } from '#server/testing/processes/operator.ts';
import { openPortal, testKey } from '#server/testing/portal.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';
import type { Shell } from '../command.ts';
import { diagnose } from './doctor.ts';
import { createNetwork, type Network } from './network.ts';

/** Creates a call of the doctor in a folder. */
function createCall(folder: string, environment: Record<string, string>) {
  const shell: Shell = {
    environment,
    home: folder,
    cwd: folder,
    clock: systemClock,
    printResult: () => {},
    printNote: () => {},
    printProgress: () => {},
    readStandardInput: () => Promise.resolve(''),
  };
  return { args: [], options: {}, shell };
}

/** The answer of `/health/proxy` behind a proxy that sends all headers. */
const seenRequest = { protocol: 'https', hostname: 'portal.example.com', forwardedFor: 'trusted' };

/** A network in which all other machines answer correctly. */
const network: Network = {
  readAnswer: () =>
    Promise.resolve({
      status: 200,
      text: JSON.stringify(seenRequest),
      headers: new Headers({
        'strict-transport-security': 'max-age=1',
        'content-security-policy': "default-src 'self'",
      }),
    }),
  findAddresses: () => Promise.resolve(['192.0.2.1']),
  findTexts: (name) => Promise.resolve([name.startsWith('_dmarc.') ? 'v=DMARC1; p=reject' : 'v=spf1 mx -all']),
  findCertificateEnd: () => Promise.resolve(systemClock() + 90 * 86_400_000),
  checkSmtp: () => Promise.resolve(),
  compareTime: () => Promise.resolve(-1200),
};

const readChecks = (facts: unknown): Record<string, string> => {
  const { checks } = JSON.parse(JSON.stringify(facts));
  return Object.fromEntries(checks.map(({ name, is }: { name: string; is: string }) => [name, is]));
};

describe.each(databases)('the command "doctor" (%s)', (kind) => {
  test('the doctor makes at least 25 checks, and says for each fault what to do', async () => {
    const { folder, run, database } = await createOperator(kind);
    const firstRun = await run(['doctor', '--offline', '--json']);
    const { checks, faults } = JSON.parse(firstRun.out);
    expect(checks.length).toBeGreaterThanOrEqual(25);
    expect({ code: firstRun.code, faults }).toMatchObject({ code: 1 });
    for (const { is, text, next } of checks) {
      expect(text).not.toContain('The check failed');
      if (is === 'fault' || is === 'warning') expect(next).toMatch(/^[A-Z].{8}/);
    }
    expect(readChecks({ checks })).toMatchObject({
      'session-key': 'fault',
      administrators: 'fault',
      backup: 'warning',
      installation: 'warning',
      clock: 'ok',
      'mail-hold': 'ok',
      'public-name': 'skipped',
      start: 'ok',
      'audit-log': 'warning',
      'settings-file': 'skipped',
    });
    await mkdir(join(folder, 'keys'));
    await writeAuditKey(join(folder, 'keys/audit.pem'));
    await writeFile(join(folder, '.env'), 'METRICS_TOKEN=a-token-with-24-letters-\n', { mode: 0o644 });
    const backup = {
      at: 0,
      provenAt: systemClock(),
      file: join(folder, 'deleted.db'),
      bytes: 1,
      auditEntries: 1,
      licences: 1,
    };
    await database.transact((trx) => writeLastBackup(trx, backup));
    await run(['mail', 'hold']);
    await (await openPortal(database)).addUser({ login: 'root@portal.example', profileId: 1 });
    await writeJump(database.kysely, { id: 'jump', from: 0, to: 1000 });
    await tamperWithAudit(kind, database, "update audit set action = 'forged' where id = 1");
    const secondRun = await run(['doctor', '--offline', '--json']);
    expect(secondRun.out).toContain('The audit log is broken at entry 1.');
    expect(secondRun.out).toMatch(/A start would be refused\. The database .* is empty, but the keys/);
    expect(readChecks(JSON.parse(secondRun.out))).toMatchObject({
      start: 'fault',
      'audit-log': 'fault',
      'settings-file': 'fault',
      backup: 'warning',
      administrators: 'warning',
      clock: 'fault',
      'mail-hold': 'warning',
    });
  });
});

test('the checks of other machines pass if the machines answer, and fail for each machine that does not answer', async () => {
  const { folder, env } = await createOperator('SQLite');
  await mkdir(join(folder, 'keys'));
  await writeSessionKey(join(folder, 'keys/session.key'));
  await writeAuditKey(join(folder, 'keys/audit.pem'));
  const call = createCall(folder, {
    ...env,
    PUBLIC_URL: 'https://portal.example.com',
    SMTP_URL: 'smtp://mail.example.com',
  });
  const networkCheckNames = [
    'time-server',
    'public-name',
    'public-answer',
    'security-headers',
    'proxy-headers',
    'certificate',
    'mail-server',
    'sender-domains',
  ];
  const checksOfHealthyNetwork = readChecks((await diagnose(call, network)).facts);
  expect(networkCheckNames.map((name) => checksOfHealthyNetwork[name])).toEqual(networkCheckNames.map(() => 'ok'));
  const rejectCall = () => Promise.reject(new Error('no answer in time'));
  const silentNetwork = {
    readAnswer: rejectCall,
    findAddresses: rejectCall,
    findTexts: rejectCall,
    findCertificateEnd: rejectCall,
    checkSmtp: rejectCall,
    compareTime: rejectCall,
  };
  const silentOutcome = await diagnose(call, silentNetwork);
  expect(silentOutcome.lines.join('\n')).toMatch(
    /could not be asked(?:.|\n)*records could not be asked: SPF of .*, DMARC of /,
  );
  const rejectName = () => Promise.reject(Object.assign(new Error('queryTxt ENODATA'), { code: 'ENODATA' }));
  const emptyDns = await diagnose(call, { ...network, findAddresses: rejectName, findTexts: rejectName });
  expect(emptyDns.lines.join('\n')).toMatch(
    /portal\.example\.com has no address\.(?:.|\n)*Not found: SPF of .*, DMARC of /,
  );
  const checksOfSilentNetwork = readChecks(silentOutcome.facts);
  expect(networkCheckNames.map((name) => checksOfSilentNetwork[name])).toEqual([
    'skipped',
    'fault',
    'fault',
    'fault',
    'fault',
    'fault',
    'fault',
    'warning',
  ]);
  const networkWithWrongTime = { ...network, compareTime: () => Promise.resolve(400_000) };
  expect(readChecks((await diagnose(call, networkWithWrongTime)).facts)).toMatchObject({ 'time-server': 'fault' });
  const networkWithOldCertificate = {
    ...network,
    findCertificateEnd: () => Promise.resolve(systemClock() + 5 * 86_400_000),
  };
  expect(readChecks((await diagnose(call, networkWithOldCertificate)).facts)).toMatchObject({ certificate: 'warning' });
  for (const [wrongFields, next] of [
    [{ forwardedFor: 'absent' }, 'Let the proxy send it.'],
    [{ forwardedFor: 'ignored' }, 'Add the address of the proxy to TRUSTED_PROXIES'],
    [{ hostname: '127.0.0.1' }, 'Let the proxy send Host and X-Forwarded-Proto.'],
    [{ protocol: 'http' }, 'Let the proxy send Host and X-Forwarded-Proto.'],
  ] as const) {
    const text = JSON.stringify({ ...seenRequest, ...wrongFields });
    const readAnswer = async (url: string) => ({ ...(await network.readAnswer(url)), text });
    const { facts, lines } = await diagnose(call, { ...network, readAnswer });
    expect(readChecks(facts)).toMatchObject({ 'proxy-headers': 'fault' });
    expect(lines.join('\n')).toContain(next);
  }
  const httpCall = createCall(folder, { ...env, PUBLIC_URL: 'http://portal.example.com' });
  for (const [forwardedFor, verdict] of [
    ['absent', 'ok'],
    ['ignored', 'fault'],
    ['trusted', 'ok'],
  ] as const) {
    const text = JSON.stringify({ ...seenRequest, protocol: 'http', forwardedFor });
    const readAnswer = async (url: string) => ({ ...(await network.readAnswer(url)), text });
    const { facts } = await diagnose(httpCall, { ...network, readAnswer });
    expect(readChecks(facts), forwardedFor).toMatchObject({ 'proxy-headers': verdict });
  }
});

test('the doctor says what is wrong when there is no database', async () => {
  const cwd = await createFolder();
  const { code, error } = await runCommand(['doctor', '--offline'], { cwd, env: { DATA_DIR: cwd } });
  expect(code).toBe(1);
  expect(error).toMatch(/FAULT {4}database: There is no database at .*\n +Start the portal once/);
});

test('the doctor searches the CRM with its credential, and says why the CRM cannot be used (T963)', async () => {
  const { folder, env } = await createOperator('SQLite');
  const crm = createServer(({ headers, url }, response) => {
    const isSearch = url?.startsWith('/accounts?keyword=&pageNumber=1&pageSize=1') === true;
    response.writeHead(headers.authorization === 'Bearer right' ? 200 : 401);
    response.end(isSearch ? '{"items":[],"total":0}' : '<html>"items"</html>');
  });
  await once(crm.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void crm.close());
  const address = crm.address();
  const crmUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const ask = async (otherEnv: Record<string, string>) => {
    const print = () => {};
    const shell: Shell = {
      environment: { ...env, ...otherEnv },
      home: folder,
      cwd: folder,
      clock: systemClock,
      printResult: print,
      printNote: print,
      printProgress: print,
      readStandardInput: () => Promise.resolve(''),
    };
    const { readAnswer } = createNetwork();
    const { facts, lines } = await diagnose({ args: [], options: {}, shell }, { ...network, readAnswer });
    return [readChecks(facts)['crm'], /The (?:answer of the )?CRM [^.]*\./.exec(lines.join('\n'))?.[0]];
  };
  const right = { CRM_AUTHORIZATION: 'Bearer right' };
  expect(await ask({})).toEqual(['skipped', undefined]);
  expect(await ask({ CRM_URL: `${crmUrl}/accounts`, ...right })).toEqual(['ok', undefined]);
  expect(await ask({ CRM_URL: `${crmUrl}/accounts` })).toEqual(['fault', 'The CRM answers with the status 401.']);
  const notAList = 'The answer of the CRM is not a list of accounts.';
  expect(await ask({ CRM_URL: `${crmUrl}/other`, ...right })).toEqual(['fault', notAList]);
  const [state, text] = await ask({ CRM_URL: 'http://127.0.0.1:9/accounts', ...right });
  expect([state, text]).toEqual(['fault', expect.stringContaining('The CRM could not be asked')]);
});

const httpsEnv = { PUBLIC_URL: 'https://portal.example.com' };
const unprotectedEnv = { HOST: '0.0.0.0', PUBLIC_URL: 'http://portal.example.com' };

/** What is wrong, and the check that names it. */
const plantedFaults: readonly {
  check: string;
  is: 'fault' | 'warning';
  otherEnv?: Record<string, string>;
  plant?: (operator: Operator) => Promise<unknown>;
}[] = [
  { check: 'data-folder', is: 'warning', plant: ({ folder }) => chmod(folder, 0o755) },
  { check: 'configuration-names', is: 'warning', otherEnv: { SMPT_URL: 'smtp://mail.example.com' } },
  { check: 'public-address', is: 'fault', otherEnv: unprotectedEnv },
  { check: 'trusted-proxies', is: 'warning', otherEnv: httpsEnv },
  { check: 'audit-key', is: 'fault', plant: ({ folder }) => writeFile(join(folder, 'keys/audit.pem'), 'no key') },
  { check: 'session-key', is: 'fault', plant: ({ folder }) => rm(join(folder, 'keys/session.key')) },
  {
    check: 'schema',
    is: 'fault',
    plant: ({ database }) =>
      sql`insert into migrations (name, checksum, applied_at) values ('9999-later', '', '')`.execute(database.kysely),
  },
  {
    check: 'installation',
    is: 'fault',
    plant: ({ database }) => database.transact((trx) => claimInstallation(trx, 'demo')),
  },
  {
    check: 'licence-key',
    is: 'fault',
    plant: ({ database }) => database.transact((trx) => insertSigningKey(trx, { ...testKey, at: 0 })),
  },
];

test.each(plantedFaults)('the doctor finds what was planted: $check', async ({ check, is, otherEnv, plant }) => {
  const operator = await createOperator('SQLite');
  await chmod(operator.folder, 0o700);
  await mkdir(join(operator.folder, 'keys'));
  await writeSessionKey(join(operator.folder, 'keys/session.key'));
  await writeAuditKey(join(operator.folder, 'keys/audit.pem'));
  const diagnosis = async (env: Record<string, string> = {}) =>
    readChecks(JSON.parse((await operator.run(['doctor', '--offline', '--json'], { otherEnv: env })).out));
  expect((await diagnosis())[check]).not.toBe(is);
  await plant?.(operator);
  expect((await diagnosis(otherEnv))[check]).toBe(is);
});

test('the doctor asks each bucket, and looks for the last backup there (T914)', async () => {
  const { folder, env, database } = await createOperator('SQLite');
  const server = await openBucketServer();
  const buckets = { BACKUP_DIR: 's3://portal/daily', FILES_S3_BUCKET: 'portal/releases' };
  const settings = { ...env, ...server.env, ...buckets };
  const file = 's3://portal/daily/portal-2026-03-10T12-00-00-000Z.db.zst';
  const at = systemClock();
  const backup = { at, provenAt: at, file, bytes: 1, auditEntries: 1, licences: 1 };
  await database.transact((trx) => writeLastBackup(trx, backup));
  const check = async (environment: Record<string, string>) => {
    const { facts, lines } = await diagnose(createCall(folder, environment), network);
    return { checks: readChecks(facts), text: lines.join('\n') };
  };
  const missing = await check(settings);
  expect(missing.checks).toMatchObject({ buckets: 'ok', backup: 'warning' });
  expect(missing.text).toContain('s3://portal/daily, s3://portal/releases');
  const storage = await openStorage('s3://portal/daily', { access: server.access, workFolder: folder });
  await writeFile(join(folder, 'part'), 'a backup');
  await storage.put(join(folder, 'part'), 'portal-2026-03-10T12-00-00-000Z.db.zst');
  expect((await check(settings)).checks).toMatchObject({ buckets: 'ok', backup: 'ok' });
  const wrong = await check({ ...settings, FILES_S3_BUCKET: 'no-such-bucket' });
  expect(wrong.checks).toMatchObject({ buckets: 'fault' });
  expect(wrong.text).toContain('has no bucket no-such-bucket. Create it');
  expect((await check({ ...env, BACKUP_DIR: folder })).checks).toMatchObject({ buckets: 'skipped' });
  const offline = await diagnose(createCall(folder, settings), null);
  expect(readChecks(offline.facts)).toMatchObject({ buckets: 'skipped', backup: 'skipped' });
});
