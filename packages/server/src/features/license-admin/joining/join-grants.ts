import type { GrantOfAccount } from './joining.repository.ts';

type Term = Pick<GrantOfAccount, 'configTools' | 'validFrom' | 'validTo'>;

/** Two grants of the same tool and brand as one, which lasts from the earlier start to the later end and has the add-ons of both. */
export function joinGrants(one: Term, two: Term): Term {
  const addOns = new Set([...readAddOns(one), ...readAddOns(two)]);
  return {
    configTools: JSON.stringify([...addOns].toSorted()),
    // Null is no start, and no end.
    validFrom: one.validFrom === null || two.validFrom === null ? null : minimum(one.validFrom, two.validFrom),
    validTo: one.validTo === null || two.validTo === null ? null : maximum(one.validTo, two.validTo),
  };
}

const minimum = (one: string, two: string): string => (one < two ? one : two);
const maximum = (one: string, two: string): string => (one > two ? one : two);

function readAddOns({ configTools }: Term): string[] {
  const stored: unknown = JSON.parse(configTools);
  return Array.isArray(stored) ? stored.filter((addOn) => typeof addOn === 'string') : [];
}
