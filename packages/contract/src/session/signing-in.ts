import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { passkeyAnswer, passkeyOptions } from '../second-factor/passkeys.ts';
import { portalPath } from './portal-path.ts';
import { requiredText } from '../fields/required-text.ts';
import { signInMessages, createTooLongMessage } from '../texts/sign-in-messages.ts';

/**
 * An existing password. The schema refuses only a missing or extremely long password, because the server compares the
 * password with the stored hash.
 */
export const existingPassword = (required: string) =>
  z
    .string({ error: required })
    .check(z.minLength(1, { error: required }), z.maxLength(1024, { error: () => createTooLongMessage(1024) }));
/** The result of the human verification, in the format of the service that the operator has chosen. */
export const humanVerification = z.optional(z.string().check(z.maxLength(4000)));
export const tokenReply = z.strictObject({ token: z.string() });

/**
 * The body of the sign-in form. The server never trims a password. If the account needs a second step, the body also contains either
 * `secondFactor` (a code of the authenticator app or a recovery code) or `passkey`. The problem SECOND_STEP_NEEDED lists in `fields` which
 * of the two the account accepts.
 */
export const signInBody = z.strictObject({
  login: requiredText(signInMessages.login, limits.text.login),
  password: existingPassword(signInMessages.password),
  humanVerification,
  secondFactor: z.optional(z.string().check(z.maxLength(60, { error: () => createTooLongMessage(60) }))),
  passkey: z.optional(passkeyAnswer),
  /** The token of a sign-in with a work account that is not connected yet: this sign-in connects it. */
  workAccount: z.optional(z.string().check(z.maxLength(200))),
});

/**
 * The calls of the feature `session` that the sign-in page needs. The calls of the sign-in page have their own file, so that this page
 * stays small.
 */
export const signingIn = {
  signIn: endpoint({
    name: 'session.signIn',
    summary: 'Sign in and get a session token',
    method: 'POST',
    path: '/auth/token',
    access: 'public',
    body: signInBody,
    reply: tokenReply,
    problems: [
      'WRONG_CREDENTIALS',
      'ACCOUNT_PROBLEM',
      'TOO_MANY_ATTEMPTS',
      'HUMAN_VERIFICATION_NEEDED',
      'SECOND_STEP_NEEDED',
      'WRONG_SECOND_STEP',
      'WORK_ACCOUNT_REQUIRED',
      'WORK_ACCOUNT_REFUSED',
      'WORK_ACCOUNT_OTHER',
    ],
  }),
  startWorkSignIn: endpoint({
    name: 'session.startWorkSignIn',
    summary: 'Start a sign-in with a work account; the reply is the address of the identity provider to open',
    method: 'POST',
    path: '/auth/work-account',
    access: 'public',
    /** `path` is the page to show after the sign-in; by default the home page. */
    body: z.strictObject({ path: z.optional(portalPath) }),
    reply: z.strictObject({ url: z.string() }),
    problems: ['WORK_ACCOUNT_UNAVAILABLE', 'TOO_MANY_ATTEMPTS', 'PAGE_NOT_FOUND'],
  }),
  passkeyOptions: endpoint({
    name: 'session.passkeyOptions',
    summary: "The browser's options to sign in with a passkey",
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    reply: passkeyOptions,
    problems: ['TOO_MANY_ATTEMPTS'],
  }),
  signInByPasskey: endpoint({
    name: 'session.signInByPasskey',
    summary: 'Sign in with a passkey, without a second step',
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    body: passkeyAnswer,
    reply: tokenReply,
    problems: ['WRONG_SECOND_STEP', 'ACCOUNT_PROBLEM', 'TOO_MANY_ATTEMPTS'],
  }),
  extend: endpoint({
    name: 'session.extend',
    summary: 'Get a session token that expires later',
    method: 'POST',
    path: '/auth/extend',
    access: 'session',
    openDuringSecondFactorSetup: true,
    reply: tokenReply,
    problems: [],
  }),
  signOut: endpoint({
    name: 'session.signOut',
    summary: 'End the session',
    method: 'POST',
    path: '/auth/sign-out',
    access: 'session',
    openDuringSecondFactorSetup: true,
    reply: null,
    problems: [],
  }),
};
