// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { writeLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readReturnCode } from '@basics/licensing/return-code.ts';
import { samplePayload, testSigner } from '@basics/licensing/testing/samples.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { activation } from '@basics/contract/licenses/activation.ts';
import { findingTexts } from '@basics/desktop/finding-texts.ts';
import { addPerson } from '../packages/server/src/testing/records/people.ts';
import { activateAt, hostilePortals, slowPortals } from './hostile-portals.ts';
import { askProgram, findWrongAnswers, readCases, type Program } from './conformance.mjs';
import { libraries } from './libraries.mjs';
import { textSources } from './make-texts.mjs';
import { run, sdkFolder } from './packages.mjs';
import { openPortalBehindProxy, runExample } from './portal-behind-proxy.ts';
import { canMount, expectedAnswers, findScenarioAnswers } from './scenarios.mjs';
import { createLicence } from './two-processes.mjs';
import { watchExpiry } from './watching.mjs';
import { createHeading, listPublicApi } from './public-api.mjs';

// `npm test` needs no compiler, so it tests each library whose tools this machine has, with a few cases. `npm run test:sdks` tests all
// libraries with all cases.
const buildFolder = mkdtempSync(path.join(tmpdir(), 'basics-libraries-'));
/** The test programs of the libraries that this machine can build. */
const programs: Program[] = [];
/** The examples of these libraries whose files are tried: those that make no calls to a portal, where there are others. */
const offlineExamples: Program[] = [];
/** The examples that make calls. */
const examples: { name: string; program: Program }[] = [];
afterAll(() => rmSync(buildFolder, { recursive: true }));

/** The first case of each kind and answer: the first accepted text, and the first text with each refusal. */
const firstCases = [
  ...Map.groupBy(readCases().toReversed(), ({ kind, expect: answer }) => `${kind} ${answer?.refusal ?? ''}`).values(),
].flatMap((cases) => cases.slice(-1));
/** Also all recorded PCs, all files that cannot be stored, and all codes of a tool. */
const fewCases = [...firstCases, ...readCases().filter(({ id }) => /^pc:|^steps:.*\b(stored|days|code)\b/.test(id))];

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

