import * as z from 'zod/mini';
import { bothFieldsHaveText, day, emailAddress, shortText, databaseInteger } from './fields.ts';
import { languageIds } from './languages.ts';
import { limits } from './limits.ts';
import { preferences } from './preferences.ts';
import { requiredText } from './required-text.ts';
import { optionalLine, requiredLine } from './visible-line.ts';
import { fieldMessages } from './field-messages.ts';

/** A tool of a brand for which a user may have licences. */
export const userTool = z.strictObject({
  tool: requiredText(fieldMessages.tool, limits.text.name),
  brand: requiredText(fieldMessages.brand, limits.text.name),
  configTools: z.array(shortText).check(z.maxLength(32)),
  validFrom: z.nullable(day),
  validTo: z.nullable(day),
});

/** The tools of a user that staff enter: at least one tool, no tool twice for the same brand, and no last day before the first day. */
const toolsInput = z.array(userTool, { error: fieldMessages.tool }).check(
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

/** The fields that staff fill in when they create a user or approve a request. */
export const userFields = {
  firstName: requiredLine(fieldMessages.firstName, limits.text.name),
  lastName: requiredLine(fieldMessages.lastName, limits.text.name),
  phone: optionalLine(limits.text.name),
  company: optionalLine(limits.text.line),
  profileID: databaseInteger(fieldMessages.profile),
  brand,
  tools: toolsInput,
  country,
  language: z.enum(languageIds),
  canReceiveMail: z.boolean({ error: fieldMessages.canReceiveMail }),
  crmAccount: z.nullable(optionalLine(limits.text.name)),
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
export const requireMatchingEmails = <Shape extends z.ZodMiniType<{ login: string; email: string }>>(shape: Shape) =>
  shape.check(
    z.refine(({ login, email }) => login.trim().toLowerCase() === email.trim().toLowerCase(), {
      error: fieldMessages.emailsMatch,
      path: ['email'],
      when: bothFieldsHaveText('login', 'email'),
    }),
  );

/** The login of an account, which is an e-mail address. */
export const loginAddress = z.pipe(requiredText(fieldMessages.login, limits.text.login), emailAddress);

export const createUserBody = requireMatchingEmails(
  z.strictObject({ login: loginAddress, email: emailAddress, ...userFields }),
);
export const updateUserBody = z.extend(z.partial(z.strictObject({ ...userFields, preferences })), {
  version: databaseInteger(),
});
