import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { idInPath, moment } from '../fields/fields.ts';
import { requiredText } from '../fields/required-text.ts';
import { existingPassword } from '../session/signing-in.ts';
import { createTooLongMessage } from '../texts/sign-in-messages.ts';
import { limits } from '../calls/limits.ts';
import { newPasskeyAnswer, newPasskeyOptions } from './new-passkeys.ts';
import { passkeyAnswer } from './passkeys.ts';
import { requiredLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** A code of an authenticator app (RFC 6238: six digits) or a recovery code. */
export const secondFactorCode = z.string({ error: fieldMessages.secondFactor }).check(
  z.refine((text) => text.trim() !== '', { error: fieldMessages.secondFactor, abort: true }),
  z.maxLength(60, { error: () => createTooLongMessage(60) }),
);

/**
 * The proof that the owner of the account makes the change to two-step sign-in: the password, or a second step that the user has just done.
 * An open browser or a stolen token alone is not enough to change how the owner signs in.
 */
const proofFields = {
  currentPassword: z.optional(z.string().check(z.maxLength(1024, { error: () => createTooLongMessage(1024) }))),
  secondFactor: z.optional(secondFactorCode),
  passkey: z.optional(passkeyAnswer),
};
/**
 * The schema of the proof that the owner of the account makes a change: the password, or a second step that the user
 * has just done.
 */
export const proofOfPerson = z.strictObject(proofFields);
export type ProofOfPerson = z.infer<typeof proofOfPerson>;

export const secondFactorKinds = ['totp', 'passkey'] as const;
export type SecondFactorKind = (typeof secondFactorKinds)[number];

const secondFactorEntry = z.strictObject({
  id: z.int(),
  kind: z.enum(secondFactorKinds),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: z.nullable(moment),
});
export type SecondFactor = z.infer<typeof secondFactorEntry>;

const name = requiredLine(fieldMessages.factorName, limits.text.name);
/** The recovery codes, which are shown only once. The field is null if the user already has recovery codes. */
const recoveryCodes = z.nullable(z.array(z.string()));
const proofProblems = ['WRONG_SECOND_STEP', 'TOO_MANY_ATTEMPTS'] as const;

/**
 * To remove the second factors of a user, staff must give a reason and type their own password. If no password were needed, a person with a
 * stolen session could remove the second step from other accounts.
 */
export const resetFactorsBody = z.strictObject({
  reason: requiredText(fieldMessages.reason, limits.text.reason),
  currentPassword: existingPassword(fieldMessages.password),
});

export const secondFactor = {
  list: endpoint({
    name: 'secondFactor.list',
    summary: 'The second factors of the signed-in user, and whether one is required',
    method: 'GET',
    path: '/auth/second-factor',
    access: 'session',
    openDuringSecondFactorSetup: true,
    reply: z.strictObject({ items: z.array(secondFactorEntry), recoveryCodesLeft: z.int(), required: z.boolean() }),
    problems: [],
  }),
  beginTotp: endpoint({
    name: 'secondFactor.beginTotp',
    summary: 'A secret for an authenticator app; it is active after its first code was confirmed',
    method: 'POST',
    path: '/auth/second-factor/totp',
    access: 'session',
    openDuringSecondFactorSetup: true,
    body: proofOfPerson,
    reply: z.strictObject({ id: z.int(), secret: z.string(), uri: z.string() }),
    problems: proofProblems,
  }),
  confirmTotp: endpoint({
    name: 'secondFactor.confirmTotp',
    summary: 'Activate an authenticator app with a code that it shows; the first factor also creates recovery codes',
    method: 'POST',
    path: '/auth/second-factor/totp/{id}',
    access: 'session',
    openDuringSecondFactorSetup: true,
    params: idInPath,
    body: z.strictObject({ code: secondFactorCode, name: z.optional(name) }),
    reply: z.strictObject({ factor: secondFactorEntry, recoveryCodes }),
    problems: ['RESULTS_NOT_FOUND', ...proofProblems],
  }),
  beginPasskey: endpoint({
    name: 'secondFactor.beginPasskey',
    summary: "The browser's options to create a passkey",
    method: 'POST',
    path: '/auth/second-factor/passkey/options',
    access: 'session',
    openDuringSecondFactorSetup: true,
    body: proofOfPerson,
    reply: newPasskeyOptions,
    problems: proofProblems,
  }),
  addPasskey: endpoint({
    name: 'secondFactor.addPasskey',
    summary: 'Add a passkey that a browser has created; the first factor also creates recovery codes',
    method: 'POST',
    path: '/auth/second-factor/passkey',
    access: 'session',
    openDuringSecondFactorSetup: true,
    body: z.extend(newPasskeyAnswer, { name }),
    reply: z.strictObject({ factor: secondFactorEntry, recoveryCodes }),
    problems: ['WRONG_SECOND_STEP'],
  }),
  rename: endpoint({
    name: 'secondFactor.rename',
    summary: "Rename one of the user's own factors",
    method: 'PUT',
    path: '/auth/second-factor/{id}',
    access: 'session',
    openDuringSecondFactorSetup: true,
    params: idInPath,
    body: z.strictObject({ name }),
    reply: secondFactorEntry,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  remove: endpoint({
    name: 'secondFactor.remove',
    summary: "Remove one of the user's own factors; without any factor, the recovery codes are deleted too",
    method: 'DELETE',
    path: '/auth/second-factor/{id}',
    access: 'session',
    openDuringSecondFactorSetup: true,
    params: idInPath,
    body: proofOfPerson,
    reply: null,
    problems: ['RESULTS_NOT_FOUND', ...proofProblems],
  }),
  renewRecoveryCodes: endpoint({
    name: 'secondFactor.renewRecoveryCodes',
    summary: 'Create new recovery codes, which are shown only once; the old codes stop working',
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    access: 'session',
    openDuringSecondFactorSetup: true,
    body: proofOfPerson,
    reply: z.strictObject({ recoveryCodes: z.array(z.string()) }),
    problems: ['RESULTS_NOT_FOUND', ...proofProblems],
  }),
  reset: endpoint({
    name: 'secondFactor.reset',
    summary:
      'Remove all second factors of a user in the caller’s scope who has lost them; the sessions of the user end',
    method: 'PUT',
    path: '/user/{id}/second-factor/reset',
    access: { any: ['users.edit'] },
    params: idInPath,
    body: resetFactorsBody,
    reply: z.strictObject({ removed: z.int() }),
    problems: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'TOO_MANY_ATTEMPTS'],
  }),
};
