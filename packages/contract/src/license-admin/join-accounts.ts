import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { idInPath, shortText } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { requiredText } from '../fields/required-text.ts';
import { loginAddress } from '../users/user-fields.ts';
import { fieldMessages } from '../texts/field-messages.ts';

const account = z.strictObject({
  userId: z.int(),
  login: z.string(),
  name: z.string(),
  company: z.string(),
  profileID: z.nullable(z.int()),
  country: z.nullable(z.string()),
  brand: z.nullable(z.string()),
});

/** The effect of joining two accounts. `other` is the second account, which is erased. */
const joinEffect = z.strictObject({
  other: account,
  /**
   * Whether the two accounts have different companies, or one of them has no company. If `isOtherCompany` is true, the call must send
   * `acceptsOtherCompany`.
   */
  isOtherCompany: z.boolean(),
  /**
   * The number of emergency kits that may have issued licences which are not imported yet. Licences for the second account cannot be
   * imported after its login is erased.
   */
  openKits: z.int(),
  moved: z.strictObject({
    pcs: z.int(),
    licenses: z.int(),
    helpRequests: z.int(),
    letters: z.int(),
    grants: z.int(),
  }),
  /** The names of the PCs that both accounts have. For each PC that both accounts have, the two rows become one row. */
  samePcs: z.array(z.string()),
  dropped: z.strictObject({ sessions: z.int(), secondFactors: z.int(), permissions: z.int() }),
  /**
   * The tools that will have more PCs than the policy allows after the accounts are joined. The licences of all these
   * PCs stay valid.
   */
  overLimit: z.array(z.strictObject({ tool: z.string(), used: z.int(), allowed: z.int() })),
  /**
   * The hash of the preview, of the grants that move, and of the versions of both accounts. The call that joins the accounts must send this
   * hash, so that it changes only what the preview has shown.
   */
  digest: z.string(),
});
export type JoinEffect = z.infer<typeof joinEffect>;

/** The calls that join two accounts of one person. */
export const joinAccountsCalls = {
  previewJoin: endpoint({
    name: 'licenseAdmin.previewJoin',
    summary: 'What would happen if the account with this login were joined into the account of a customer',
    method: 'POST',
    path: '/user/{id}/join/preview',
    access: 'administrator',
    params: idInPath,
    body: z.strictObject({ login: loginAddress }),
    reply: joinEffect,
    problems: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'OTHER_COMPANY'],
  }),
  join: endpoint({
    name: 'licenseAdmin.join',
    summary:
      'Join the account with this login into the account of the same customer: its PCs, licences, requests and grants move, and the account is erased',
    method: 'POST',
    path: '/user/{id}/join',
    access: 'administrator',
    params: idInPath,
    body: z.strictObject({
      login: loginAddress,
      reason: requiredText(fieldMessages.reason, limits.text.reason),
      digest: shortText,
      acceptsOtherCompany: z.optional(z.boolean()),
    }),
    reply: joinEffect,
    problems: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'STALE', 'OTHER_COMPANY'],
  }),
};
