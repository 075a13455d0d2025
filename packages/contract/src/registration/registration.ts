import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { optionalText, withoutDefaults } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { countryOption, option } from '../calls/lists.ts';
import type { requestStatuses } from '../requests/request-lists.ts';
import { requiredText } from '../fields/required-text.ts';
import { humanVerification } from '../session/signing-in.ts';
import { acceptOneAddress, requireMatchingEmails, sentAddresses, typedAddresses } from '../users/user-fields.ts';
import { optionalLine, requiredLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';

const registrationFields = {
  firstName: requiredLine(fieldMessages.firstName, limits.text.name),
  lastName: requiredLine(fieldMessages.lastName, limits.text.name),
  phone: optionalLine(limits.text.name),
  company: optionalLine(limits.text.line),
  country: requiredText(fieldMessages.country, 2),
  brand: requiredText(fieldMessages.brand, limits.text.name),
  tool: requiredText(fieldMessages.tool, limits.text.name),
  reason: requiredText(fieldMessages.reason, limits.text.reason),
  comment: optionalText(limits.text.reason),
  canReceiveMail: z.boolean({ error: fieldMessages.canReceiveMail }),
};

export const registerForm = requireMatchingEmails(
  z.strictObject({ ...typedAddresses, ...withoutDefaults(registrationFields) }),
);

/**
 * The body that the public registration form sends. The reply to a registration is the same for known and unknown addresses, so that it
 * does not reveal accounts (OWASP).
 */
const registerBody = acceptOneAddress(z.strictObject({ ...sentAddresses, ...registrationFields, humanVerification }));

/** The token in the link of an e-mail. */
const linkBody = z.strictObject({ token: z.string().check(z.maxLength(200)) });
const receivedReply = z.strictObject({ received: z.literal(true) });

/** The states of a request whose address is confirmed. */
const requestStates = [
  'pending',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
] as const satisfies readonly (typeof requestStatuses)[number][];

export const registration = {
  register: endpoint({
    name: 'registration.register',
    summary: 'Request an account',
    method: 'POST',
    path: '/tool/user',
    access: 'public',
    body: registerBody,
    reply: receivedReply,
    problems: ['HUMAN_VERIFICATION_NEEDED', 'TOO_MANY_ATTEMPTS'],
  }),
  confirm: endpoint({
    name: 'registration.confirm',
    summary:
      'Confirm the e-mail address with the link from the e-mail; the request then waits for a decision. `state` is present if the link was used before',
    method: 'POST',
    path: '/tool/user/confirm',
    access: 'public',
    body: linkBody,
    reply: z.extend(receivedReply, { state: z.optional(z.enum(requestStates)) }),
    problems: ['LINK_NOT_VALID', 'TOO_MANY_ATTEMPTS'],
  }),
  withdraw: endpoint({
    name: 'registration.withdraw',
    summary: 'Withdraw a pending request with the link that confirmed it',
    method: 'POST',
    path: '/tool/user/withdraw',
    access: 'public',
    body: linkBody,
    reply: receivedReply,
    problems: ['LINK_NOT_VALID', 'TOO_MANY_ATTEMPTS'],
  }),
  countries: endpoint({
    name: 'registration.countries',
    summary: 'Countries (ISO 3166-1) with their continents (UN M49)',
    method: 'GET',
    path: '/tool/data/countries',
    access: 'public',
    reply: z.strictObject({
      items: z.array(countryOption),
    }),
    problems: [],
  }),
  configTool: endpoint({
    name: 'registration.configTool',
    summary: 'The tools and brands that can be requested; the same for every address unless staff call it',
    method: 'GET',
    path: '/tool/data/config-tool',
    access: 'public',
    query: z.strictObject({ userEmail: z.string().check(z.maxLength(limits.text.login)) }),
    reply: z.strictObject({
      tools: z.array(z.extend(option, { brands: z.array(option), configTools: z.array(option) })),
    }),
    problems: ['TOO_MANY_ATTEMPTS'],
  }),
};
