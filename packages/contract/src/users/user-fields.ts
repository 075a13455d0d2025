import * as z from 'zod/mini';
import {
  bothFieldsHaveText,
  day,
  emailAddress,
  shortText,
  databaseInteger,
  readVersion,
  requireOneOf,
  wholeNumber,
  withoutDefaults,
} from '../fields/fields.ts';
import { defaultLanguage, languageIds } from '../texts/texts.ts';
import { limits } from '../calls/limits.ts';
import { preferences } from './preferences.ts';
import { requiredText } from '../fields/required-text.ts';
import { optionalLine, requiredLine, visibleLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** A tool of a brand for which a user may have licences, in replies. */
export const userTool = z.strictObject({
  tool: shortText,
  brand: shortText,
  configTools: z.array(shortText).check(z.maxLength(limits.tool.addOns)),
  validFrom: z.nullable(day),
  validTo: z.nullable(day),
  /** The number of PCs bought; absent or null for the number of the policy. */
  pcs: z.optional(z.nullable(z.int())),
});

/** A tool of a brand, as staff enter it. By default the grant has no add-ons and no limit in time. */
const userToolInput = z.strictObject({
  tool: requiredText(fieldMessages.tool, limits.text.name),
  brand: requiredText(fieldMessages.brand, limits.text.name),
  configTools: z._default(z.array(shortText).check(z.maxLength(limits.tool.addOns)), []),
  validFrom: z._default(z.nullable(day), null),
  validTo: z._default(z.nullable(day), null),
  /** The number of PCs bought; null for the number of the policy. An absent number keeps the number that the user has. */
  pcs: z.optional(z.nullable(wholeNumber(0, limits.company.pcs, fieldMessages.pcs))),
});

/** The tools of a user that staff enter: at least one tool, no tool twice for the same brand, and no last day before the first day. */
const toolsInput = z.array(userToolInput, { error: fieldMessages.tool }).check(
  z.minLength(1, { error: fieldMessages.tool }),
  z.maxLength(32),
  z.superRefine((toolGrants, context) => {
    const earlierGrants = new Set<string>();
    for (const [index, { tool, brand, validFrom, validTo }] of toolGrants.entries()) {
      const grant = JSON.stringify([tool, brand]);
      if (earlierGrants.has(grant))
        context.addIssue({ code: 'custom', message: fieldMessages.grantTwice, path: [index, 'tool'] });
      earlierGrants.add(grant);
      if (validFrom !== null && validTo !== null && validTo < validFrom)
        context.addIssue({ code: 'custom', message: fieldMessages.daysInOrder, path: [index, 'validTo'] });
    }
  }),
);

const country = requiredText(fieldMessages.country, 2);
const brand = requiredText(fieldMessages.brand, limits.text.name);

/**
 * The fields that staff fill in when they create a user or approve a request. A field with a default value is optional in the forms, and
 * may be absent in a body.
 */
export const userFields = {
  firstName: requiredLine(fieldMessages.firstName, limits.text.name),
  lastName: requiredLine(fieldMessages.lastName, limits.text.name),
  phone: optionalLine(limits.text.name),
  company: optionalLine(limits.text.line),
  profileID: databaseInteger(fieldMessages.profile),
  brand,
  tools: toolsInput,
  country,
  language: z._default(z.enum(languageIds), defaultLanguage),
  canReceiveMail: z.boolean({ error: fieldMessages.canReceiveMail }),
  crmAccount: z._default(z.nullable(visibleLine(limits.text.name)), null),
};

/** The fields of `userFields` in replies. A field is null until staff have set it. */
export const replyUserFields = {
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  company: z.string(),
  profileID: z.nullable(z.int()),
  brand: z.nullable(z.string()),
  tools: z.array(userTool),
  country: z.nullable(z.string()),
  language: z.string(),
  canReceiveMail: z.boolean(),
  crmAccount: z.nullable(z.string()),
} satisfies Record<keyof typeof userFields, z.ZodMiniType>;

type UserFieldName = keyof typeof userFields;

/**
 * Copies the fields of `userFields` from a record that has more fields, such as a request for an account. A new field of a user is copied
 * without a change here.
 */
export function pickUserFields<Source extends Record<UserFieldName, unknown>>(
  source: Source,
): Pick<Source, UserFieldName> {
  const values: Readonly<Record<string, unknown>> = source;
  // The names are the keys of `userFields`, and `Source` has all of them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(Object.keys(userFields).map((name) => [name, values[name]])) as Pick<Source, UserFieldName>;
}

/** Adds the check that the login and the e-mail address are equal: the form asks for the same address twice. */
export const requireMatchingEmails = <
  Shape extends z.ZodMiniType<{ login?: string | undefined; email?: string | undefined }>,
>(
  shape: Shape,
) =>
  shape.check(
    z.refine(({ login, email }) => login?.trim().toLowerCase() === email?.trim().toLowerCase(), {
      error: fieldMessages.emailsMatch,
      path: ['email'],
      when: bothFieldsHaveText('login', 'email'),
    }),
  );

/** The login of an account, which is an e-mail address. */
export const loginAddress = z.pipe(requiredText(fieldMessages.login, limits.text.login), emailAddress);

/** The two address fields of a form that creates an account. */
export const typedAddresses = { login: loginAddress, email: emailAddress };

/** The two addresses in the body of a call that creates an account; see `acceptOneAddress`. */
export const sentAddresses = { login: z.optional(loginAddress), email: z.optional(emailAddress) };

type Addresses = { login?: string | undefined; email?: string | undefined };

/**
 * Creates the body of a call that creates an account. A form asks for the address twice, as `login` and as `email`. A body needs only one of
 * them, and the result has the address as `login`.
 */
export const acceptOneAddress = <Body extends Addresses>(shape: z.ZodMiniType<Body>) =>
  z.pipe(
    requireMatchingEmails(shape).check(
      requireOneOf(['login', 'email'], 'login', fieldMessages.login),
      requireOneOf(['login', 'email'], 'email', fieldMessages.email),
    ),
    z.transform(({ login, email, ...body }: Body) => ({ ...body, login: login ?? email ?? '' })),
  );

export const createUserForm = requireMatchingEmails(z.strictObject({ ...typedAddresses, ...userFields }));

/** The profile of a new user in a body: `profileID`, or `profile` after the label of the specification. */
const sentProfileId = z.optional(userFields.profileID);
const sentProfile = { profileID: sentProfileId, profile: sentProfileId };
const requireProfile = requireOneOf(['profileID', 'profile'], 'profileID', fieldMessages.profile);

/** The body of the call that creates a user. Instead of `tools`, it may have `tool`: one tool of the brand. */
export const createUserBody = acceptOneAddress(
  z
    .strictObject({
      ...sentAddresses,
      ...userFields,
      ...sentProfile,
      tools: z.optional(toolsInput),
      tool: z.optional(userToolInput.shape.tool),
    })
    .check(requireProfile, requireOneOf(['tools', 'tool'], 'tools', fieldMessages.tool)),
);

const changedFields = z.extend(z.partial(z.strictObject(withoutDefaults(userFields))), { version: readVersion });
export const updateUserBody = z.extend(changedFields, { preferences: z.optional(z.partial(preferences)) });
/**
 * The body with which staff approve a request for an account. Staff choose the profile, and every other absent field keeps what the applicant
 * requested.
 */
export const approveBody = z.extend(changedFields, sentProfile).check(requireProfile);
/** The fields of a request that is ready for its approval. */
export const approveForm = z.strictObject({ ...userFields, version: databaseInteger() });
