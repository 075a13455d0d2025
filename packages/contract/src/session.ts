import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { words } from './words.ts';

/** What the sign-in form sends. A password is never trimmed by the server. */
export const signInBody = z.strictObject({
  login: requiredText(words.login, limits.text.login),
  password: z
    .string({ error: words.password })
    .check(z.minLength(1, { error: words.password }), z.maxLength(1024, { error: words.tooLong })),
});

const tokenReply = z.strictObject({ token: z.string() });

export const session = {
  signIn: endpoint({
    name: 'session.signIn',
    summary: 'Sign in and get a session token',
    method: 'POST',
    path: '/auth/token',
    access: 'public',
    body: signInBody,
    reply: tokenReply,
    problems: ['WRONG_CREDENTIALS', 'ACCOUNT_PROBLEM', 'TOO_MANY_ATTEMPTS'],
  }),
  extend: endpoint({
    name: 'session.extend',
    summary: 'Extend the session: a new token in place of the one sent',
    method: 'POST',
    path: '/auth/extend',
    access: 'session',
    reply: tokenReply,
    problems: [],
  }),
  signOut: endpoint({
    name: 'session.signOut',
    summary: 'End the session of the token sent',
    method: 'POST',
    path: '/auth/sign-out',
    access: 'session',
    reply: null,
    problems: [],
  }),
};
