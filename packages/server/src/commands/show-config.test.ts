import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '#server/testing/processes/folders.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';

test('portal config shows each value with its source, also of secrets in files, and no secret', async () => {
  const cwd = await createFolder();
  await writeFile(
    join(cwd, '.env'),
    'PORT=4000\nBOUNCE_TOKEN_FILE=bounces\nPOC_URL=https://poc.example/CANARY?key=CANARY\n',
  );
  await writeFile(join(cwd, 'bucket'), 'CANARY:CANARY/CANARY\n');
  await writeFile(join(cwd, 'bounces'), 'CANARY-CANARY-CANARY-CANARY\r\n');
  await writeFile(join(cwd, 'database'), 'postgres://portal:CANARY@db1:5432,db2/portal?target_session_attrs=primary\n');
  const buckets = { BACKUP_DIR: 's3://backups/portal', FILES_S3_KEY_FILE: 'bucket' };
  const env = {
    ...buckets,
    DATABASE_URL_FILE: 'database',
    SMTP_URL: 'smtp://me:CANARY@mail.example:587?x=CANARY',
    DATA_DIR: 'd',
  };
  const { code, out, error } = await runCommand(['config'], { cwd, env });
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).not.toContain('CANARY');
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([
      'PORT=4000  (.env)',
      'HOST=127.0.0.1',
      'BOUNCE_TOKEN=(secret)  (file)',
      'FILES_S3_KEY=(secret)  (file)',
      'BACKUP_DIR=s3://backups/portal  (environment)',
      'POC_URL=https://poc.example  (.env)',
      'DATABASE_URL=postgres://db1:5432,db2/portal  (file)',
      'SMTP_URL=smtp://mail.example:587  (environment)',
      `DATA_DIR=${join(cwd, 'd')}  (environment)`,
      `LICENCE_KEY_FILE=${join(cwd, 'd/keys/licence.pem')}`,
      'PUBLIC_URL=http://localhost:4000',
    ]),
  );
  const demo = JSON.parse((await runCommand(['--json', 'config', '--demo'], { cwd })).out);
  expect(demo.settings).toContainEqual({ name: 'DATA_DIR', value: join(cwd, 'data/demo'), from: 'default' });
});

test('a file of a secret that is missing, empty, wrong or given twice is refused by name, and nothing of its text is shown', async () => {
  const cwd = await createFolder();
  await writeFile(join(cwd, 'empty'), '\n');
  await writeFile(join(cwd, 'wrong'), 'mysql://CANARY');
  const env = {
    SMTP_URL_FILE: 'none',
    METRICS_TOKEN_FILE: 'empty',
    DATABASE_URL_FILE: 'wrong',
    BOUNCE_TOKEN_FILE: 'wrong',
    BOUNCE_TOKEN: 'CANARY-CANARY-CANARY-CANARY',
  };
  const { code, out, error } = await runCommand(['config'], { cwd, env });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).not.toContain('CANARY');
  expect(error).toContain('  - SMTP_URL_FILE names the file none, which does not exist.\n');
  expect(error).toContain('  - METRICS_TOKEN_FILE names the file empty, which is empty.\n');
  expect(error).toContain('  - BOUNCE_TOKEN and BOUNCE_TOKEN_FILE are both set. Remove one of them.\n');
  expect(error).toContain('  - DATABASE_URL must be like postgres://');
  await writeFile(join(cwd, '.env'), 'PORT_FILE=port\n');
  expect((await runCommand(['config'], { cwd })).error).toContain('Unknown name PORT_FILE in .env.');
});
