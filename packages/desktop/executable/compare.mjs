import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run basics:compare` runs the same commands in `npx basics` and in every executable that `npm run
 * basics:executable` has built for Linux. The comparison fails if the output, the notes or the exit codes are different. On
 * x64, the executable for arm64 runs in qemu-user-static.
 */

/** @typedef {{ words: readonly string[], input?: string }} Step */

const packageFolder = join(import.meta.dirname, '..');
const homeFolder = mkdtempSync(join(tmpdir(), 'basics-compare-'));
const keysPath = join(homeFolder, 'keys.json');
/**
 * The test vectors of the SDK. They contain the licence that docs/licence-format.md uses as its example, which is
 * signed with the test key `publicKey`.
 */
const vectors = createRequire(import.meta.url)(join(packageFolder, '..', '..', 'sdk', 'vectors.json'));
const { text: licence } = vectors.find((/** @type {{ kind: string }} */ { kind }) => kind === 'licence');
const publicKey = '03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8';
writeFileSync(keysPath, JSON.stringify({ keys: [{ kid: '56475aa75463474c', publicKey, status: 'current' }] }));

/** @type {readonly Step[]} */
const commandSession = [
  { words: ['--version'] },
  { words: ['--help'] },
  { words: [] },
  { words: ['nonsense'] },
  { words: ['status', '--offline'] },
  { words: ['check', '-'], input: licence },
  { words: ['trust', keysPath] },
  { words: ['keys', '--json'] },
  { words: ['check', '-', '--json'], input: licence },
  { words: ['install', '-'], input: licence },
  { words: ['install', '-'], input: licence.slice(0, 100) },
  { words: ['install', join(homeFolder, 'missing.lic')] },
  { words: ['code', '--renew', '--moved'] },
  { words: ['code', '--offline', '--json'] },
  { words: ['code', '--offline', '--speak'] },
  { words: ['status', '--portal'] },
  { words: ['return', '--yes'] },
];

/** The emulator needs the Debian packages libc6-arm64-cross and libstdc++6-arm64-cross. */
const emulator = ['qemu-aarch64-static', '-L', '/usr/aarch64-linux-gnu'];
/** @type {Record<string, string[]>} */
const programs = {
  x64: [join(packageFolder, 'dist', 'basics-linux-x64')],
  arm64: [...(process.arch === 'arm64' ? [] : emulator), join(packageFolder, 'dist', 'basics-linux-arm64')],
};
const expectedAnswers = runCommands([process.execPath, join(packageFolder, 'bin', 'basics.js')], 'source');
for (const [architecture, program] of Object.entries(programs))
  compare(architecture, runCommands(program, architecture));
rmSync(homeFolder, { recursive: true });

/** @param {string[]} program @param {string} name */
function runCommands([file = '', ...args], name) {
  const stateFolder = join(homeFolder, name);
  const env = {
    PATH: process.env['PATH'],
    BASICS_HOME: stateFolder,
    XDG_DATA_HOME: join(stateFolder, 'data'),
    BASICS_PORTAL_URL: 'http://127.0.0.1:9',
  };
  return commandSession.map(({ words, input = '' }) => {
    const run = spawnSync(file, [...args, ...words], { input, encoding: 'utf8', cwd: homeFolder, env });
    if (run.error) throw run.error;
    const output = words[0] === 'code' ? maskCode(run.stdout) : run.stdout;
    return { words, exitCode: run.status, output, notes: run.stderr.replaceAll(stateFolder, '') };
  });
}

/**
 * Replaces the characters of the code and its time, which are different in each run, so that only their form is
 * compared. @param {string} text
 */
function maskCode(text) {
  return text.replaceAll(/[0-9A-Z]{2,6}(?=[-"\n])|T[\d:.]+Z|(?<=^ {2}).+$/gm, '_');
}

/** @param {string} name @param {ReturnType<typeof answerAll>} answers */
function compare(name, answers) {
  const wrongAnswers = answers.filter(
    (answer, answerIndex) => JSON.stringify(answer) !== JSON.stringify(expectedAnswers[answerIndex]),
  );
  process.stdout.write(
    `${name.padEnd(6)} ${answers.length - wrongAnswers.length} of ${answers.length} commands as npx basics\n`,
  );
  for (const wrongAnswer of wrongAnswers) process.stdout.write(`  ${JSON.stringify(wrongAnswer)}\n`);
  if (wrongAnswers.length > 0) process.exitCode = 1;
}
