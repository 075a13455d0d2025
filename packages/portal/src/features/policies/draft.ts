import { termsBody } from '@basics/contract/policies.ts';
import type { PolicyTerms, Terms } from '@basics/contract/policies.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';

/** The field values of a policy; `alsoFor` lists the ids of other brands that get the same terms. */
export type TermsDraft = {
  term: string;
  unit: 'months' | 'days';
  seats: string;
  moves: string;
  bridge: boolean;
  alsoFor: string[];
};

export const emptyDraft: TermsDraft = { term: '', unit: 'months', seats: '', moves: '', bridge: true, alsoFor: [] };

export const createDraft = ({ months, days, seats, moves, bridge }: PolicyTerms): Omit<TermsDraft, 'alsoFor'> => ({
  term: String(months ?? days ?? ''),
  unit: months === null ? 'days' : 'months',
  seats: String(seats),
  moves: String(moves),
  bridge,
});

const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Parses the terms of a draft with the schema of the contract. */
export function parseDraft({ term, unit, seats, moves, bridge }: TermsDraft) {
  const parsedTerms = termsBody.safeParse({
    months: unit === 'months' ? parseNumber(term) : null,
    days: unit === 'days' ? parseNumber(term) : null,
    seats: parseNumber(seats),
    moves: parseNumber(moves),
  });
  return parsedTerms.success ? { ...parsedTerms, data: { ...parsedTerms.data, bridge } } : parsedTerms;
}

/** The resolver of the form library, which shows the error messages of the contract at the fields. */
export const resolveDraft: Resolver<TermsDraft, unknown, PolicyTerms> = (draft) => {
  const parsedTerms = parseDraft(draft);
  if (parsedTerms.success) return { values: parsedTerms.data, errors: {} };
  const errors: FieldErrors<TermsDraft> = {};
  for (const { path, message } of parsedTerms.error.issues) errors[findField(path[0])] ??= { type: 'custom', message };
  return { values: {}, errors };
};

const findField = (name: PropertyKey | undefined): 'term' | 'seats' | 'moves' =>
  name === 'seats' || name === 'moves' ? name : 'term';

export const isSame = (firstTerms: PolicyTerms, secondTerms: PolicyTerms): boolean =>
  isSameTerms(firstTerms, secondTerms) && firstTerms.bridge === secondTerms.bridge;

export const isSameTerms = (firstTerms: Terms, secondTerms: Terms): boolean =>
  firstTerms.months === secondTerms.months &&
  firstTerms.days === secondTerms.days &&
  firstTerms.seats === secondTerms.seats &&
  firstTerms.moves === secondTerms.moves;
