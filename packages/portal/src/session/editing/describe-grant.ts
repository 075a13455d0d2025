import type { GrantEffect } from '@basics/contract/bulk.ts';
import { formatDay } from '#portal/messages/times.ts';
import { bulk } from '#portal/texts/bulk.ts';

const texts = bulk.grantEffect;

type Days = Pick<GrantEffect, 'validFrom' | 'validTo'>;

/**
 * Describes the effect of a change on the tool of a user: the new days, the days before the change, and whether the term becomes shorter.
 */
export function describeGrant(outcomeText: string, { before, ...after }: GrantEffect): string {
  if (before === null) return texts.added(outcomeText, formatPeriod(after));
  if (before.validFrom === after.validFrom && before.validTo === after.validTo)
    return texts.same(outcomeText, formatPeriod(after));
  const formatChange = isShorter(before, after) ? texts.shorter : texts.changed;
  return formatChange(outcomeText, formatPeriod(after), formatPeriod(before));
}

/** Whether the new last day is earlier. Days such as `2027-03-14` can be compared as texts; null means no limit. */
const isShorter = (before: Days, after: Days): boolean =>
  after.validTo !== null && (before.validTo === null || after.validTo < before.validTo);

function formatPeriod({ validFrom, validTo }: Days): string {
  if (validFrom === null && validTo === null) return texts.noLimit;
  return [
    ...(validFrom === null ? [] : [texts.from(formatDay(validFrom))]),
    ...(validTo === null ? [] : [texts.until(formatDay(validTo))]),
  ].join(' ');
}
