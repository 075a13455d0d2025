import { termsBody, type PolicyTerms, type Terms } from '@basics/contract/policies/policies.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';

/** The field values of a policy; `alsoFor` lists the ids of other brands that get the same terms. */
export type TermsDraft = {
  term: string;
  unit: 'months' | 'days';
  seats: string;
  moves: string;
  bridge: boolean;
  /** The renewal period in days; an empty text for the default. */
  renewalDays: string;
  alsoFor: string[];
};

export const emptyDraft: TermsDraft = {
  term: '',
  unit: 'months',
  seats: '',
  moves: '',
  bridge: true,
  renewalDays: '',
  alsoFor: [],
};

export const createDraft = ({ months, days, seats, moves, ...settings }: PolicyTerms): Omit<TermsDraft, 'alsoFor'> => ({
  term: String(months ?? days ?? ''),
  unit: months === null ? 'days' : 'months',
  seats: String(seats),
  moves: String(moves),
  bridge: settings.bridge,
  renewalDays: String(settings.renewalDays ?? ''),
});

const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Parses the terms of a draft with the schema of the API contract. */
export function parseDraft({ term, unit, seats, moves, bridge, renewalDays }: TermsDraft) {
  const parsedTerms = termsBody.safeParse({
    months: unit === 'months' ? parseNumber(term) : null,
    days: unit === 'days' ? parseNumber(term) : null,
    seats: parseNumber(seats),
    moves: parseNumber(moves),
    renewalDays: renewalDays.trim() === '' ? null : parseNumber(renewalDays),
  });
  if (!parsedTerms.success) return parsedTerms;
  return { ...parsedTerms, data: { ...parsedTerms.data, bridge, renewalDays: parsedTerms.data.renewalDays ?? null } };
}

/** The validation function for the form library: it shows the error messages of the API contract at the fields. */
export const resolveDraft: Resolver<TermsDraft, unknown, PolicyTerms> = (draft) => {
  const parsedTerms = parseDraft(draft);
  if (parsedTerms.success) return { values: parsedTerms.data, errors: {} };
  const errors: FieldErrors<TermsDraft> = {};
  for (const { path, message } of parsedTerms.error.issues)
    errors[toFieldName(path[0])] ??= { type: 'custom', message };
  return { values: {}, errors };
};

const toFieldName = (name: PropertyKey | undefined): 'term' | 'seats' | 'moves' | 'renewalDays' =>
  name === 'seats' || name === 'moves' || name === 'renewalDays' ? name : 'term';

export const isSamePolicy = (firstTerms: PolicyTerms, secondTerms: PolicyTerms): boolean =>
  isSameTerms(firstTerms, secondTerms) &&
  firstTerms.bridge === secondTerms.bridge &&
  firstTerms.renewalDays === secondTerms.renewalDays;

export const isSameTerms = (firstTerms: Terms, secondTerms: Terms): boolean =>
  firstTerms.months === secondTerms.months &&
  firstTerms.days === secondTerms.days &&
  firstTerms.seats === secondTerms.seats &&
  firstTerms.moves === secondTerms.moves;
