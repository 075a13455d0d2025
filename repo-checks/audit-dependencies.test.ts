import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { billOfMaterials, judgeSignatures } from '../scripts/audit-dependencies.mjs';
import { root } from '../scripts/root.mjs';

test('the bill of materials names every package with version and hash, and marks those for development', () => {
  const printed = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const bill = billOfMaterials(printed);
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  expect(bill.metadata.component.name).toBe('basics-portal');
  const development = { name: 'cdx:npm:package:development', value: 'true' };
  const partOf = (name: string) => bill.components.find((each: { name: string }) => each.name === name);
  for (const name of ['fastify', 'kysely', '@noble/ed25519', 'react', 'vitest'])
    expect(partOf(name)).toMatchObject({
      version: packages[`node_modules/${name}`].version,
      hashes: [{ alg: 'SHA-512' }],
    });
  expect(partOf('vitest').properties).toContainEqual(development);
  expect(partOf('fastify').properties).not.toContainEqual(development);
});

describe('the signatures of the installed packages', () => {
  test.each([
    ['are good', { invalid: [], missing: [] }, { ok: true, isVerified: true }],
    [
      'are wrong',
      { invalid: [{ name: 'left-pad' }], missing: [] },
      { ok: false, line: expect.stringContaining('left-pad') },
    ],
    [
      'are missing',
      { invalid: [], missing: [{ name: 'left-pad' }] },
      { ok: false, line: expect.stringContaining('left-pad') },
    ],
    [
      'cannot be verified without a network',
      { error: { code: 'ENOTFOUND', summary: 'request failed, reason: getaddrinfo ENOTFOUND' } },
      { ok: true, isVerified: false, line: expect.stringContaining('not verified: request failed') },
    ],
  ])('%s', (_, printed, verdict) => {
    expect(judgeSignatures(JSON.stringify(printed))).toMatchObject(verdict);
  });
});
