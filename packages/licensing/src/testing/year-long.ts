import type { LicencePayload } from '#licensing/licence-payload.ts';

const secondsPerDay = 86_400;

/**
 * Creates the payload of a licence. By default, the licence is for the PC DESK-1, began a day before `now` (Unix
 * seconds) and is valid for a year.
 */
export const createYearLicence = (now: number, change: Partial<LicencePayload> = {}): LicencePayload => ({
  v: 1,
  lid: 'a1a2a3a4a5a6a7a8',
  user: 'Ada Lovelace <ada@office.example>',
  brand: 'blue',
  tool: { id: 7, name: 'Basics', maxMajor: 255 },
  machine: { fp: '83224618f33f14c1489dff92507dcf97', scheme: 1, name: 'DESK-1' },
  vc: '6d45245fad54962d'.repeat(4),
  ent: { bits: 1, names: ['configRail'] },
  prefs: { temperature: 'C', packed: true, priceList: null, graphThickness: 1.25 },
  iat: now - secondsPerDay,
  nbf: now - secondsPerDay,
  exp: now + 364 * secondsPerDay,
  graceDays: 14,
  seq: 1,
  ...change,
});
