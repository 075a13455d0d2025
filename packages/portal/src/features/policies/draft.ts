import { termsBody } from '@basics/contract/policies.ts';
import type { PolicyTerms, Terms } from '@basics/contract/policies.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';

/** The field values of a policy; `alsoFor` lists the ids of other brands that get the same terms. */
export type Draft = {
  term: string;
  unit: 'months' | 'days';
  seats: string;
  moves: string;
  bridge: boolean;
  alsoFor: string[];
};

export const emptyDraft: Draft = { term: '', unit: 'months', seats: '', moves: '', bridge: true, alsoFor: [] };

export const createDraft = ({ months, days, seats, moves, bridge }: PolicyTerms): Omit<Draft, 'alsoFor'> => ({
  term: String(months ?? days ?? ''),
  unit: months === null ? 'days' : 'months',
  seats: String(seats),
  moves: String(moves),
  bridge,
});

const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Parses the terms of a draft with the schema of the contract. */
export function parseDraft({ term, unit, seats, moves, bridge }: Draft) {
  const result = termsBody.safeParse({
    months: unit === 'months' ? parseNumber(term) : null,
    days: unit === 'days' ? parseNumber(term) : null,
    seats: parseNumber(seats),
    moves: parseNumber(moves),
  });
  return result.success ? { ...result, data: { ...result.data, bridge } } : result;
}

/** The resolver of the form library, which shows the error messages of the contract at the fields. */
export const resolveDraft: Resolver<Draft, unknown, PolicyTerms> = (draft) => {
  const result = parseDraft(draft);
  if (result.success) return { values: result.data, errors: {} };
  const errors: FieldErrors<Draft> = {};
  for (const { path, message } of result.error.issues) errors[findField(path[0])] ??= { type: 'custom', message };
  return { values: {}, errors };
};

const findField = (name: PropertyKey | undefined): 'term' | 'seats' | 'moves' =>
  name === 'seats' || name === 'moves' ? name : 'term';

export const isSame = (first: PolicyTerms, second: PolicyTerms): boolean =>
  isSameTerms(first, second) && first.bridge === second.bridge;

export const isSameTerms = (first: Terms, second: Terms): boolean =>
  first.months === second.months &&
  first.days === second.days &&
  first.seats === second.seats &&
  first.moves === second.moves;
