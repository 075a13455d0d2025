import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeLicenceFile } from './licence-file.ts';
import { nodePrimitives, publicKeyToPem } from './node-primitives.ts';
import { samplePayload, testSigner, sampleCodes } from './testing/samples.ts';
import { printCode } from './text/text-form.ts';

/** The commands of docs/licence-format.md that verify a signature with openssl, without any change. */
const checkCodeScript = `
s=$(tr -d ' \\r\\n-' < code.txt | tr a-z A-Z | cut -c3- | tr OIL 011)
printf %s "$s" | tr '0123456789ABCDEFGHJKMNPQRSTVWXYZ' 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' | base32 -d > lc.bin
{ printf 'basics-licence-code-v1\\n'; head -c 53 lc.bin; } > lc.msg
dd if=lc.bin of=lc.sig bs=1 skip=53 count=64 status=none
openssl pkeyutl -verify -pubin -inkey pub.pem -rawin -in lc.msg -sigfile lc.sig
`;
const checkFileScript = `
tr -d '\\r' < x.lic | head -n 3 > m; tr -d '\\r' < x.lic | sed -n '4s/^signature: //p' | base64 -d > s
openssl pkeyutl -verify -pubin -inkey pub.pem -rawin -in m -sigfile s
`;

const testFolder = mkdtempSync(join(tmpdir(), 'basics-openssl-'));
const licenceFile = writeLicenceFile(samplePayload, testSigner, nodePrimitives);

function runScript(script: string): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync('bash', ['-c', script], { cwd: testFolder, encoding: 'utf8' });
  if (error !== undefined)
    throw new Error('This test runs the documented commands: bash must be installed', { cause: error });
  return { status, output: stdout + stderr };
}

beforeAll(() => {
  const missingPrograms = runScript(
    'for tool in openssl base32 base64 dd sed; do command -v $tool > /dev/null || echo $tool; done',
  ).output;
  if (missingPrograms !== '')
    throw new Error(`Install these to run the documented commands: ${missingPrograms.trim().split('\n').join(', ')}`);
  writeFileSync(join(testFolder, 'pub.pem'), publicKeyToPem(testSigner.publicKey));
});

afterAll(() => rmSync(testFolder, { recursive: true }));

describe('a licence is verified with only openssl and coreutils', () => {
  test.each([
    ['on one line', sampleCodes.licenceCode],
    ['as printed, with CRLF', printCode(sampleCodes.licenceCode).replaceAll('\n', '\r\n')],
    ['in lower case with o for 0', sampleCodes.licenceCode.toLowerCase().replaceAll('0', 'o')],
  ])('a licence code verifies: %s', (_, text) => {
    writeFileSync(join(testFolder, 'code.txt'), text);
    expect(runScript(checkCodeScript)).toEqual({ status: 0, output: 'Signature Verified Successfully\n' });
  });

  test('openssl does not verify a licence code with one changed character', () => {
    writeFileSync(join(testFolder, 'code.txt'), sampleCodes.licenceCode.replace('KTG007', 'KTG008'));
    expect(runScript(checkCodeScript).status).not.toBe(0);
  });

  test.each([
    ['as written', licenceFile],
    ['with CRLF', licenceFile.replaceAll('\n', '\r\n')],
  ])('a licence file verifies: %s', (_, text) => {
    writeFileSync(join(testFolder, 'x.lic'), text);
    expect(runScript(checkFileScript)).toEqual({ status: 0, output: 'Signature Verified Successfully\n' });
  });

  test('openssl does not verify a licence file with one changed character', () => {
    writeFileSync(join(testFolder, 'x.lic'), licenceFile.replace('payload: ey', 'payload: ez'));
    expect(runScript(checkFileScript).status).not.toBe(0);
  });
});