test('all libraries have the same version, and each source file names its licence', () => {
  const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8');
  const { version } = JSON.parse(read('typescript/package.json'));
  const versionFiles = ['python/basics_licence/__init__.py', 'c/basics_licence.h', 'go/tool.go', 'java/basics/Basics.java', 'csharp/Licences.cs', 'typescript/src/checking.ts']; // oxfmt-ignore
  for (const name of versionFiles) expect(/version_*"? ?=? ?['"](\d[^'"]*)/i.exec(read(name))?.[1], name).toBe(version);
  const sources = globSync('**/*.{c,h,go,java,cs,py,ts,mjs}', { cwd: import.meta.dirname, exclude: ['**/dist/**'] });
  expect(sources.length).toBeGreaterThan(40);
  for (const name of sources) expect(read(name).slice(0, 50), name).toContain('SPDX-License-Identifier: Apache-2.0');
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

test('createTool refuses a public key in hex digits or of another length, because no licence would be genuine', async () => {
  const { createTool } = await import('./typescript/src/tool.ts');
  const create = (key: unknown) =>
    Reflect.apply(createTool, undefined, [
      { toolId: 7, version: { major: 1, minor: 0, patch: 0 }, publicKeys: [key], folder: buildFolder },
    ]);
  for (const key of ['00'.repeat(32), new Uint8Array(31), [...new Uint8Array(32)]])
    expect(() => create(key)).toThrow('A public key is 32 raw bytes');
  expect(create(new Uint8Array(32))).toHaveProperty('status');
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
    const online = library.example?.(buildFolder);
    if (online !== undefined) examples.push({ name: library.name, program: online });
    offlineExamples.push(...(library.offlineExamples?.(buildFolder) ?? (online === undefined ? [] : [online])));
    expect(findWrongAnswers(program, fewCases)).toEqual([]);
  });
}

const typedTool = `import { check, readLicence } from 'basics-licence';
import { createTool, getLicence, refresh } from 'basics-licence/tool';
const reading = readLicence('', ['00']);
const tool = { now: 1, toolId: 7, toolVersion: { major: 1, minor: 0, patch: 0 }, facts: {} };
if (reading.ok) console.log(check(reading.value, tool).code);
${['readLicence(1, [])', 'createTool(1)', 'void refresh(1)', 'void getLicence(1)'].map((call) => `// @ts-expect-error\n${call};`).join('\n')}
`;

/** The code of the README, as a strict TypeScript module. */
const readmeTool = `declare const currentKey: Uint8Array, nextKey: Uint8Array, tools: string, start: (hasRail: boolean) => void;
${/```js\n([^]*?)```/.exec(readFileSync(path.join(import.meta.dirname, 'typescript', 'README.md'), 'utf8'))?.[1] ?? ''}`;

test.each([
  ['node16', 'mts', ['--module', 'node16']],
  ['nodenext, from CommonJS', 'cts', ['--module', 'nodenext']],
  ['bundler', 'ts', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ['node10', 'ts', ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0', '--target', 'es2022']],
] as const)('the types of the npm package are found and complete with the resolution %s, in one file for each module (T991)', (name, kind, options) => {
  const project = path.join(buildFolder, 'typescript');
  writeFileSync(path.join(project, `tool.${kind}`), typedTool);
  writeFileSync(path.join(project, `readme.${kind}`), kind === 'mts' ? readmeTool : '');
  const compiler = name === 'node10' ? 'typescript' : 'typescript-native';
  const tsc = path.join(sdkFolder, '..', 'node_modules', compiler, 'bin', 'tsc');
  run(process.execPath, [tsc, '--noEmit', '--strict', '--skipDefaultLibCheck', ...options, `tool.${kind}`, `readme.${kind}`], project);
  const files = readdirSync(path.join(project, 'node_modules', 'basics-licence', 'dist'), { recursive: true });
  expect(files.map(String).filter((file) => file.endsWith('.d.ts'))).toEqual(['checking.d.ts', 'tool.d.ts']);
}); // oxfmt-ignore

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

const hasCpp = existsSync('/usr/bin/c++') && libraries.some(({ name, isPresent }) => name === 'c' && isPresent());

/** Returns the answers of all examples in a scenario. Each example runs once, in all scenarios. */
let scenarioAnswers: Promise<Record<string, unknown>[]> | undefined;
async function findAnswersIn(name: 'full disk' | 'pipes and locks') {
  const names = ['full disk', 'pipes and locks'];
  scenarioAnswers ??= Promise.all(offlineExamples.map((program) => findScenarioAnswers(program, names)));
  return (await scenarioAnswers).map((answers) => answers[name]);
}

test.skipIf(!canMount())(
  'on a full disk, the example of each library keeps its licence valid without a record, installs no other, and leaves no temporary file',
  async () => {
    expect(await findAnswersIn('full disk')).toEqual(offlineExamples.map(() => expectedAnswers['full disk']));
  },
);

test.skipIf(!canMount())(
  'a pipe in place of a file cannot be read, a temporary file of another clock is removed, and only the owner can read the files of each library (T971)',
  async () => {
    expect(await findAnswersIn('pipes and locks')).toEqual(
      offlineExamples.map(() => expectedAnswers['pipes and locks']),
    );
  },
);

test.skipIf(!hasCpp)(
  'a tool in C++ uses the current folder, a folder with a backslash in its name, and no folder whose path is too long (T974)',
  () => {
    const source = path.join(buildFolder, 'folders.cpp');
    const program = path.join(buildFolder, 'folders-cpp');
    writeFileSync(
      source,
      `#include <cstdio>
      #include "basics_licence.hpp"
      int main(int, char **words) {
        std::array<std::uint8_t, 32> key;
        for (unsigned at = 0; at < 32; at++) std::sscanf(words[1] + 2 * at, "%2hhx", &key[at]);
        basics::Tool tool(7, 1, {key}, words[2], "second");
        std::puts(*words[3] == 'c' ? tool.make_code(0, 0)->c_str() : *words[3] == 's' ? tool.status().code.c_str() : tool.install(words[3]).code.c_str());
      }`,
    );
    const prefix = path.join(buildFolder, 'c');
    const options = [`-I${prefix}/include`, source, `${prefix}/lib/libbasics_licence.a`, '-lsodium', '-o', program];
    expect(spawnSync('c++', ['-std=c++17', ...options], { encoding: 'utf8' }).stderr).toBe('');
    const runIn = (cwd: string, folder: string, word: string): string =>
      spawnSync(program, [bytesToHex(testSigner.publicKey), folder, word], { cwd, encoding: 'utf8' }).stdout.trim();
    for (const [at, [folder, created]] of [
      ['', 'licence'],
      [String.raw`back\slash`, String.raw`back\slash/licence`],
    ].entries()) {
      const cwd = path.join(buildFolder, `folders-${at}`);
      mkdirSync(cwd);
      const licence = createLicence(runIn(cwd, folder ?? '', 'code'), at, 1);
      expect(runIn(cwd, folder ?? '', licence)).toBe('VALID');
      expect(existsSync(path.join(cwd, created ?? ''))).toBe(true);
      expect(existsSync(path.join(cwd, 'back'))).toBe(false);
    }
    expect(runIn(buildFolder, 'a'.repeat(2000), 'status')).toBe('LICENCE_NOT_READABLE');
  },
);

test.skipIf(!hasCpp)(
  'the example in C++ installs the licence for its code, allows its add-on, keeps it although a text is refused, and returns it',
  () => {
    const home = path.join(buildFolder, 'home-cpp');
    mkdirSync(home);
    const key = bytesToHex(testSigner.publicKey);
    const runCpp = (...words: string[]) => {
      const env = { HOME: home, PATH: process.env['PATH'] };
      return spawnSync(path.join(buildFolder, 'example-cpp'), [key, ...words], { cwd: home, encoding: 'utf8', env });
    };
    const reading = readVerificationCode(runCpp('code').stdout, nodePrimitives);
    if (!reading.ok) throw new Error(reading.refusal.code);
    const { fingerprint, scheme, machineName } = reading.value.claims;
    const fp = bytesToHex(fingerprint);
    const machine = {
      fp: fp.slice(0, 32),
      ...(scheme === 2 && { uuid: fp.slice(32).padEnd(8, '0') }),
      scheme,
      name: machineName,
    };
    const iat = Math.floor(Date.now() / 1000);
    const dates = { iat, nbf: iat, exp: iat + 30 * 86_400 };
    const ent = { bits: 1, names: ['configRail'] };
    writeFileSync(
      path.join(home, 'good.lic'),
      writeLicenceFile({ ...samplePayload, machine, ent, ...dates }, testSigner, nodePrimitives),
    );
    writeFileSync(path.join(home, 'bad.lic'), 'BL-45B4EP');
    expect(runCpp('install', 'good.lic').stdout).toMatch(/^VALID: The licence is valid\.\s+(?:29|30) days left\.$/m);
    expect(runCpp('install', 'bad.lic').stdout).toContain('CODE_INCOMPLETE');
    expect(runCpp('status').stdout).toContain('The add-on configRail is included.\nVALID');
    expect(globSync('**/*', { cwd: home, exclude: ['**/stand-in.json'] })).toEqual(
      expect.arrayContaining(['state/licence', 'state/memory.json']),
    );
    expect(existsSync(path.join(home, '.local/share/basics/memory-7.json'))).toBe(true);
    const returned = runCpp('return').stdout;
    expect(readReturnCode(returned, nodePrimitives)).toMatchObject({ ok: true });
    expect(runCpp('return').stdout).toBe(returned);
    expect(runCpp('install', 'good.lic').stdout).toContain('RETURNED');
  },
);

test('each library but C calls a tool back when its licence expires (T1063)', async () => {
  const watching = programs.filter(({ 0: file }) => !file.endsWith('answer-c'));
  const answers = await Promise.all(watching.map(async (program) => watchExpiry(program)));
  expect(answers).toEqual(watching.map(() => expect.stringMatching(/^ok\tIN_GRACE\t(?:-1|0)$/)));
});

test('all libraries that run PowerShell give it the same script', () => {
  const sources = ['../packages/desktop/src/machine/machine.ts', 'python/basics_licence/facts.py', 'go/facts.go', 'java/basics/Pc.java']; // oxfmt-ignore
  const scripts = sources.map((name) => {
    const source = readFileSync(path.join(import.meta.dirname, name), 'utf8');
    return /^\$ErrorActionPreference[^]*?^'model=.*$/m.exec(source)?.[0];
  });
  expect(new Set(scripts)).toEqual(new Set([expect.stringContaining('Get-NetAdapter -Physical')]));
});

test('all libraries have the texts of texts.json, with the name of the product and without that of the command', () => {
  const texts: Record<string, [string, string]> = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'texts.json'), 'utf8'),
  );
  for (const [name, source] of Object.entries(textSources))
    expect(readFileSync(path.join(import.meta.dirname, name), 'utf8'), name).toBe(source);
  const product = 'Räder & Co';
  const toHex = (text: string) => Buffer.from(text).toString('hex');
  const codes = [...Object.keys(texts), 'NO_SUCH_CODE'];
  const expected = codes.map((code) =>
    ['ok', ...(texts[code] ?? ['', '']).map((text) => toHex(text.replaceAll('{product}', product)))].join('\t'),
  );
  for (const program of programs)
    expect(askProgram(program, codes.map((code) => `text\t${code}\t${toHex(product)}`)), program.join(' ')).toEqual(expected); // oxfmt-ignore
  expect(codes).toEqual(expect.arrayContaining(Object.keys(findingTexts)));
  expect(JSON.stringify(texts)).not.toMatch(/"?basics |trust/i);
});

test('the example of each library activates its PC through a proxy, shows the code to paste once while the portal is away or has the certificate of an unknown authority, reads what a portal of a private authority publishes, and returns its licence', async () => {
  const { portal, hosts, proxy, trust } = await openPortalBehindProxy(buildFolder);
  const results = await Promise.all(
    examples.map(async ({ name, program }) => {
      const person = await addPerson(portal);
      const home = path.join(buildFolder, `home-${name}`);
      mkdirSync(home);
      let confirmed: Promise<{ status: number }> | undefined;
      const confirm = (output: string) => {
        const userCode = /code ([A-Z]{4}-[A-Z]{4})\./.exec(output)?.[1];
        if (userCode !== undefined)
          confirmed ??= portal.call(activation.confirmActivation, { token: person.token, body: { userCode } });
      };
      const pc = { home, proxy, trust };
      const activated = await runExample(program, ['activate', 'http://portal.test'], { ...pc, onLine: confirm });
      const unreached = await runExample(program, ['activate', 'https://untrusted.test'], pc);
      const refreshed = await runExample(program, ['refresh', 'https://portal.test'], pc);
      const returned = await runExample(program, ['return'], pc);
      const afterwards = await runExample(program, ['status'], pc);
      const pasteCounts = [activated, unreached].map(({ output }) => output.match(/^Paste this code at/gm)?.length);
      const outputs = [refreshed.output, returned.output, afterwards.output];
      return [
        name,
        (await confirmed)?.status,
        activated.exitCode,
        ...pasteCounts,
        activated.output,
        ...outputs.map((text) => text.trim().split('\n').at(-1)),
      ];
    }),
  );
  expect(results).toEqual(
    examples.map(({ name }) => [
      name,
      200,
      0,
      1,
      1,
      expect.stringMatching(/^VALID: The licence is valid\.\s+\d+ days left\.$/m),
      expect.stringMatching(/^LIST_TAKEN 1 true/i),
      expect.stringMatching(/^(BR-)?[0-9A-Z-]+$/),
      expect.stringMatching(/^NO_LICENCE/),
    ]),
  );
  expect([...hosts].toSorted()).toEqual(['http://portal.test', 'https://portal.test']);
});

/** Lets all examples activate their PC at a portal of this name. */
const activateAll = (name: string) =>
  Promise.all(
    examples.map(({ name: library, program }) =>
      activateAt(program, name, path.join(buildFolder, `hostile-${library}-${hostilePortals.indexOf(name)}`)),
    ),
  );
/** The first test starts the runs that wait, so that all of them wait at the same time. */
const slowRuns = new Map<string, ReturnType<typeof activateAll>>();

test.each(hostilePortals)(
  'the example of each library shows its code to paste, and ends, if what answers in place of the portal %s (T970)',
  async (name) => {
    if (slowRuns.size === 0) for (const slow of slowPortals) slowRuns.set(slow, activateAll(slow));
    expect(await (slowRuns.get(name) ?? activateAll(name))).toEqual(
      examples.map(() => ({ name, exitCode: 1, lines: ['Paste', 'PORTAL_NOT_REACHED:'], errors: '' })),
    );
  },
);
