import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseBillOfMaterials, judgeSignatures } from '../scripts/audit-dependencies.mjs';
import { root } from '../scripts/root.mjs';

test('the bill of materials names every package with its version and hash, and marks the packages for development (T562)', () => {
  const npmOutput = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const billOfMaterials = parseBillOfMaterials(npmOutput);
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  expect(billOfMaterials.metadata.component.name).toBe('basics-portal');
  const developmentProperty = { name: 'cdx:npm:package:development', value: 'true' };
  const findComponent = (name: string) =>
    billOfMaterials.components.find((component: { name: string }) => component.name === name);
  for (const name of ['fastify', 'kysely', '@noble/ed25519', 'react', 'vitest'])
    expect(findComponent(name)).toMatchObject({
      version: packages[`node_modules/${name}`].version,
      hashes: [{ alg: 'SHA-512' }],
    });
  expect(findComponent('vitest').properties).toContainEqual(developmentProperty);
  expect(findComponent('fastify').properties).not.toContainEqual(developmentProperty);
});

describe('the check of the signatures of installed packages', () => {
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
  ])('%s (T561)', (_, npmOutput, verdict) => {
    expect(judgeSignatures(JSON.stringify(npmOutput))).toMatchObject(verdict);
  });
});
