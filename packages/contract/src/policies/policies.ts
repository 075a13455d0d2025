import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { shortText, readVersion, wholeNumber } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { option } from '../calls/lists.ts';
import { fieldMessages } from '../texts/field-messages.ts';

const { policy: policyLimits } = limits;

/**
 * The terms of a policy: the term of a licence (either `months` or `days` is null), the number of PCs, and the number of moves in 12
 * months.
 */
const terms = z.strictObject({
  months: z.nullable(z.int()),
  days: z.nullable(z.int()),
  seats: z.int(),
  moves: z.int(),
});
export type Terms = z.infer<typeof terms>;

/**
 * `bridge` says whether a user can get a licence for a few days when the limit of PCs or moves is reached. `renewalDays` is the number of
 * days before the last day of a licence from which the licence can be renewed, or null for the default number. A licence can never be
 * renewed in the first half of its term.
 */
const policyTerms = z.extend(terms, { bridge: z.boolean(), renewalDays: z.nullable(z.int()) });
export type PolicyTerms = z.infer<typeof policyTerms>;

/**
 * The policy of a profile for a tool and a brand. Profile 0 means viewers. `starting` contains the terms that the
 * policy had at first.
 */
const policy = z.extend(policyTerms, {
  profileID: z.int(),
  tool: z.string(),
  brand: z.string(),
  version: z.int(),
  starting: policyTerms,
});
export type Policy = z.infer<typeof policy>;

/** A policy with the number of users to whom it applies (`people`), and the number of licences of these users that are active today. */
const countedPolicy = z.extend(policy, { people: z.int(), activeLicenses: z.int() });
export type CountedPolicy = z.infer<typeof countedPolicy>;

/**
 * The effect of new terms of a policy: the number of users of the profile with a grant, the number of their active licences, the number of
 * users with more PCs than the new terms allow, and the number of PCs beyond the limit.
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

/**
 * Adds the check that the term of a licence is either in months or in days. The error is shown at the field for the
 * months.
 */
const requireMonthsOrDays = <Shape extends z.ZodMiniType<{ months: number | null; days: number | null }>>(
  shape: Shape,
) =>
  shape.check(
    z.refine(({ months, days }) => (months === null) !== (days === null), {
      error: fieldMessages.term,
      path: ['months'],
    }),
  );

/**
 * A policy cannot allow a renewal later than the default number of days before the last day, because the reminders say
 * that a licence can be renewed from that day on.
 */
const renewalDays = z.optional(
  z.nullable(wholeNumber(limits.licence.renewalOpensDays, policyLimits.renewalDays, fieldMessages.renewalDays)),
);

export const termsBody = requireMonthsOrDays(z.extend(termsFields, { renewalDays }));

/** An absent term keeps its value. `alsoFor` lists other brands for which the profile and the tool get the same terms. Either all brands are changed or none. */
const policyBody = z.extend(z.partial(termsFields), {
  version: readVersion,
  alsoFor: z.optional(z.array(z.strictObject({ brand: shortText, version: readVersion })).check(z.maxLength(8))),
  bridge: z.optional(z.boolean()),
  renewalDays,
  preview: z.optional(z.boolean()),
});

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
    record: countedPolicy,
    reply: z.union([policy, z.strictObject({ reach: policyImpact })]),
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
};
