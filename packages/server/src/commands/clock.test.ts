import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hours } from '#server/platform/clock/clock.ts';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { startProcess } from '#server/testing/processes/process.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

test('the command "clock accept" makes all running processes with the same database ready again', async () => {
  const cwd = await createFolder();
  const shiftFile = join(cwd, 'shift');
  const setClock = (shiftMs: number) => writeFile(shiftFile, String(shiftMs));
  await setClock(0);
  const startPortal = () => startProcess({ cwd, pages: pages.folder, shiftFile }).ready();
  const addresses = [await startPortal(), await startPortal()];
  const fetchReadiness = () =>
    Promise.all(
      addresses.map(async (address) => {
        const response = await fetch(`${address}/health/ready`);
        return `${response.status} ${await response.text()}`;
      }),
    );
  const readyAnswer = '200 {"status":"ok"}';
  const jumpAnswer = expect.stringMatching(/^503 .*jumped forwards from .*portal clock accept/);
  expect(await fetchReadiness()).toEqual([readyAnswer, readyAnswer]);
  await setClock(hours(2));
  expect(await fetchReadiness()).toEqual([jumpAnswer, jumpAnswer]);
  const acceptResult = await runCommand(['clock', 'accept'], { cwd, clock: () => Date.now() + hours(2) });
  expect(acceptResult.out).toMatch(/is accepted\. Paused jobs run again within a minute\.\n$/);
  expect(await fetchReadiness()).toEqual([readyAnswer, readyAnswer]);
});
