import { days, toUtcDay } from '#server/platform/clock.ts';
import type { GrantOfAccount } from './joining.repository.ts';

type Term = Pick<GrantOfAccount, 'configTools' | 'validFrom' | 'validTo'>;

/**
 * Joins two grants of the same tool and brand into one. If the grants overlap, or one begins on the day after the other
 * ends, the new grant lasts from the earlier start to the later end, with the add-ons of both. If there are days
 * between the two grants, only one grant is kept, because nobody granted these days. The grant that is valid on the day
 * `today` (YYYY-MM-DD) is kept, else the later grant.
 */
export function joinGrants(one: Term, two: Term, today: string): Term {
  const [earlier, later] = endsBefore(two, one) ? [two, one] : [one, two];
  if (endsBefore(earlier, later)) return pickTerm(isValidOn(earlier, today) ? earlier : later);
  const addOns = new Set([...readAddOns(one), ...readAddOns(two)]);
  return {
    configTools: JSON.stringify([...addOns].toSorted()),
    // Null means that a term has no first day or no last day.
    validFrom: one.validFrom === null || two.validFrom === null ? null : minimum(one.validFrom, two.validFrom),
    validTo: one.validTo === null || two.validTo === null ? null : maximum(one.validTo, two.validTo),
  };
}

/** Returns whether there are days between the end of grant `one` and the start of grant `two`. */
const endsBefore = (one: Term, two: Term): boolean =>
  one.validTo !== null && two.validFrom !== null && toUtcDay(Date.parse(one.validTo) + days(1)) < two.validFrom;

const isValidOn = ({ validFrom, validTo }: Term, day: string): boolean =>
  (validFrom === null || validFrom <= day) && (validTo === null || validTo >= day);

const pickTerm = ({ configTools, validFrom, validTo }: Term): Term => ({ configTools, validFrom, validTo });

const minimum = (one: string, two: string): string => (one < two ? one : two);
const maximum = (one: string, two: string): string => (one > two ? one : two);

function readAddOns({ configTools }: Term): string[] {
  const storedNames: unknown = JSON.parse(configTools);
  return Array.isArray(storedNames) ? storedNames.filter((addOn) => typeof addOn === 'string') : [];
}
