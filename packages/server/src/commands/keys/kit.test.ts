import { graceDaysOfCode } from '@basics/licensing/licence.ts';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPublishedKeys } from '#server/features/signing-keys/key-report.ts';
import { days } from '#server/platform/clock/clock.ts';
import { databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { noon } from '#server/testing/portal.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';
import { createStoppedPortal } from '#server/testing/processes/stopped-portal.ts';

const passphraseInput = { 'passphrase-file': '-', input: 'correct horse battery\n' };
const clock = () => noon;
const laterClock = () => noon + days(20);

test.each(databases)(
  'an emergency kit issues a licence without portal and database, the licence is imported into %s, and only the key of the kit can be revoked (T236)',
  async (kind) => {
    const { folder, run, database } = await createStoppedPortal(kind);
    const { input } = passphraseInput;
    const limits = ['--licences', '2', '--days', '14', '--until', '2026-06-30'];
    const createRun = await run(['kit', 'create', 'a.kit', ...limits, '--passphrase-file', '-'], {
      clock,
      input,
    });
    expect(createRun, createRun.error).toMatchObject({ code: 0 });
    const { keyId } = await database.kysely.selectFrom('emergencyKits').select('keyId').executeTakeFirstOrThrow();
    expect((await stat(join(folder, 'a.kit'))).mode & 0o777).toBe(0o600);
    // The key of the kit is published as retired: tools accept it like a former key of the portal (docs/licence-format.md).
    expect(await listPublishedKeys(database.kysely)).toContainEqual(
      expect.objectContaining({ kid: keyId, status: 'retired' }),
    );

    await writeFile(
      join(folder, 'code.bvr'),
      createCode(createMachine('CAD-7', { 'smbios-uuid': '4c4c4544-0042-4610-8051-b9c04f4e3332' })),
    );
    const issueArgs = ['kit', 'issue', 'a.kit', '--code', 'code.bvr', '--user', 'CAD@customer.example', '--by', 'Nora'];
    // The command runs in another data folder with an empty environment, so it has no configuration and no database.
    const issueRun = await runCommand([...issueArgs, '--passphrase-file', '-', '--out', 'x.lic'], {
      cwd: folder,
      env: { DATA_DIR: join(folder, 'none') },
      clock: laterClock,
      input,
    });
    expect(issueRun, issueRun.error).toMatchObject({ code: 0, error: expect.stringContaining('may issue 1 more') });
    const [code] = issueRun.out.split('\n');
    expect((await run(['verify-licence', 'x.lic'], { clock: laterClock })).error).toContain('genuine');

    const importArgs = ['kit', 'import', 'a.kit', '--by', 'root@portal.example', '--passphrase-file', '-'];
    const importRun = await run(importArgs, { clock: laterClock, input });
    expect(importRun).toMatchObject({ code: 0, out: expect.stringMatching(/^1 licences were imported, 0 were there/) });
    expect((await run(importArgs, { clock: laterClock, input })).out).toMatch(
      /^0 licences were imported, 1 were there/,
    );
    expect(await database.kysely.selectFrom('licenses').selectAll().execute()).toMatchObject([
      {
        keyId,
        licenceCode: code,
        licenceFile: await readFile(join(folder, 'x.lic'), 'utf8'),
        issuedAt: laterClock(),
        expiresAt: Date.parse('2026-04-13T23:59:59Z'),
        issuedBy: 1,
      },
    ]);
    const verification = await run(['verify-licence', 'x.lic', '--json'], { clock: laterClock });
    expect(JSON.parse(verification.out)).toMatchObject({ ok: true, dates: 'VALID', state: 'valid' });
    const auditEntries = await database.kysely
      .selectFrom('audit')
      .leftJoin('auditValues', 'auditValues.auditId', 'audit.id')
      .select(['audit.action', 'audit.actorId', 'auditValues.after'])
      .where('audit.action', 'in', ['kit.create', 'license.importFromKit'])
      .orderBy('audit.id')
      .execute();
    expect(auditEntries).toMatchObject([
      { action: 'kit.create', actorId: null },
      { action: 'license.importFromKit', actorId: 1, after: expect.stringContaining('"issuedBy":"Nora"') },
    ]);
    expect((await run(['kit', 'list'], { clock: laterClock })).out).toMatch(/2 licences of 14 days.*1 imported/);
    expect((await run(['keys', 'list'], { clock: laterClock })).out).toMatch(new RegExp(`emergency\\s+${keyId}`));

    // The licence has expired, but is in its grace period, in which tools still accept it.
    const graceClock = () => Date.parse('2026-04-13T23:59:59Z') + days(graceDaysOfCode);
    expect(await run(['keys', 'revoke', keyId, '--for-good'], { clock: graceClock })).toMatchObject({
      code: 0,
      out: expect.stringContaining('is revoked. Licences that are revoked with it: 1'),
    });
    const revokedRun = await run(['verify-licence', 'x.lic'], { clock: laterClock });
    expect(revokedRun).toMatchObject({ code: 1 });
    expect(await listPublishedKeys(database.kysely)).toContainEqual(expect.objectContaining({ status: 'current' }));
    expect(await run(importArgs, { clock: laterClock, input })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/revoked/),
    });
  },
);

test('limits out of range are refused, and so is the import of an emergency kit into another portal or with a wrong passphrase (T237)', async () => {
  const [firstPortal, secondPortal] = [await createStoppedPortal('SQLite'), await createStoppedPortal('SQLite')];
  const { input } = passphraseInput;
  const createWithLimits = (...limits: string[]) =>
    firstPortal.run(['kit', 'create', 'a.kit', '--passphrase-file', '-', ...limits], { clock, input });
  for (const limits of [
    ['--licences', '0', '--until', '2026-06-30'],
    ['--licences', '501', '--until', '2026-06-30'],
    ['--licences', '1', '--until', '2026-03-09'],
    ['--licences', '1', '--until', '2027-03-12'],
    ['--licences', '1', '--until', '2026-06-30', '--days', '31'],
  ])
    expect(await createWithLimits(...limits), limits.join(' ')).toMatchObject({ code: 2 });
  expect((await createWithLimits('--licences', '1', '--until', '2026-06-30')).code).toBe(0);
  const file = join(firstPortal.folder, 'a.kit');
  const importArgs = ['kit', 'import', file, '--by', 'root@portal.example', '--passphrase-file', '-'];
  expect(await secondPortal.run(importArgs, { clock, input })).toMatchObject({
    code: 1,
    error: expect.stringContaining('No valid licence key of this portal has signed this kit'),
  });
  const limits = ['--licences', '1', '--until', '2026-06-30', '--passphrase-file', '-'];
  expect(
    await secondPortal.run(['kit', 'create', 'b.kit', '--key-of', file, ...limits], { clock, input }),
  ).toMatchObject({
    code: 1,
    error: expect.stringContaining('of the earlier kit. Import that kit first'),
  });
  expect(await firstPortal.run(importArgs, { clock, input: 'another passphrase\n' })).toMatchObject({
    code: 1,
    error: expect.stringContaining('The passphrase is wrong'),
  });
});
