import type { LicencePayload } from '#licensing/licence-payload.ts';
import { createSignerFromSeed } from '#licensing/node-primitives.ts';

/** The TEST key of the format document: private seed 00 to 1f. */
export const testSigner = createSignerFromSeed(Uint8Array.from({ length: 32 }, (_, at) => at));

/** The signer with a second key, which no reader trusts. */
export const unknownSigner = createSignerFromSeed(new Uint8Array(32).fill(7));

/** The two codes of the format document, signed by the TEST key. */
export const sampleCodes = {
  verificationCode:
    'BV-240G01-R10000-30S28R-CF6FRM-R549VZ-WJA1YW-Z5R108-1G8186-0W46NZ-C6R07M-8HAK9D-A4YM1D-6H33EJ-SJA5C2-RSP6A8',
  licenceCode:
    'BL-45B4EP-N7M6HA-7955MT-KTG007-040G00-001XNF-V1P0DK-FBMG43-4931HW-SZ2K0M-H7FZJ9-87VKWQ-DN2J8Q-XDAJB2-V4YE4D-' +
    '4G0ZJV-WNYMJ3-ZBTM7C-NBB20K-W1X5FC-DJ552X-XYJPN6-EPXF4G-65HBRZ-FYAPDS-6M8QDF-S3AK7H-9Z97TB-6DB8W0-R8B98E-' +
    'WSZ2MG-2MQYKH',
};

/** The revocation list of the format document, signed by the TEST key. */
export const revocationVector = `BASICS REVOCATIONS v1
key: 56475aa75463474c
payload: eyJ2IjoxLCJ0b29sIjo3LCJzZXEiOjE3OTUwMDAwMDAwMDAsImlhdCI6MTc5NTAwMDAwMCwibmV4dCI6MTc5NTA0NjQwMCwiaWRzIjoiQUJFaU0wUlZabmVob3FPa3BhYW5xQT09Iiwia2V5cyI6WyJmZmVlZGRjY2JiYWE5OTg4Il19
signature: OUfDqaT6AXBQDk5bo4EfUcdRQ/kBFee5Y3/5apin2xHhVjfBDLuOScryYorTVr8NCuqNZ51RuST3Sbm1evuNDg==
`;

/** The licence of the test vector in the form of a licence file. */
export const samplePayload: LicencePayload = {
  v: 1,
  lid: 'a1a2a3a4a5a6a7a8',
  user: 'zoë@example.com',
  brand: 'product',
  tool: { id: 7, name: 'basics', maxMajor: 1 },
  machine: { fp: '83224618f33f14c1489dff92507dcf97', scheme: 1, name: 'DESKTOP-4F7K2QX' },
  vc: '6d45245fad54962d'.repeat(4),
  ent: { bits: 15, names: ['design', 'export', 'import', 'rail'] },
  prefs: { temperature: 'C', thickness: 0.5, packed: true },
  iat: 1_795_000_000,
  nbf: 1_795_000_000,
  exp: 1_826_536_000,
  graceDays: 14,
  seq: 1,
};
