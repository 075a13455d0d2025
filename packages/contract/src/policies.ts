import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { shortText, databaseInteger, wholeNumber } from './fields.ts';
import { limits } from './limits.ts';
import { option } from './options.ts';
import { fieldMessages } from './field-messages.ts';

const { policy: policyLimits } = limits;

/** The duration of a licence (months or days; the other is null), the number of PCs, and the number of moves in 12 months. */
const terms = z.strictObject({
  months: z.nullable(z.int()),
  days: z.nullable(z.int()),
  seats: z.int(),
  moves: z.int(),
});
export type Terms = z.infer<typeof terms>;

/**
 * `bridge`: whether a user gets a licence for a few days when the limit of PCs or moves is reached. `renewalDays`: the number of days
 * before its last day from which a licence can be renewed; null for the default. In the first half of its term, a licence can never be
 * renewed.
 */
const policyTerms = z.extend(terms, { bridge: z.boolean(), renewalDays: z.nullable(z.int()) });
export type PolicyTerms = z.infer<typeof policyTerms>;

/** The terms of a profile for a tool under a brand; profile 0 means viewers. `starting` has the initial terms. */
const policy = z.extend(policyTerms, {
  profileID: z.int(),
  tool: z.string(),
  brand: z.string(),
  version: z.int(),
  starting: policyTerms,
});
export type Policy = z.infer<typeof policy>;

/** A policy with the number of users it applies to (`people`), and the number of their licences that are active today. */
const countedPolicy = z.extend(policy, { people: z.int(), activeLicenses: z.int() });
export type CountedPolicy = z.infer<typeof countedPolicy>;

/**
 * The effect of new terms: the users of the profile with a grant, their active licences, and the users with more PCs than the terms
 * allow, with the number of PCs beyond the limit.
 */
export const policyImpact = z.strictObject({
  people: z.int(),
  activeLicenses: z.int(),
  peopleAboveSeats: z.int(),
  machinesAboveSeats: z.int(),
});
export type PolicyImpact = z.infer<typeof policyImpact>;

const termsFields = z.strictObject({
  months: z.nullable(wholeNumber(1, policyLimits.months, fieldMessages.months)),
  days: z.nullable(wholeNumber(1, policyLimits.days, fieldMessages.days)),
  seats: wholeNumber(1, policyLimits.seats, fieldMessages.seats),
  moves: wholeNumber(0, policyLimits.moves, fieldMessages.moves),
});

/** A term is given either in months or in days; the error is shown at the months. */
const requireOneTerm = <Shape extends z.ZodMiniType<{ months: number | null; days: number | null }>>(shape: Shape) =>
  shape.check(
    z.refine(({ months, days }) => (months === null) !== (days === null), {
      error: fieldMessages.term,
      path: ['months'],
    }),
  );

/** The reminders promise a renewal from the default number of days on, so a policy cannot open it later. */
const renewalDays = z.optional(
  z.nullable(wholeNumber(limits.licence.renewalOpensDays, policyLimits.renewalDays, fieldMessages.renewalDays)),
);

export const termsBody = requireOneTerm(z.extend(termsFields, { renewalDays }));

/** `alsoFor` sets the same terms of the profile and tool for other brands too; either all brands are changed or none. */
export const policyBody = requireOneTerm(
  z.extend(termsFields, {
    version: databaseInteger(),
    alsoFor: z.optional(
      z.array(z.strictObject({ brand: shortText, version: databaseInteger() })).check(z.maxLength(8)),
    ),
    bridge: z.optional(z.boolean()),
    renewalDays,
    preview: z.optional(z.boolean()),
  }),
);

const name = z.string().check(z.minLength(1), z.maxLength(limits.text.name));
const profileIdInPath = z.pipe(
  z.transform((input: unknown) => (typeof input === 'string' && /^\d{1,3}$/.test(input) ? Number(input) : input)),
  z.int(),
);

export const policies = {
  list: endpoint({
    name: 'policies.list',
    summary: 'The licence terms of each profile for each tool and brand; `graceDays` is the same for all',
    method: 'GET',
    path: '/policy/data',
    access: 'administrator',
    reply: z.strictObject({
      items: z.array(countedPolicy),
      tools: z.array(z.extend(option, { retired: z.boolean() })),
      brands: z.array(option),
      graceDays: z.int(),
    }),
    problems: [],
  }),
  update: endpoint({
    name: 'policies.update',
    summary: 'Change the terms of a profile for new licences, or (preview) see which users this would affect',
    method: 'PUT',
    path: '/policy/{profileID}/{tool}/{brand}',
    access: 'administrator',
    params: z.strictObject({ profileID: profileIdInPath, tool: name, brand: name }),
    body: policyBody,
    reply: z.union([policy, z.strictObject({ reach: policyImpact })]),
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
};
