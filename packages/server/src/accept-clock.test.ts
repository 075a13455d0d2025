import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { hours } from './platform/clock.ts';
import { makePages } from './testing/built-pages.ts';
import { newFolder } from './testing/folders.ts';
import { createSharedEnv, shiftedClock, startProcess } from './testing/process.ts';

const pages = await makePages();
afterAll(() => pages.remove());

test('clock:accept makes all running processes over one database ready again', async () => {
  const cwd = await newFolder();
  const shiftFile = join(cwd, 'shift');
  const setClock = (shift: number) => writeFile(shiftFile, String(shift));
  await setClock(0);
  const begin = () => startProcess({ cwd, pages: pages.folder, shiftFile }).ready();
  const addresses = [await begin(), await begin()];
  const health = () =>
    Promise.all(
      addresses.map(async (address) => {
        const answer = await fetch(`${address}/health/ready`);
        return `${answer.status} ${await answer.text()}`;
      }),
    );
  const ready = '200 {"status":"ok"}';
  const jumped = expect.stringMatching(/^503 .*jumped forwards from .*npm run clock:accept/);
  expect(await health()).toEqual([ready, ready]);
  await setClock(hours(2));
  expect(await health()).toEqual([jumped, jumped]);
  const { flags, env } = shiftedClock(shiftFile);
  const command = ['--disable-warning=ExperimentalWarning', ...flags, join(import.meta.dirname, 'accept-clock.ts')];
  const options = { cwd, env: { PATH: '', ...createSharedEnv(), ...env, INIT_CWD: cwd } };
  const { stdout } = await promisify(execFile)(process.execPath, command, options);
  expect(stdout).toMatch(/is accepted\. Paused jobs run again within a minute\.\n$/);
  expect(await health()).toEqual([ready, ready]);
});
