/**
 * Prints the files whose functions run in each of the three calls that docs/architecture.md follows: `node bench/files-of-a-call.ts`. Each
 * call is made once before it is measured, so that work that is done only once is not counted. The database is SQLite.
 */
import { requests } from '@basics/contract/requests/requests.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import type { Portal } from '@basics/server/testing/portal.ts';
import { createCode, createMachine } from '@basics/server/testing/records/machine.ts';
import { addPerson } from '@basics/server/testing/records/people.ts';
import { createApprovalBody } from '@basics/server/testing/records/staff.ts';
import { readFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnDatabase } from './open-bench.ts';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
await runOnDatabase('SQLite', async ({ portal }) => {
  const administrator = await addPerson(portal, { profileId: 1 });
  const customer = await addPerson(portal);
  const { token } = administrator;
  await report('issue a licence', portal, async (name) => {
    const body = { verificationCode: createCode(createMachine(name), { at: portal.now() }) };
    return () => portal.call(licenses.issue, { token: customer.token, params: { id: customer.id }, body });
  });
  await report('search users', portal, async () => {
    return () => portal.call(users.search, { token, body: { keyword: 'person' } });
  });
  await report('approve a request', portal, async (name) => {
    const id = await portal.addUser({ login: `${name}@applicant.example`, status: 'pending', profileId: null });
    const changes = { requestDate: portal.now() };
    await portal.database.kysely.updateTable('users').set(changes).where('id', '=', id).execute();
    return () => portal.call(requests.approve, { token, params: { id }, body: createApprovalBody(1) });
  });
});

/** Prepares and makes a call twice, and prints the files whose functions ran in the second call. */
async function report(
  title: string,
  portal: Portal,
  prepareCall: (name: string) => Promise<() => ReturnType<Portal['call']>>,
): Promise<void> {
  await (
    await prepareCall('first')
  )();
  const makeCall = await prepareCall('second');
  await portal.settled();
  await session.post('Profiler.takePreciseCoverage');
  const { status } = await makeCall();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  if (status !== 200) throw new Error(`${title}: ${status}`);
  const files = await listFiles(result);
  process.stdout.write(`\n${title}: ${files.length} files\n${files.map((file) => `  ${file}\n`).join('')}`);
}

/** Lists the files of the product in which a function ran, with their lengths and the names of these functions. */
async function listFiles(scripts: readonly Profiler.ScriptCoverage[]): Promise<string[]> {
  const files = scripts.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? relative(process.cwd(), fileURLToPath(url)) : '';
    const ranFunctions = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    return isProduct(file) && ranFunctions.length > 0
      ? [{ file, names: ranFunctions.flatMap(({ functionName }) => functionName || []) }]
      : [];
  });
  const sortedFiles = files.toSorted((one, other) => one.file.localeCompare(other.file));
  return Promise.all(
    sortedFiles.map(async ({ file, names }) => {
      const lineCount = (await readFile(file, 'utf8')).split('\n').length - 1;
      return `${file} (${lineCount} lines): ${names.join(', ')}`;
    }),
  );
}

function isProduct(file: string): boolean {
  return /^packages\/[^/]+\/src\/(?!testing\/)/.test(file) && !file.includes('.test.');
}
