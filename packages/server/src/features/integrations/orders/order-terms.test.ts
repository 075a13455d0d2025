import { describe, expect, test } from 'vitest';
import { findTerms, mergeTerms, type TermsLine } from './order-terms.ts';

const line = (pcs: number, validFrom: string | null, validTo: string | null, ...configTools: string[]): TermsLine => ({
  pcs,
  validFrom,
  validTo,
  configTools,
});

describe('what the lines of orders give together', () => {
  test('on each day, the PCs of the valid lines are added, and the terms end when the sum falls', () => {
    const of2026 = line(10, '2026-01-01', '2026-12-31');
    const renewal = line(12, '2027-01-01', '2027-12-31', 'configRail');
    const more = line(2, null, '2026-06-30');
    const read = (lines: TermsLine[], today: string) => {
      const dated = findTerms(lines, today);
      return dated && [dated.terms.pcs, dated.terms.validFrom, dated.terms.validTo, dated.nextDay].join(' ');
    };
    // A renewal continues the terms; its further PCs come on its first day.
    expect(read([of2026, renewal], '2026-03-10')).toBe('10 2026-01-01 2027-12-31 2027-01-01');
    expect(read([of2026, renewal], '2027-01-01')).toBe('12 2027-01-01 2027-12-31 2028-01-01');
    // PCs that end earlier end the terms of all: no licence may outlive the PCs that were bought.
    expect(read([of2026, more], '2026-03-10')).toBe('12  2026-06-30 2026-07-01');
    expect(read([of2026, more], '2026-07-01')).toBe('10 2026-01-01 2026-12-31 2027-01-01');
    // Before the first day, the next line counts; after the last day, the last one.
    expect(read([of2026], '2025-12-31')).toBe('10 2026-01-01 2026-12-31 2026-01-01');
    expect(read([of2026], '2027-01-01')).toBe('10 2026-01-01 2026-12-31 ');
    expect(read([line(5, null, null)], '2027-01-01')).toBe('5   ');
    expect(read([line(0, null, null)], '2027-01-01')).toBeNull();
    expect(findTerms([of2026, renewal], '2027-01-01')?.terms.configTools).toEqual(['configRail']);
  });

  test('what staff have changed stays: only the difference of the orders is applied', () => {
    const before = line(5, null, '2026-12-31', 'configRail');
    const after = line(8, null, '2026-12-31');
    const stored = line(7, null, '2027-03-31', 'configRail', 'ofStaff');
    expect(mergeTerms(stored, before, after)).toEqual({ ...line(10, null, '2027-03-31'), configTools: ['ofStaff'] });
    expect(mergeTerms(stored, before, line(1, null, '2028-12-31'))).toMatchObject({ pcs: 3, validTo: '2028-12-31' });
    expect(mergeTerms({ ...stored, pcs: null }, before, after).pcs).toBe(8);
    expect(mergeTerms(null, before, after)).toEqual(after);
  });
});
