import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { emailAddress, moment } from './fields.ts';
import { limits } from './limits.ts';
import { confirmPassword, newPassword, passwordsMatch } from './passwords.ts';
import { existingPassword, humanVerification, signingIn, tokenReply } from './signing-in.ts';
import { requiredText } from './required-text.ts';
import { emailsMatch, loginAddress } from './user-fields.ts';
import { words } from './words.ts';

const tokenFromLink = z.string().check(z.maxLength(200));

export const forgotPasswordBody = z.strictObject({ email: emailAddress, humanVerification });
export const resetPasswordBody = passwordsMatch(
  z.strictObject({ token: tokenFromLink, password: newPassword, confirmPassword }),
);
/** The first administrator has no account yet: the link, which the start printed, is the only proof. */
export const setUpBody = emailsMatch(
  passwordsMatch(
    z.strictObject({
      token: tokenFromLink,
      login: loginAddress,
      email: emailAddress,
      firstName: requiredText(words.firstName, limits.text.name),
      lastName: requiredText(words.lastName, limits.text.name),
      password: newPassword,
      confirmPassword,
    }),
  ),
);
export const changePasswordBody = passwordsMatch(
  z.strictObject({ currentPassword: existingPassword(words.password), password: newPassword, confirmPassword }),
);

/**
 * A path of the portal, never of another origin, however often it is resolved or decoded: one slash at its start, and before its query
 * no empty segment, no segment of dots, and no encoded slash.
 */
export const portalPath = z
  .string()
  .check(
    z.maxLength(limits.text.path, { abort: true }),
    z.regex(/^\/(?![^?#]*(?:\/\/|%2f|%5c|\/(?:\.|%2e){1,2}(?:[/?#]|$)))(?!\/)[^\\\s\p{Cc}]*$/iu),
  );

const received = z.strictObject({ received: z.literal(true) });
/** `token`: a session. Only an activation opens one: it sets the first password, so there is no second step yet. */
const passwordSet = z.strictObject({ received: z.literal(true), token: z.optional(z.string()) });

export const humanVerificationKinds = ['altcha', 'turnstile', 'hcaptcha', 'recaptcha', 'off'] as const;
export type HumanVerificationKind = (typeof humanVerificationKinds)[number];

/**
 * A proof of work of ALTCHA (version 2), in the format of its widget and its library. The solution that is sent as `humanVerification` is
 * base64 of the JSON `{ challenge, solution }`.
 */
const proofOfWork = z.strictObject({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** Unix seconds after which it is no longer accepted. */
    data: z.strictObject({ until: z.int() }),
  }),
  signature: z.string(),
});

export const ownSession = z.strictObject({
  id: z.string(),
  device: z.string(),
  address: z.string(),
  signedInAt: moment,
  lastSeenAt: moment,
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const session = {
  ...signingIn,
  forgotPassword: endpoint({
    name: 'session.forgotPassword',
    summary: 'Request a link to set a new password; the response is the same for every address',
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    body: forgotPasswordBody,
    reply: received,
    problems: ['HUMAN_VERIFICATION_NEEDED', 'TOO_MANY_ATTEMPTS'],
  }),
  checkLink: endpoint({
    name: 'session.checkLink',
    summary: 'Whether a reset or activation link is still good, and for which address; does not use it up',
    method: 'POST',
    path: '/auth/reset-password/check',
    access: 'public',
    body: z.strictObject({ token: tokenFromLink }),
    reply: z.strictObject({ purpose: z.enum(['activate', 'reset', 'setUp']), login: z.string(), validUntil: moment }),
    problems: ['LINK_NOT_VALID', 'TOO_MANY_ATTEMPTS'],
  }),
  resetPassword: endpoint({
    name: 'session.resetPassword',
    summary: 'Set a password by the link of a reset or an activation; ends all sessions, and an activation opens one',
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    body: resetPasswordBody,
    reply: passwordSet,
    problems: ['LINK_NOT_VALID', 'TOO_MANY_ATTEMPTS'],
  }),
  setUp: endpoint({
    name: 'session.setUp',
    summary: 'Create the account of the first administrator by the link that the first start printed; opens a session',
    method: 'POST',
    path: '/auth/set-up',
    access: 'public',
    body: setUpBody,
    reply: tokenReply,
    problems: ['LINK_NOT_VALID', 'TOO_MANY_ATTEMPTS'],
  }),
  confirmLogin: endpoint({
    name: 'session.confirmLogin',
    summary: 'Confirm a new login by the link that was mailed to its address; ends all sessions of the account',
    method: 'POST',
    path: '/auth/confirm-login',
    access: 'public',
    body: z.strictObject({ token: tokenFromLink }),
    reply: z.strictObject({ login: z.string() }),
    problems: ['LINK_NOT_VALID', 'TOO_MANY_ATTEMPTS'],
  }),
  changePassword: endpoint({
    name: 'session.changePassword',
    summary: "Change one's own password; ends all other sessions",
    method: 'PUT',
    path: '/auth/password',
    access: 'session',
    openDuringSecondFactorSetup: true,
    body: changePasswordBody,
    reply: tokenReply,
    problems: ['TOO_MANY_ATTEMPTS'],
  }),
  exchange: endpoint({
    name: 'session.exchange',
    summary: 'Exchange a hand-off token for a session',
    method: 'POST',
    path: '/auth/exchange',
    access: 'public',
    body: z.strictObject({ token: tokenFromLink }),
    reply: z.strictObject({ token: z.string(), path: z.string() }),
    problems: ['TOKEN_NOT_FOUND', 'TOO_MANY_ATTEMPTS', 'ACCOUNT_PROBLEM'],
  }),
  handoff: endpoint({
    name: 'session.handoff',
    summary: 'A one-time token that opens the portal at a path in a browser',
    method: 'POST',
    path: '/auth/handoff',
    access: 'session',
    openDuringSecondFactorSetup: true,
    body: z.strictObject({ path: portalPath }),
    reply: tokenReply,
    problems: ['TOO_MANY_ATTEMPTS'],
  }),
  list: endpoint({
    name: 'session.list',
    summary: "One's own sessions",
    method: 'GET',
    path: '/auth/sessions',
    access: 'session',
    openDuringSecondFactorSetup: true,
    reply: z.strictObject({ items: z.array(ownSession) }),
    problems: [],
  }),
  end: endpoint({
    name: 'session.end',
    summary: "End one of one's own sessions; `others` ends all but this one",
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    access: 'session',
    openDuringSecondFactorSetup: true,
    params: z.strictObject({ id: z.string().check(z.maxLength(64)) }),
    reply: null,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  humanVerification: endpoint({
    name: 'session.humanVerification',
    summary:
      'How to show that one is a person: for `altcha` a challenge to solve, for the others the site key of their widget',
    method: 'GET',
    path: '/auth/human-verification',
    access: 'public',
    reply: z.strictObject({
      kind: z.enum(humanVerificationKinds),
      siteKey: z.nullable(z.string()),
      challenge: z.nullable(proofOfWork),
    }),
    problems: [],
  }),
};
