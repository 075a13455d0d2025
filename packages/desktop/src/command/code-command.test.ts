import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { printCheckedLines } from '@basics/licensing/text/line-check.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode, type VerificationClaims } from '@basics/licensing/verification-code.ts';
import { createLicenceFile, officePc, createKeyList, signer, start } from '#desktop/testing/bench.ts';
import { createBenchForEachTest } from '#desktop/testing/suite-bench.ts';

const bench = createBenchForEachTest();
let portal: Server;
let portalAddress: string;
let requestedPaths: string[];

beforeEach(async () => {
  requestedPaths = [];
  portal = createServer((request, response) => {
    requestedPaths.push(request.url ?? '');
    response.end(createKeyList(signer));
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const serverAddress = portal.address();
  portalAddress =
    typeof serverAddress === 'object' && serverAddress !== null ? `http://127.0.0.1:${serverAddress.port}` : '';
});

afterEach(async () => {
  await new Promise((resolve) => portal.close(resolve));
});

function readClaims(text: string): VerificationClaims {
  const reading = readVerificationCode(text, nodePrimitives);
  if (!reading.ok) throw new Error(reading.refusal.code);
  return reading.value.claims;
}

/** Counts the lines of a text that belong to a QR code. */
function countQrCodeLines(text: string): number {
  return text.split('\n').filter((line) => /[█▀▄]{3}/.test(line)).length;
}

describe('basics code', () => {
  test('basics code prints the code of this PC and nothing else on standard output', async () => {
    const { output } = await bench().basics(['code', '--offline']);
    expect(output).toMatch(/^BV-(?:[0-9A-Z]{6}-?){4}\n/);
    expect(readClaims(output)).toMatchObject({
      reason: 'new',
      toolId: 7,
      toolVersion: { major: 1, minor: 0, patch: 1 },
      createdAt: start,
      machineName: 'OFFICE-PC',
    });
  });

  test('the options --renew and --moved set the reason in the verification code', async () => {
    expect(readClaims((await bench().basics(['code', '--offline', '--renew'])).output).reason).toBe('renew');
    expect(readClaims((await bench().basics(['code', '--offline', '--moved'])).output).reason).toBe('moved');
  });

  test('two codes of the same PC are different', async () => {
    const [first, second] = [await bench().basics(['code', '--offline']), await bench().basics(['code', '--offline'])];
    expect(readClaims(first.output).nonce).not.toEqual(readClaims(second.output).nonce);
    expect(readClaims(first.output).fingerprint).toEqual(readClaims(second.output).fingerprint);
  });

  test('with --out, basics code also writes the code to a file', async () => {
    const path = join(bench().home, 'office.bvr');
    const { output, errorOutput } = await bench().basics(['code', '--offline', '--out', path]);
    expect(readFileSync(path, 'utf8')).toBe(`${output}\n`);
    expect(errorOutput).toContain(path);
  });

  test('if the path of --out cannot be written, the error names the path, and no code is printed', async () => {
    writeFileSync(join(bench().home, 'file'), '');
    const result = await bench().basics(['code', '--offline', '--out', join(bench().home, 'file', 'x.bvr')]);
    expect(result).toMatchObject({
      exitCode: 1,
      output: '',
      errorOutput: expect.stringMatching(/^basics: FILE_NOT_WRITABLE: /),
    });
  });

  test('the option --out creates no folders', async () => {
    const result = await bench().basics(['code', '--offline', '--out', join(bench().home, 'mistyped', 'x.bvr')]);
    expect(result).toMatchObject({ exitCode: 1, output: '' });
    expect(existsSync(join(bench().home, 'mistyped'))).toBe(false);
  });

  test('with --json, basics code prints the code and the link', async () => {
    const { output } = await bench().basics(['code', '--offline', '--json', '--portal', 'https://portal.example']);
    const { verificationCode, link } = JSON.parse(output);
    expect(link).toBe(`https://portal.example/license/verify#c=${verificationCode}`);
    expect(readClaims(link)).toEqual(readClaims(verificationCode));
  });

  test('in a terminal, basics code prints a QR code below the code, unless the terminal is too small or --no-qr is given', async () => {
    const wideTerminal = { terminal: { columns: 120, colours: false } };
    expect(countQrCodeLines((await bench().basics(['code', '--offline'], wideTerminal)).errorOutput)).toBeGreaterThan(
      20,
    );
    expect(countQrCodeLines((await bench().basics(['code', '--offline', '--no-qr'], wideTerminal)).errorOutput)).toBe(
      0,
    );
    expect(countQrCodeLines((await bench().basics(['code', '--offline', '--plain'], wideTerminal)).errorOutput)).toBe(
      0,
    );
    const narrowTerminal = { terminal: { columns: 40, colours: true } };
    expect(countQrCodeLines((await bench().basics(['code', '--offline'], narrowTerminal)).errorOutput)).toBe(0);
  });

  test('with --speak, basics code prints lines with check characters, spelled in the spelling alphabet', async () => {
    const { output } = await bench().basics(['code', '--offline', '--speak']);
    const lines = Array.from(output.matchAll(/^Line \d of \d: (.+)$/gm), ([, line = '']) => line);
    expect(readClaims(lines.join('\n')).machineName).toBe('OFFICE-PC');
    expect(lines).toEqual(printCheckedLines(lines.join('').replaceAll(/-U..(?=-|$)/g, '')));
    const [first = ''] = lines;
    expect(output).toContain(`: ${first}\n  Bravo Victor\n  two four zero `);
    expect(output).toMatch(/^ {2}Uniform [A-Za-z-]+ [A-Za-z-]+$/m);
  });

  test('in a terminal, basics code --speak prints each line of the code after the user has confirmed the previous line', async () => {
    const terminal = { columns: 120, colours: false };
    const result = await bench().basics(['code', '--offline', '--speak'], { terminal, answers: ['', '', ''] });
    expect(result.askedQuestions.map(({ question }) => question)).toEqual(
      [1, 2, 3].map((line) => `Press Enter when line ${line} is confirmed. `),
    );
    expect(countQrCodeLines(result.errorOutput)).toBe(0);
  });

  test('with --speak and --json, basics code prints each line of the code and how to spell it', async () => {
    const { output } = await bench().basics(['code', '--offline', '--speak', '--json']);
    const { verificationCode, lines } = JSON.parse(output);
    expect(lines[0].line).toBe(printCheckedLines(verificationCode)[0]);
    expect(lines[0].words[0]).toBe('Bravo Victor');
  });

  test('the command basics code stores the keys of the portal at its first run and says so; later runs do not connect', async () => {
    const firstRun = await bench().basics(['code', '--portal', portalAddress]);
    expect(firstRun.errorOutput).toMatch(/First connection.*\n {2}(?:[0-9a-f]{4} ?){4}/);
    expect(readClaims(firstRun.output).machineName).toBe('OFFICE-PC');
    const secondRun = await bench().basics(['code', '--portal', portalAddress]);
    expect(secondRun.errorOutput).toBe('');
    expect(requestedPaths).toEqual(['/.well-known/basics-licence-keys']);
  });

  test('with --offline, basics code makes no connection', async () => {
    await bench().basics(['code', '--portal', portalAddress, '--offline']);
    expect(requestedPaths).toEqual([]);
  });

  test('basics code prints the code even if the portal does not answer', async () => {
    const result = await bench().basics(['code', '--portal', 'http://127.0.0.1:9']);
    expect(result.exitCode).toBe(0);
    expect(result.errorOutput).toContain('basics trust http://127.0.0.1:9');
    expect(result.errorOutput).toContain('BASICS_PORTAL_URL');
    expect(readClaims(result.output).toolId).toBe(7);
  });

  test('basics code never stores keys from an unencrypted connection to another computer', async () => {
    const result = await bench().basics(['code', '--portal', 'http://portal.example']);
    expect(result.errorOutput).toContain('not encrypted');
    expect(existsSync(join(bench().home, 'state', 'keys.json'))).toBe(false);
  });

  test('a PC with too few hardware facts to identify it gets a permanent random identity', async () => {
    const fewFacts = { facts: { 'machine-id': officePc['machine-id'] ?? '' } };
    const firstRun = await bench().basics(['code', '--offline'], fewFacts);
    const secondRun = await bench().basics(['code', '--offline'], fewFacts);
    expect(firstRun.errorOutput).toContain('A random identity is stored');
    expect(readClaims(firstRun.output)).toMatchObject({ scheme: 2, isStandIn: true, isVirtual: false });
    expect(readClaims(firstRun.output).fingerprint).toEqual(readClaims(secondRun.output).fingerprint);
  });

  test('on a virtual machine, basics code says so, and the code contains this fact', async () => {
    const result = await bench().basics(['code', '--offline'], { virtualMachine: 'VMware' });
    expect(result.errorOutput).toContain('This PC is a virtual machine (VMware).');
    expect(readClaims(result.output)).toMatchObject({ scheme: 2, isVirtual: true, isStandIn: false });
  });

  test('if a licence is installed, a new code contains the network card of the licence, even if another network card comes first', async () => {
    await bench().trust();
    const { fingerprint } = readClaims((await bench().basics(['code', '--offline'])).output);
    await bench().install(createLicenceFile());
    const factsWithDock = { ...officePc, 'network-card': ['00:00:5e:00:53:01', String(officePc['network-card'])] };
    const renewal = readClaims(
      (await bench().basics(['code', '--offline', '--renew'], { facts: factsWithDock })).output,
    );
    expect(renewal.fingerprint).toEqual(fingerprint);
    const factsWithoutCard = { ...officePc, 'network-card': '00:00:5e:00:53:01' };
    expect(
      readClaims((await bench().basics(['code', '--offline'], { facts: factsWithoutCard })).output).fingerprint,
    ).not.toEqual(fingerprint);
  });
});

describe('basics trust with a portal', () => {
  test('basics trust pins the keys that the portal publishes', async () => {
    expect((await bench().basics(['trust', portalAddress])).output).toContain(portalAddress);
    expect((await bench().basics(['keys'])).output).toContain('(current)');
  });

  test('basics trust reports a portal that cannot be reached', async () => {
    const result = await bench().basics(['trust', 'http://127.0.0.1:9']);
    expect(result).toMatchObject({ exitCode: 1, errorOutput: expect.stringMatching(/^basics: PORTAL_NOT_REACHED: /) });
  });

  test('basics trust reports a response that is not a list of keys', async () => {
    portal.removeAllListeners('request');
    portal.on('request', (_, response) => response.end('<html>'));
    expect((await bench().basics(['trust', portalAddress])).errorOutput).toContain('KEYS_NOT_READABLE');
    portal.removeAllListeners('request');
    portal.on('request', (_, response) => response.writeHead(503).end());
    expect((await bench().basics(['trust', portalAddress])).errorOutput).toContain('status 503');
  });
});
