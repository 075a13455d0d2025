import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { askProgram, findWrongAnswers, readCases, type Program } from './conformance.mjs';
import { libraries } from './libraries.mjs';
import { createHeading, listPublicApi } from './public-api.mjs';

// `npm test` needs no compiler, so it tests each library whose tools this machine has, with a few cases. `npm run test:sdks` tests all
// libraries with all cases.
const buildFolder = mkdtempSync(path.join(tmpdir(), 'basics-libraries-'));
/** The test programs of the libraries that this machine can build. */
const programs: Program[] = [];
afterAll(() => rmSync(buildFolder, { recursive: true }));

/** The first case of each kind and answer: the first accepted text, and the first text with each refusal. */
const firstCases = [
  ...Map.groupBy(readCases().toReversed(), ({ kind, expect: answer }) => `${kind} ${answer?.refusal ?? ''}`).values(),
].flatMap((cases) => cases.slice(-1));
/** Also all recorded PCs and all files that cannot be stored. */
const fewCases = [...firstCases, ...readCases().filter(({ id }) => /^pc:|^steps:.* stored/.test(id))];

test('the few cases have each kind, accepted and refused', () => {
  expect(new Set(fewCases.map(({ kind }) => kind))).toEqual(new Set(readCases().map(({ kind }) => kind)));
  expect(firstCases.filter((few) => few.expect?.refusal === undefined)).toHaveLength(15);
  expect(fewCases.length).toBeLessThan(90);
});

test('the public declarations of the libraries are those of the newest version in the changelog', () => {
  const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8');
  const list = listPublicApi();
  expect(list).toBe(read('public-api.txt'));
  expect(/^## .*$/m.exec(read('CHANGELOG.md'))?.[0]).toBe(createHeading(list));
});

test('the error of a program that ends at the first line is printed', () => {
  const program = [process.execPath, '-e', 'console.error("unknown name"); process.exit(3)'] as const;
  const questions = Array.from({ length: 20_000 }, () => 'machine-name\t00');
  expect(() => askProgram(program, questions)).toThrow(/exit 3\nunknown name/);
});

test('check of the npm package has defaults, and refuses a missing option, a value that is no number, and an unknown name', async () => {
  const { check, readLicence } = await import('./typescript/src/checking.ts');
  const checkCase = readCases().find(({ kind, expect: answer }) => kind === 'check' && answer.code === 'VALID');
  const reading = readLicence(checkCase?.['text'], checkCase?.['keys']);
  if (!reading.ok || !checkCase) throw new Error('The first licence cannot be read');
  const { now, facts, toolId, toolMajor } = checkCase['at'];
  const options = { now, facts, toolId, toolVersion: { major: toolMajor, minor: 0, patch: 0 } };
  const written = { ...options, highWaterMark: 0, deniedIds: [], revokedLicenceIds: [] };
  expect(check(reading.value, options)).toEqual(check(reading.value, written));
  expect(check(reading.value, options).code).toBe('VALID');
  for (const wrong of [
    { now: undefined },
    { now: Number.NaN },
    { toolId: '7' },
    { toolVersion: undefined },
    { highWaterMark: Number.NaN },
    { denyList: [] },
  ])
    expect(
      () => Reflect.apply(check, undefined, [reading.value, { ...options, ...wrong }]),
      Object.keys(wrong)[0],
    ).toThrow(TypeError);
});

for (const library of libraries) {
  const isReady = library.isDownloaded !== true && library.isPresent();
  const missing = library.isDownloaded ? `${library.tools} would be downloaded` : `${library.tools} is missing`;
  const title = isReady
    ? `the library ${library.name} answers each kind of case`
    : `not run: ${missing} (library ${library.name})`;
  test.skipIf(!isReady)(title, () => {
    const program = library.build(buildFolder);
    programs.push(program);
    expect(findWrongAnswers(program, fewCases)).toEqual([]);
  });
}

test('in a container, all libraries make the same facts from the folder of the tool, and other facts from a copy of the folder', () => {
  const askAll = (stateFolder: string) => {
    const question = ['pc', '/nowhere', stateFolder].map((field, at) =>
      at === 0 ? field : Buffer.from(field).toString('hex'),
    );
    return [...new Set(programs.flatMap((program) => askProgram(program, [question.join('\t')])))];
  };
  const stateFolder = path.join(buildFolder, 'state');
  const copiedFolder = path.join(buildFolder, 'copied state');
  mkdirSync(stateFolder);
  const answers = askAll(stateFolder);
  expect(answers).toEqual([expect.stringMatching(/^ok\t[0-9a-f]{16}0{16}\t0\t1$/)]);
  expect(askAll(stateFolder)).toEqual(answers);
  cpSync(stateFolder, copiedFolder, { recursive: true, preserveTimestamps: true });
  const copiedAnswers = askAll(copiedFolder);
  expect(copiedAnswers).toHaveLength(1);
  expect(copiedAnswers).not.toEqual(answers);
});
