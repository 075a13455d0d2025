import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { moment, shortText } from '../fields/fields.ts';
import { license, licenseRefusals } from './licenses.ts';
import { limits } from '../calls/limits.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** The code that the tool shows, and that a person enters in the portal to find the waiting PC. */
const userCode = requiredText(fieldMessages.userCode, limits.text.name);

/**
 * The data that a signed-in user sees about a PC that waits for a licence. `address` is the IP address from which the PC sent its request.
 */
const waitingPc = z.strictObject({
  userCode: z.string(),
  verificationCode: z.string(),
  askedAt: moment,
  expiresAt: moment,
  address: z.string(),
  isSameNetwork: z.boolean(),
});
export type WaitingPc = z.infer<typeof waitingPc>;

/**
 * The device authorization flow of RFC 8628 for licences: a PC with a network waits until a person confirms its verification code in the
 * portal, and gets the licence file, never a session. The fields of the two calls that the tool makes have the names of RFC 8628.
 */
export const activation = {
  requestActivation: endpoint({
    name: 'licenses.requestActivation',
    summary: 'For the tool: start an activation with a verification code (RFC 8628, 3.1)',
    method: 'POST',
    path: '/activation/device',
    access: 'public',
    body: z.strictObject({ verificationCode: requiredText(fieldMessages.verificationCode, limits.text.code) }),
    reply: z.strictObject({
      device_code: z.string(),
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      /** `expires_in` and `interval` are in seconds. */
      expires_in: z.int(),
      interval: z.int(),
    }),
    problems: ['TOO_MANY_ATTEMPTS', 'NOT_A_CODE', 'CODE_INCOMPLETE', 'CODE_TYPO', 'CODE_NEWER', 'PC_NOT_IDENTIFIED'],
  }),
  pollActivation: endpoint({
    name: 'licenses.pollActivation',
    summary: 'For the tool: get the licence file, once, after a user has confirmed the activation (RFC 8628, 3.4)',
    method: 'POST',
    path: '/activation/token',
    access: 'public',
    body: z.strictObject({ device_code: requiredText(fieldMessages.notAllowed, limits.text.line) }),
    reply: z.strictObject({ licence_file: z.string() }),
    problems: ['AUTHORIZATION_PENDING', 'SLOW_DOWN', 'EXPIRED_TOKEN', 'ACCESS_DENIED'],
  }),
  findActivation: endpoint({
    name: 'licenses.findActivation',
    summary: 'Find the PC that waits with a user code',
    method: 'POST',
    path: '/activation/find',
    access: { any: ['license.generate'] },
    body: z.strictObject({ userCode }),
    reply: waitingPc,
    problems: ['ACTIVATION_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  confirmActivation: endpoint({
    name: 'licenses.confirmActivation',
    summary: 'Issue the licence for a waiting PC to your own account; the PC then fetches its file',
    method: 'POST',
    path: '/activation/confirm',
    access: { any: ['license.generate'] },
    body: z.strictObject({
      userCode,
      tool: z.optional(shortText),
      brand: z.optional(shortText),
      bridge: z.optional(z.boolean()),
    }),
    reply: license,
    problems: [
      'USER_NOT_FOUND',
      'ACTIVATION_NOT_FOUND',
      'CANNOT_ISSUE',
      'LICENSE_ENDED',
      'TOO_MANY_ATTEMPTS',
      ...licenseRefusals,
    ],
  }),
  denyActivation: endpoint({
    name: 'licenses.denyActivation',
    summary: 'Refuse a waiting PC: it gets no licence',
    method: 'POST',
    path: '/activation/deny',
    access: { any: ['license.generate'] },
    body: z.strictObject({ userCode }),
    reply: null,
    problems: ['ACTIVATION_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
};
