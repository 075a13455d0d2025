import { termsBody } from '@basics/contract/policies.ts';
import type { Terms } from '@basics/contract/policies.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';

/** The field values of a policy; `alsoFor` lists the ids of other brands that get the same terms. */
export type Draft = { term: string; unit: 'months' | 'days'; seats: string; moves: string; alsoFor: string[] };

export const emptyDraft: Draft = { term: '', unit: 'months', seats: '', moves: '', alsoFor: [] };

export const createDraft = ({ months, days, seats, moves }: Terms): Omit<Draft, 'alsoFor'> => ({
  term: String(months ?? days ?? ''),
  unit: months === null ? 'days' : 'months',
  seats: String(seats),
  moves: String(moves),
});

const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Parses the terms of a draft with the schema of the contract. */
export const parseDraft = ({ term, unit, seats, moves }: Draft) =>
  termsBody.safeParse({
    months: unit === 'months' ? parseNumber(term) : null,
    days: unit === 'days' ? parseNumber(term) : null,
    seats: parseNumber(seats),
    moves: parseNumber(moves),
  });

/** The resolver of the form library, which shows the error messages of the contract at the fields. */
export const resolveDraft: Resolver<Draft, unknown, Terms> = (draft) => {
  const result = parseDraft(draft);
  if (result.success) return { values: result.data, errors: {} };
  const errors: FieldErrors<Draft> = {};
  for (const { path, message } of result.error.issues) errors[findField(path[0])] ??= { type: 'custom', message };
  return { values: {}, errors };
};

const findField = (name: PropertyKey | undefined): 'term' | 'seats' | 'moves' =>
  name === 'seats' || name === 'moves' ? name : 'term';

export const isSame = (first: Terms, second: Terms): boolean =>
  first.months === second.months &&
  first.days === second.days &&
  first.seats === second.seats &&
  first.moves === second.moves;
