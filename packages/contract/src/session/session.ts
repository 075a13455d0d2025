import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { emailAddress, moment } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { confirmPassword, newPassword, requireMatchingPasswords } from './passwords.ts';
import { portalPath } from './portal-path.ts';
import { existingPassword, humanVerification, signingIn, tokenReply } from './signing-in.ts';
import { requiredText } from '../fields/required-text.ts';
import { requireMatchingEmails, loginAddress } from '../users/user-fields.ts';
import { fieldMessages } from '../texts/field-messages.ts';

const tokenFromLink = z.string().check(z.maxLength(200));

export const forgotPasswordBody = z.strictObject({ email: emailAddress, humanVerification });
/** The body of the call for people whose mail program damages links. The code is bound to the address to which the e-mail was sent. */
export const openLinkBody = z.strictObject({ email: emailAddress, code: requiredText(fieldMessages.userCode, 40) });
export const resetPasswordBody = requireMatchingPasswords(
  z.strictObject({ token: tokenFromLink, password: newPassword, confirmPassword }),
);
/** The body of the call that creates the first administrator. The call needs only the link that the server printed at its first start. */
export const setUpBody = requireMatchingEmails(
  requireMatchingPasswords(
    z.strictObject({
      token: tokenFromLink,
      login: loginAddress,
      email: emailAddress,
      firstName: requiredText(fieldMessages.firstName, limits.text.name),
      lastName: requiredText(fieldMessages.lastName, limits.text.name),
      password: newPassword,
      confirmPassword,
    }),
  ),
);
export const changePasswordBody = requireMatchingPasswords(
  z.strictObject({ currentPassword: existingPassword(fieldMessages.password), password: newPassword, confirmPassword }),
);

const receivedReply = z.strictObject({ received: z.literal(true) });
/** `token` is the token of a new session. Only an activation opens a session, because the account then has no second step yet. */
const passwordSetReply = z.strictObject({ received: z.literal(true), token: z.optional(z.string()) });

export const humanVerificationKinds = ['altcha', 'turnstile', 'hcaptcha', 'recaptcha', 'off'] as const;
export type HumanVerificationKind = (typeof humanVerificationKinds)[number];

/**
 * A proof of work of ALTCHA (version 2), in the format of its widget and its library. The browser sends the solution as
 * `humanVerification`: the JSON `{ challenge, solution }` in base64.
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
    /** The time after which the challenge is no longer accepted, in Unix seconds. */
    data: z.strictObject({ until: z.int() }),
  }),
  signature: z.string(),
});

/** A session of the signed-in user, which the page My Account shows. */
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
    reply: receivedReply,
    problems: ['HUMAN_VERIFICATION_NEEDED', 'TOO_MANY_ATTEMPTS'],
  }),
  checkLink: endpoint({
    name: 'session.checkLink',
    summary: 'Whether a reset or activation link is still valid, and for which address; the link stays valid',
    method: 'POST',
    path: '/auth/reset-password/check',
    access: 'public',
    body: z.strictObject({ token: tokenFromLink }),
    reply: z.strictObject({ purpose: z.enum(['activate', 'reset', 'setUp']), login: z.string(), validUntil: moment }),
    problems: ['LINK_NOT_VALID', 'LINK_REPLACED', 'TOO_MANY_ATTEMPTS'],
  }),
  openLink: endpoint({
    name: 'session.openLink',
    summary: 'Get the page and the token of the link in an e-mail, with the code in the same e-mail and its address',
    method: 'POST',
    path: '/auth/link-code',
    access: 'public',
    body: openLinkBody,
    reply: z.strictObject({ path: z.string(), token: z.string() }),
    problems: ['LINK_CODE_NOT_VALID', 'TOO_MANY_ATTEMPTS'],
  }),
  resetPassword: endpoint({
    name: 'session.resetPassword',
    summary: 'Set a password with a reset or activation link; ends all sessions, and an activation opens a new one',
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    body: resetPasswordBody,
    reply: passwordSetReply,
    problems: ['LINK_NOT_VALID', 'LINK_REPLACED', 'TOO_MANY_ATTEMPTS'],
  }),
  setUp: endpoint({
    name: 'session.setUp',
    summary: 'Create the first administrator with the link that the server printed at its first start; opens a session',
    method: 'POST',
    path: '/auth/set-up',
    access: 'public',
    body: setUpBody,
    reply: tokenReply,
    problems: ['LINK_NOT_VALID', 'TOO_MANY_ATTEMPTS'],
  }),
  confirmLogin: endpoint({
    name: 'session.confirmLogin',
    summary: 'Confirm a new login with the link that was sent to the new address; ends all sessions of the account',
    method: 'POST',
    path: '/auth/confirm-login',
    access: 'public',
    body: z.strictObject({ token: tokenFromLink }),
    reply: z.strictObject({ userId: z.int(), login: z.string() }),
    problems: ['LINK_NOT_VALID', 'LINK_REPLACED', 'TOO_MANY_ATTEMPTS'],
  }),
  changePassword: endpoint({
    name: 'session.changePassword',
    summary: 'Change the password of the signed-in user; ends all other sessions',
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
    summary: 'Exchange a hand-off token, or the token of a sign-in with a work account, for a session',
    method: 'POST',
    path: '/auth/exchange',
    access: 'public',
    body: z.strictObject({ token: tokenFromLink }),
    reply: z.strictObject({ token: z.string(), path: z.string() }),
    problems: [
      'TOKEN_NOT_FOUND',
      'TOO_MANY_ATTEMPTS',
      'ACCOUNT_PROBLEM',
      'WORK_ACCOUNT_NOT_CONNECTED',
      'WORK_ACCOUNT_UNKNOWN',
      'WORK_ACCOUNT_OTHER',
      'WORK_ACCOUNT_UNVERIFIED',
      'WORK_ACCOUNT_REFUSED',
      'WORK_ACCOUNT_UNAVAILABLE',
    ],
  }),
  handoff: endpoint({
    name: 'session.handoff',
    summary: 'Create a one-time token that opens the portal at a path in a browser',
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
    summary: "End one of the user's own sessions; `others` ends all sessions except this one",
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
      'The data for the human verification: for `altcha` a challenge to solve, for the other services the site key of their widget',
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
