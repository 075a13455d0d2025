import type { PolicyImpact, PolicyTerms } from '@basics/contract/policies/policies.ts';
import { policies } from '#portal/texts/policies.ts';

const { reach: texts } = policies;

/** Describes the effect of changed terms in sentences: the affected users, and when the terms apply. */
export function describeImpact(
  impact: PolicyImpact,
  { before, after }: { before: PolicyTerms; after: PolicyTerms },
): string[] {
  const { people, activeLicenses, peopleAboveSeats, machinesAboveSeats } = impact;
  const hasOtherTerm = before.months !== after.months || before.days !== after.days;
  return [
    people === 0 ? texts.nobody : texts.touches(people, activeLicenses),
    ...(peopleAboveSeats > 0 ? [texts.above(peopleAboveSeats, machinesAboveSeats)] : []),
    ...(activeLicenses > 0 ? [texts.keep] : []),
    ...(activeLicenses > 0 && hasOtherTerm ? [texts.renewal(after, before)] : []),
    ...(before.months !== null && after.months === null ? [texts.becomesTrial] : []),
    ...(before.months === null && after.months !== null ? [texts.noLongerTrial] : []),
    ...(after.moves < before.moves ? [after.moves === 0 ? texts.noMoves : texts.fewerMoves] : []),
    ...(after.renewalDays === (before.renewalDays ?? null) ? [] : [texts.renewalDays(after.renewalDays)]),
    ...(after.bridge === before.bridge ? [] : [after.bridge ? texts.bridges : texts.noBridges]),
  ];
}
