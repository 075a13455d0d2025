import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { noon } from '#server/testing/portal.ts';
import { createStoppedPortal } from '#server/testing/processes/stopped-portal.ts';

describe.each(databases)('licences from the command line (%s)', (kind) => {
  test('the command "issue" returns the same licence for the same code, and the command "verify-licence" accepts the licence', async () => {
    const { folder, run, database } = await createStoppedPortal(kind);
    const clock = () => noon;
    const issueArgs = ['issue', '--user', 'cad@customer.example', '--by', 'root@portal.example', '--code', '-'];
    const codeInput = createCode(createMachine('CAD-7'));
    const firstIssue = await run([...issueArgs, '--out', 'CAD-7.lic'], { clock, input: codeInput });
    expect(firstIssue).toMatchObject({ code: 0, out: expect.stringMatching(/^BL-/) });
    const secondIssue = await run(issueArgs, { clock, input: codeInput });
    expect(secondIssue.out.trim()).toBe(firstIssue.out.split('\n')[0]);
    expect(await run([...issueArgs, '--out', 'CAD-7.lic'], { clock, input: codeInput })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^EEXIST: .*CAD-7\.lic/),
    });
    const verification = await run(['verify-licence', 'CAD-7.lic', '--json'], { clock });
    expect(JSON.parse(verification.out)).toMatchObject({ ok: true, dates: 'VALID', state: 'valid' });
    const actions = await database.kysely
      .selectFrom('audit')
      .select(['action', 'actorId'])
      .where('action', '=', 'license.issue')
      .execute();
    expect(actions).toEqual([{ action: 'license.issue', actorId: 1 }]);

    await database.kysely.updateTable('licenses').set({ revokedAt: noon, revokedReason: 'test' }).execute();
    const revokedRun = await run(['verify-licence', ...secondIssue.out.trim().split(' ')], { clock });
    expect(revokedRun).toMatchObject({ code: 1, error: expect.stringContaining('In this database: revoked') });
    await writeFile(join(folder, 'other.lic'), 'no licence');
    expect((await run(['verify-licence', 'other.lic'], { clock })).code).toBe(1);
    expect(await run(['verify-licence', 'missing.lic'], { clock })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/missing\.lic does not exist\.\n$/),
    });
    expect(await run(['verify-licence', '.'], { clock })).toMatchObject({
      code: 1,
      error: 'A file is a folder. Name a file.\n',
    });
  });

  test('the command "issue" refuses the same codes as the portal, with the same problem', async () => {
    const { run } = await createStoppedPortal(kind);
    const clock = () => noon;
    const issueArgs = ['issue', '--user', 'cad@customer.example', '--by', 'root@portal.example', '--code'];
    expect(await run([...issueArgs, 'BV-0000'], { clock })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^[A-Z_]+: /),
    });
    const withoutAdministrator = [
      'issue',
      '--user',
      'cad@customer.example',
      '--by',
      'cad@customer.example',
      '--code',
      'BV-0',
    ];
    expect(await run(withoutAdministrator, { clock })).toMatchObject({
      code: 1,
      error: expect.stringContaining('root@portal.example'),
    });
  });
});
