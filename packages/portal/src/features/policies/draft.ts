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
export function readDraft({ term, unit, seats, moves, bridge }: Draft) {
  const read = termsBody.safeParse({
    months: unit === 'months' ? parseNumber(term) : null,
    days: unit === 'days' ? parseNumber(term) : null,
    seats: parseNumber(seats),
    moves: parseNumber(moves),
  });
  return read.success ? { ...read, data: { ...read.data, bridge } } : read;
}

/** Adds the error messages of the contract to the fields. */
export const resolveDraft: Resolver<Draft, unknown, PolicyTerms> = (draft) => {
  const read = readDraft(draft);
  if (read.success) return { values: read.data, errors: {} };
  const errors: FieldErrors<Draft> = {};
  for (const { path, message } of read.error.issues) errors[findField(path[0])] ??= { type: 'custom', message };
  return { values: {}, errors };
};

const findField = (name: PropertyKey | undefined): 'term' | 'seats' | 'moves' =>
  name === 'seats' || name === 'moves' ? name : 'term';

export const isSame = (one: PolicyTerms, other: PolicyTerms): boolean =>
  isSameTerms(one, other) && one.bridge === other.bridge;

export const isSameTerms = (one: Terms, other: Terms): boolean =>
  one.months === other.months && one.days === other.days && one.seats === other.seats && one.moves === other.moves;
