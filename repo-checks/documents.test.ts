import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits, portalVersion } from '@basics/contract/calls/limits.ts';
import { commands } from '@basics/server/commands/commands.ts';
import { environmentKeys } from '@basics/server/config/config.ts';
import { root } from '../scripts/root.mjs';
import { listFiles, readText } from './files.ts';
import { plantTree } from './planted-tree.ts';

const documents = listFiles().filter((file) => file.endsWith('.md'));
const fileExists = (file: string) => existsSync(path.join(root, file));

/** Lists the anchors of the headings in a document, as GitHub creates them. */
const listAnchors = (file: string) =>
  [...readText(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link of a document has a target', () => {
  const brokenLinks = documents.flatMap((file) =>
    [...readText(file).matchAll(/\]\(([^)]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^(https?|mailto):/.test(link))
      .filter((link) => {
        const [linkPath = '', anchor] = link.split('#');
        const targetPath = linkPath === '' ? file : path.posix.join(path.posix.dirname(file), linkPath);
        return !fileExists(targetPath) || (anchor !== undefined && !listAnchors(targetPath).includes(anchor));
      })
      .map((link) => `${link} in ${file}`),
  );
  expect(documents.length).toBeGreaterThan(15);
  expect(brokenLinks).toEqual([]);
});

test('every path that a document names exists', () => {
  const missingPaths = documents.flatMap((file) =>
    [...readText(file).matchAll(/`((?:packages|repo-checks|scripts|docs|e2e)\/[\w./-]+)`/g)]
      .map(([, namedPath = '']) => namedPath)
      .filter((namedPath) => !fileExists(namedPath))
      .map((namedPath) => `${namedPath} in ${file}`),
  );
  expect(missingPaths).toEqual([]);
});

test('every file of the walks in docs/architecture.md exists', () => {
  const lines = [...readText('docs/architecture.md').matchAll(/^(portal|server|contract|licensing) +(\S+\.tsx?) /gm)];
  expect(lines.length).toBeGreaterThan(40);
  const missingFiles = lines
    .map(([, side = '', file = '']) => ['', 'features/'].map((folder) => `packages/${side}/src/${folder}${file}`))
    .filter((places) => !places.some(fileExists));
  expect(missingFiles).toEqual([]);
});

test('the map of folders in the README names every folder of the repository, and no folder that does not exist', () => {
  const [, map = ''] = /## The map[^\n]*[^]*?```\n([^]*?)```/.exec(readText('README.md')) ?? [];
  const lines = [...map.matchAll(/^( *)([\w-]+\/) /gm), ...map.matchAll(/^( *)([\w-]+\/)$/gm)];
  const namedFolders = lines.map(([, indent, name = '']) => (indent ? `packages/${name}` : name));
  const existingFolders = listFiles()
    .map((file) => /^(packages\/[\w-]+\/|[\w-]+\/)/.exec(file)?.[1] ?? '')
    .filter(Boolean);
  expect(new Set(namedFolders)).toEqual(new Set([...existingFolders, 'packages/']));
});

test('every `npm run` command that a document names is a script of package.json', () => {
  const manifest: { scripts: Record<string, string> } = JSON.parse(readText('package.json'));
  const namedScripts = documents.flatMap((file) =>
    [...readText(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
  );
  expect(namedScripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

test('every `portal` command that a document names exists', () => {
  const namedCommands = documents.flatMap((file) =>
    [...readText(file).matchAll(/`(?:npx )?portal ([a-z][^`<]*?)(?: --|<|`)/g)].map(([, command = '']) =>
      command.trim(),
    ),
  );
  const commandExists = (commandWords: string) =>
    commands.some(({ name }) => `${commandWords} `.startsWith(`${name} `) || name.startsWith(`${commandWords} `));
  expect(namedCommands).not.toEqual([]);
  expect(namedCommands.filter((commandWords) => !commandExists(commandWords))).toEqual([]);
});

test('docs/architecture.md lists every decision', () => {
  const architecture = readText('docs/architecture.md');
  const decisions = documents.filter((file) => file.startsWith('docs/decisions/'));
  expect(decisions).not.toEqual([]);
  expect(decisions.filter((file) => !architecture.includes(`](${file.replace('docs/', '')})`))).toEqual([]);
});

test('the changelog begins with the version that the footer shows', () => {
  expect(/^## \[([^\]]+)\]/m.exec(readText('CHANGELOG.md'))?.[1]).toBe(portalVersion);
});

describe('the variables of the configuration', () => {
  test('.env.example contains every configuration variable, and no other variable', () => {
    const namedVariables = [...readText('.env.example').matchAll(/^#?([A-Z\d_]+)=/gm)].map(([, name]) => name);
    expect(new Set(namedVariables)).toEqual(new Set(environmentKeys));
  });

  test('the table of variables in docs/operating.md contains every configuration variable, and no other variable (T564)', () => {
    const [, table = ''] = /## Configuration([^]*?)\n#/.exec(readText('docs/operating.md')) ?? [];
    const namedVariables = [...table.matchAll(/^\| ([^|]+)\|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z\d_]+)`/g)])
      .map(([, name]) => name);
    expect(new Set(namedVariables)).toEqual(new Set(environmentKeys));
  });

  test('.env.example sets no variable: every variable is in a comment', () => {
    const set = readText('.env.example')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(set).toEqual([]);
  });
});

test.each(['deploy/nginx/one-portal.conf', 'deploy/nginx/several-portals.conf', 'deploy/kubernetes/portal.yaml'])(
  'the proxy of %s passes on the largest request that the portal accepts',
  (file) => {
    const [, megabytes = '0'] = /^\s*(?:client_max_body_size |.*proxy-body-size: )(\d+)m/m.exec(readText(file)) ?? [];
    const largestRequest = Math.max(limits.body.bytes, limits.massAct.bytes, limits.import.bytes);
    expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(largestRequest);
  },
);

test('the commands in the description of the licence format verify its test vectors', () => {
  const formatText = readText('docs/licence-format.md');
  const blocks = [...formatText.matchAll(/```bash\n([^]*?)```/g)].map(([, block = '']) => block);
  const [, code = ''] = /```\n(BL-[^]*?)```/.exec(formatText) ?? [];
  const [, publicKey = ''] = /public key\s+`([0-9a-f]{64})`/.exec(formatText) ?? [];
  const [, list = ''] = /```\n(BASICS REVOCATIONS v1\nkey: 5[^]*?)```/.exec(formatText) ?? [];
  const [pem = '', checkCode = '', checkFile = ''] = blocks;
  const keysResponse = JSON.stringify({ keys: [{ kid: '56475aa7', publicKey, status: 'current' }] });
  const folder = plantTree({ 'code.txt': code, 'x.lic': list, 'answer.json': keysResponse });
  const script = `${pem.replace(/curl -s \S+/, 'cat answer.json')}\n${checkCode}\n${checkFile}`;
  expect(execFileSync('bash', ['-ec', script], { cwd: folder, encoding: 'utf8' })).toBe(
    'Signature Verified Successfully\n'.repeat(2),
  );
});

test('the list of cryptography names every file that uses a key, a signature or a password hash (T563)', () => {
  const cryptographyCalls =
    /create(Hmac|Cipheriv)\(|hkdfSync\(|generateKeyPairSync\(|subtle\.(verify|sign|derive|encrypt)|\b(sign|verify)\(null,|(?:from |import\()'(?:@node-rs\/argon2|fast-jwt|otpauth|@simplewebauthn\/server|altcha-lib|@noble\/ed25519|age-encryption)'/;
  const filesWithCryptography = listFiles().filter(
    (file) =>
      /^packages\/\w+\/src\/.*\.tsx?$/.test(file) &&
      !/\.test\.|\/testing\//.test(file) &&
      cryptographyCalls.test(readText(file)),
  );
  const namedFiles = [...readText('docs/cryptography.md').matchAll(/`(packages\/[^`]+)`/g)].map(([, file]) => file);
  expect(new Set(namedFiles)).toEqual(new Set(filesWithCryptography));
});
