import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { createPage, createPageBody } from '../calls/lists.ts';
import { databaseInteger, day, idInPath, moment, shortText } from '../fields/fields.ts';
import { requiredText } from '../fields/required-text.ts';
import { license } from '../licenses/licenses.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/**
 * A PC of a company. `license` is the newest licence of the PC that was neither revoked nor replaced; null if there is none. The calls for
 * licences and PCs of a user renew, send and return it: `/user/{userId}/license/…` and `/user/{userId}/machine/…`.
 */
const companyPc = z.strictObject({
  machineId: z.int(),
  name: z.string(),
  /** An agent of the company does not get the address of the owner. */
  owner: z.strictObject({ userId: z.int(), name: z.string(), login: z.optional(z.string()) }),
  tool: z.string(),
  toolName: z.string(),
  firstSeenAt: moment,
  /** When the PC was removed; null for a PC in use. */
  releasedAt: z.nullable(moment),
  holdsSeat: z.boolean(),
  /** Whether the licence can be renewed now without a code from the PC. */
  canRenew: z.boolean(),
  license: z.nullable(
    z.pick(license, {
      licenseId: true,
      expiryDate: true,
      status: true,
      brand: true,
      version: true,
      issuedAt: true,
      mail: true,
      installedAt: true,
      bridge: true,
    }),
  ),
});
export type CompanyPc = z.infer<typeof companyPc>;

/** `state`: PCs that use a seat, PCs whose licence has ended, or PCs that were removed. By default, removed PCs are left out. */
const filters = {
  state: z.optional(z.enum(['inUse', 'ended', 'removed'])),
  tool: z.optional(shortText),
  brand: z.optional(shortText),
  userId: z.optional(databaseInteger()),
  endsUntil: z.optional(day),
};

/** The result for a code, in the order in which the codes were sent. */
const batchResult = z.strictObject({
  outcome: z.enum(['issued', 'refused']),
  machineName: z.nullable(z.string()),
  /** The new licence; absent in a preview. */
  license: z.optional(license),
  expiryDate: z.optional(day),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
});
export type BatchResult = z.infer<typeof batchResult>;

const isManagerOrStaff = { any: ['license.generate'] } as const;

export const companyPcs = {
  pcs: endpoint({
    name: 'companies.pcs',
    summary: 'The PCs of a company; the keyword is searched in the names of PCs and people',
    method: 'POST',
    path: '/company/{id}/pc/search',
    access: isManagerOrStaff,
    params: idInPath,
    body: createPageBody(['name', 'owner', 'expiryDate', 'firstSeenAt'], limits.page.licenses, filters),
    reply: createPage(companyPc),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  issueBatch: endpoint({
    name: 'companies.issueBatch',
    summary:
      'Check up to 40 verification codes for a member (preview), or issue their licences; each code has its own outcome',
    method: 'POST',
    path: '/company/{id}/license',
    access: isManagerOrStaff,
    params: idInPath,
    body: z.strictObject({
      codes: z
        .array(requiredText(fieldMessages.verificationCode, limits.text.batchCode))
        .check(z.minLength(1, { error: fieldMessages.verificationCode }), z.maxLength(limits.company.batch)),
      /** The member who gets the licences; by default the caller, and for staff the first manager. */
      userId: z.optional(databaseInteger()),
      preview: z.optional(z.boolean()),
      overrideReason: z.optional(z.string().check(z.maxLength(limits.text.reason))),
    }),
    reply: z.strictObject({ results: z.array(batchResult) }),
    problems: ['RESULTS_NOT_FOUND', 'USER_NOT_FOUND', 'CANNOT_ISSUE', 'TOO_MANY_ATTEMPTS'],
  }),
};
