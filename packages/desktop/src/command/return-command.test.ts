import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readReturnCode } from '@basics/licensing/return-code.ts';
import { createLicenceFile, day, homePc, start } from '#desktop/testing/bench.ts';
import { createBenchForEachTest } from '#desktop/testing/suite-bench.ts';

const licence = createLicenceFile();
const newerLicence = createLicenceFile({ lid: 'bb22334455667788', iat: start + day, nbf: start + day, seq: 2 });
const bench = createBenchForEachTest();

beforeEach(async () => {
  await bench().trust();
  expect(await bench().install(licence)).toBe(0);
});

const returnLicence = async (now = start + 60) => bench().basics(['return', '--yes'], { now });
const statePath = (name: string): string => join(bench().home, 'state', name);
const readSecondCopy = (name: string): string =>
  join(bench().home, 'data', process.platform === 'win32' ? 'Basics' : 'basics', name);

test('basics return prints a return code and removes the licence, which this PC does not accept again', async () => {
  const result = await returnLicence();
  expect(result).toMatchObject({ exitCode: 0, errorOutput: expect.stringContaining('removed from this PC') });
  expect(readReturnCode(result.output, nodePrimitives)).toMatchObject({
    ok: true,
    value: { claims: { toolId: 7, licenceId: '00112233445566aa', returnedAt: start + 60 } },
  });
  expect((await bench().basics(['status', '--offline'])).exitCode).toBe(12);
  expect(await bench().basics(['install', '-'], { input: licence })).toMatchObject({
    exitCode: 25,
    errorOutput: expect.stringContaining('RETURNED'),
  });
});

test('running basics return a second time prints the same code', async () => {
  const [first, again] = [await returnLicence(), await returnLicence(start + day)];
  expect(again).toMatchObject({ exitCode: 0, output: first.output });
});

test('after a return, a newer licence for this PC is accepted, and returning that licence gives another code', async () => {
  const firstReturn = await returnLicence();
  expect(await bench().install(newerLicence, start + 2 * day)).toBe(0);
  const secondReturn = await returnLicence(start + 3 * day);
  expect(secondReturn.exitCode).toBe(0);
  expect(secondReturn.output).not.toBe(firstReturn.output);
  for (const text of [licence, newerLicence]) expect(await bench().install(text, start + 3 * day)).toBe(25);
});

test('a returned licence that is put back by hand is not valid, even if one copy of the list of returned licences is missing', async () => {
  await returnLicence();
  writeFileSync(statePath('licence'), licence);
  const status = async () => (await bench().basics(['status', '--offline'], { now: start + 120 })).exitCode;
  expect(await status()).toBe(25);
  rmSync(statePath('returned'));
  expect(await status()).toBe(25);
  writeFileSync(readSecondCopy('returned-7'), 'BR-000000\n');
  expect(await status()).toBe(19);
  rmSync(statePath('memory.json'));
  expect(await status()).toBe(19);
});

test('a return that was interrupted before the licence was removed is finished with the same code', async () => {
  const firstReturn = await returnLicence();
  writeFileSync(statePath('licence'), licence);
  expect(await returnLicence(start + day)).toMatchObject({ exitCode: 0, output: firstReturn.output });
  expect((await bench().basics(['status', '--offline'])).exitCode).toBe(12);
});

test('a copy of the folder on another PC gets no return code', async () => {
  const stateCopy = join(bench().home, 'copy');
  cpSync(join(bench().home, 'state'), stateCopy, { recursive: true });
  const env = { BASICS_HOME: stateCopy };
  expect(await bench().basics(['return', '--yes'], { facts: homePc, env })).toMatchObject({ exitCode: 13 });
  expect(readFileSync(join(stateCopy, 'licence'), 'utf8')).toBe(licence);
});

test('basics return explains the effect and asks for confirmation, and only the answer yes removes the licence', async () => {
  const refusedRun = await bench().basics(['return'], { answers: ['no'] });
  expect(refusedRun).toMatchObject({
    exitCode: 3,
    output: '',
    errorOutput: expect.stringContaining('counts as a move'),
  });
  expect((await bench().basics(['return'])).exitCode).toBe(2);
  expect((await bench().basics(['status', '--offline'])).exitCode).toBe(0);
  expect((await bench().basics(['return'], { answers: ['yes'] })).exitCode).toBe(0);
});

test('without a licence, basics return says that there is nothing to return', async () => {
  rmSync(statePath('licence'));
  expect((await returnLicence()).exitCode).toBe(12);
});

test('with --out, basics return saves the code to a file, and with --json, it prints the code and the link', async () => {
  const out = join(bench().home, 'return.txt');
  const { output } = await bench().basics(['return', '--yes', '--json', '--out', out]);
  const { returnCode, link } = JSON.parse(output);
  expect(link).toBe(`http://127.0.0.1:9/license/verify#c=${returnCode}`);
  expect(readReturnCode(readFileSync(out, 'utf8'), nodePrimitives)).toMatchObject({
    ok: true,
    value: { text: returnCode },
  });
});
