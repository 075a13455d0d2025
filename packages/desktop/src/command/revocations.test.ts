import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { writeRevocationList, type RevocationList } from '@basics/licensing/revocation-list.ts';
import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { day, createLicenceFile, otherSigner, createKeyList, signer, start } from '#desktop/testing/bench.ts';
import { createBenchForEachTest } from '#desktop/testing/suite-bench.ts';

const bench = createBenchForEachTest();

beforeEach(() => bench().trust());

const licenceId = '00112233445566aa';

/** Creates a revocation list that a portal has signed at the time `start`. */
function createList(listFields: Partial<RevocationList> = {}, listSigner = signer): string {
  const list = { toolId: 7, seq: start * 1000, issuedAt: start, nextAt: start + day, ids: [licenceId], keys: [] };
  return writeRevocationList({ ...list, ...listFields }, listSigner, nodePrimitives);
}

const takeList = async (input: string) => bench().basics(['revocations', '-'], { input });
const status = async (runOptions = {}) => (await bench().basics(['status', '--offline'], runOptions)).exitCode;

describe('a revocation list', () => {
  test('a revocation list from a file revokes the installed licence, with the reason and an exit code (T039)', async () => {
    await bench().install(createLicenceFile());
    const path = join(bench().home, 'list.brl');
    writeFileSync(path, createList());
    const result = await bench().basics(['revocations', path]);
    expect(result).toMatchObject({
      exitCode: 0,
      output: 'The list of 2027-01-01T00:00:00Z names 1 licence.',
      errorOutput: '',
    });
    const commandResult = await bench().basics(['status', '--offline']);
    expect(commandResult).toMatchObject({
      exitCode: 23,
      output: expect.stringMatching(
        /^REVOKED {2}The portal revoked this licence of anna@office\.example\.[^]*\nNext: Ask/,
      ),
    });
    expect((await bench().basics(['check', '-'], { input: createLicenceFile() })).exitCode).toBe(23);
    expect(await bench().install(createLicenceFile())).toBe(23);
    expect(await bench().install(createLicenceFile({ lid: 'ffffffffffffffff' }))).toBe(0);
  });

  test('a revocation list replaces the stored list if its sequence number is higher, but not if it is lower (T041)', async () => {
    await bench().install(createLicenceFile());
    await takeList(createList());
    const olderList = createList({ seq: start * 1000 - 1, ids: [] });
    expect(await takeList(olderList)).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^A newer list is in place/),
    });
    expect(await status()).toBe(23);
    await takeList(createList({ seq: start * 1000 + 1, ids: [] }));
    expect(await status()).toBe(0);
  });

  test('a revocation list is still used after its file was deleted or damaged, because there are two copies (T040)', async () => {
    await bench().install(createLicenceFile());
    await takeList(createList());
    rmSync(join(bench().home, 'state', 'revocations'));
    expect(await status()).toBe(23);
    writeFileSync(join(bench().home, 'state', 'revocations'), 'nothing');
    expect(await status()).toBe(23);
  });

  test.each<[string, string, number, string]>([
    ['of another tool', createList({ toolId: 8 }), 17, 'OTHER_TOOL'],
    ['of an unknown key', createList({}, otherSigner), 21, 'UNKNOWN_KEY'],
    ['that was changed', createList().replace('payload: eyJ2', 'payload: eyJ3'), 14, 'NOT_GENUINE'],
    ['that is incomplete', createList().split('\n').slice(0, 2).join('\n'), 20, 'FILE_INCOMPLETE'],
    ['that is a licence', createLicenceFile(), 20, 'NOT_A_REVOCATION_LIST'],
    ['of a later version', createList().replace('v1', 'v2'), 22, 'FILE_NEWER'],
    [
      'that revokes its own key',
      createList({ keys: [computeKeyId(signer.publicKey, nodePrimitives)] }),
      23,
      'KEY_REVOKED',
    ],
  ])('a list %s is refused with a named reason, and changes nothing', async (_, text, exitCode, code) => {
    await bench().install(createLicenceFile());
    const commandResult = await takeList(text);
    expect(commandResult).toMatchObject({
      exitCode,
      output: '',
      errorOutput: expect.stringContaining(`Not taken. ${code}  `),
    });
    expect(await status()).toBe(0);
  });

  test('if a revocation list contains a key, licences and revocation lists that are signed with that key are refused (T042)', async () => {
    writeFileSync(bench().keysFile, createKeyList(signer, otherSigner));
    await bench().trust();
    await bench().install(createLicenceFile({}, otherSigner));
    await takeList(createList({ ids: [], keys: [computeKeyId(otherSigner.publicKey, nodePrimitives)] }));
    expect(await bench().basics(['status', '--offline'])).toMatchObject({
      exitCode: 23,
      output: expect.stringMatching(/^KEY_REVOKED .*\nNext: Run "basics code --renew"/),
    });
    expect((await bench().basics(['keys'])).output.split('\n')).toHaveLength(1);
    expect((await takeList(createList({ seq: start * 2000, ids: [] }, otherSigner))).exitCode).toBe(23);
    expect(await bench().install(createLicenceFile())).toBe(0);
  });
});

describe('a revocation list from the portal', () => {
  let portal: Server;
  let env: Record<string, string>;
  let requestedPaths: string[];

  beforeEach(async () => {
    requestedPaths = [];
    portal = createServer((request, response) => {
      requestedPaths.push(request.url ?? '');
      response.end(createList());
    });
    await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
    const serverAddress = portal.address();
    env = {
      BASICS_PORTAL_URL:
        typeof serverAddress === 'object' && serverAddress !== null ? `http://127.0.0.1:${serverAddress.port}` : '',
    };
  });

  afterEach(async () => {
    await new Promise((resolve) => portal.close(resolve));
  });

  test('basics status requests the revocation list from the portal at most once a day', async () => {
    await bench().install(createLicenceFile());
    expect((await bench().basics(['status', '--offline'], { env })).exitCode).toBe(0);
    expect((await bench().basics(['status'], { env })).exitCode).toBe(23);
    await bench().basics(['status'], { env, now: start + day - 1 });
    expect(requestedPaths).toEqual(['/.well-known/basics-revocations/7']);
    await bench().basics(['status'], { env, now: start + day });
    expect(requestedPaths).toHaveLength(2);
  });

  test('basics status works without the revocation list if the portal does not answer', async () => {
    await bench().install(createLicenceFile());
    expect(await bench().basics(['status'])).toMatchObject({ exitCode: 0, errorOutput: '' });
  });

  test('the revocation list is loaded from the address of a portal, and a portal that does not answer gives an error', async () => {
    const commandResult = await bench().basics(['revocations', '--json'], { env });
    expect(JSON.parse(commandResult.output)).toMatchObject({
      code: 'LIST_TAKEN',
      exitCode: 0,
      list: { licences: 1, keys: 0 },
    });
    expect((await bench().basics(['revocations', env['BASICS_PORTAL_URL'] ?? ''])).exitCode).toBe(0);
    const unreachableRun = await bench().basics(['revocations']);
    expect(unreachableRun).toMatchObject({ exitCode: 1, errorOutput: expect.stringContaining('PORTAL_NOT_REACHED') });
  });
});
