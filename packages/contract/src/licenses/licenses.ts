import * as z from 'zod/mini';
import { binary, endpoint } from '../calls/endpoint.ts';
import { day, idInPath, moment, numberInPath, shortText, undoFields } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { createPage, createPageQuery, idList, option } from '../calls/lists.ts';
import { anyProblemBody } from '../calls/general-problems.ts';
import type { ProblemCode } from '../calls/problems.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/**
 * The status of a licence. The status is computed from the dates of the licence, and never stored. If several statuses apply to a licence,
 * its status is the first of this order: Revoked, Replaced, Expired, Active.
 */
export const licenseStatus = z.enum(['Active', 'Expired', 'Revoked', 'Replaced', 'Suspended']);
export type LicenseStatus = z.infer<typeof licenseStatus>;

export const license = z.strictObject({
  licenseId: z.int(),
  userId: z.int(),
  licenseCode: z.string(),
  expiryDate: day,
  status: licenseStatus,
  verificationCode: z.string(),
  machineName: z.string(),
  version: z.string(),
  tool: z.string(),
  brand: z.string(),
  /** The ids of the add-ons that the licence enables. */
  configTools: z.array(z.string()),
  issuedAt: moment,
  mail: z.enum(['none', 'queued', 'sent', 'failed']),
  /** True for a bridge licence. A bridge licence is valid for a few days, needs no staff, and does not count against the limit of PCs. */
  bridge: z.optional(z.boolean()),
  /**
   * When the owner said that the licence is installed on its PC, or when the tool fetched its file. `installedAt` is absent while the portal
   * does not know that the licence is installed.
   */
  installedAt: z.optional(moment),
});
export type License = z.infer<typeof license>;

/**
 * A user who can get the licence for a verification code, and why the portal proposes this user to staff. The portal proposes only users in
 * the scope of the staff user.
 */
const codeOwner = z.strictObject({
  userId: z.int(),
  name: z.string(),
  company: z.string(),
  why: z.enum(['knownPc', 'openQuestion', 'self']),
});
export type CodeOwner = z.infer<typeof codeOwner>;

/**
 * The content of a verification code and the licence that it would get, before a licence is issued. `relation` says whether the PC is new,
 * known, known with changed parts, or replaces the PC `replaces`. `clockSkewSeconds` says how far the clock of the PC is ahead of the clock
 * of the portal. A negative value also contains the time since the code was created. `existingLicenseId` is the licence that was already
 * issued for this code. `takesSeat` says whether the licence would take another seat. `owners` lists, for a staff user who checks a code
 * for themselves, the users who can get its licence: first the customers who have this PC or asked for help with this code, then the staff
 * user. `owners` is absent if only the staff user has this PC, or if no other user is in scope.
 */
export const licensePreview = z.strictObject({
  machine: z.strictObject({
    name: z.string(),
    relation: z.enum(['new', 'known', 'changed', 'moved']),
    /** The newest licence that the owner has had for this PC; `removed`: the PC was removed, so its licence does not count. */
    license: z.optional(z.enum(['none', 'active', 'expired', 'revoked', 'removed'])),
    replaces: z.optional(z.string()),
    /**
     * The name of another PC of the owner with the same machine id. If `copyOf` is set, this PC contains a copy of the system of that other
     * PC, or its disk.
     */
    copyOf: z.optional(z.string()),
  }),
  tool: z.string(),
  brand: z.nullable(z.string()),
  version: z.string(),
  createdAt: moment,
  clockSkewSeconds: z.int(),
  offer: z.nullable(
    z.strictObject({
      expiryDate: day,
      seatsUsed: z.int(),
      seatsAllowed: z.int(),
      takesSeat: z.boolean(),
      movesUsed: z.int(),
      movesAllowed: z.int(),
      /** The company whose seats are counted; absent if the seats are those of the user. */
      company: z.optional(z.string()),
    }),
  ),
  /**
   * The bridge licence, valid for a few days, that the user can get without staff. `bridge` is absent if the user can
   * get no bridge licence.
   */
  bridge: z.optional(z.strictObject({ expiryDate: day })),
  existingLicenseId: z.optional(z.int()),
  owners: z.optional(z.array(codeOwner)),
  problem: z.optional(z.pick(anyProblemBody, { code: true, message: true })),
});
export type LicensePreview = z.infer<typeof licensePreview>;

export const issueBody = z.strictObject({
  verificationCode: requiredText(fieldMessages.verificationCode, limits.text.code),
  tool: z.optional(shortText),
  brand: z.optional(shortText),
  preview: z.optional(z.boolean()),
  overrideReason: z.optional(z.string().check(z.maxLength(limits.text.reason))),
  /** True to issue a bridge licence, which is valid for a few days, because the limit of PCs or moves is reached. */
  bridge: z.optional(z.boolean()),
});

/**
 * A tool of a brand, with its add-ons, that a user may use now, may use later, or could use earlier. `validFrom` and `validTo` are the
 * first and the last day, both included, or null if there is no such day. `state` is the state of the entitlement today, in UTC.
 */
const entitlement = z.strictObject({
  tool: z.string(),
  toolName: z.string(),
  brand: z.string(),
  brandName: z.string(),
  addOns: z.array(option),
  validFrom: z.nullable(day),
  validTo: z.nullable(day),
  state: z.enum(['valid', 'later', 'ended']),
});
export type Entitlement = z.infer<typeof entitlement>;

/** The reasons why a verification code gets no licence. */
export const licenseRefusals = [
  'NOT_A_CODE',
  'CODE_INCOMPLETE',
  'CODE_TYPO',
  'CODE_NEWER',
  'PC_NOT_IDENTIFIED',
  'CODE_TOO_OLD',
  'CODE_USED_BY_OTHER',
  'OTHER_TOOL',
  'OTHER_BRAND',
  'NO_TOOL_GRANT',
  'SEAT_LIMIT',
  'COMPANY_SEAT_LIMIT',
  'COMPANY_SUSPENDED',
  'MOVE_LIMIT',
  'ISSUE_LIMIT',
  'TRIAL_USED',
  'PC_DECLARED_GONE',
  'CLOCK_AHEAD',
  'CLOCK_BEHIND',
  'LICENCE_TOO_LONG',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_NOT_ACTIVE',
] as const satisfies ProblemCode[];

/** The refusals that staff can override with a reason. */
export const overridableRefusals: readonly string[] = [
  'SEAT_LIMIT',
  'COMPANY_SEAT_LIMIT',
  'MOVE_LIMIT',
  'ISSUE_LIMIT',
  'TRIAL_USED',
  'PC_DECLARED_GONE',
  'CLOCK_BEHIND',
] satisfies (typeof licenseRefusals)[number][];

/** The reasons why a licence cannot be renewed without a new code. */
export const renewalRefusals = [
  'RESULTS_NOT_FOUND',
  'NOT_RENEWABLE',
  'RENEWAL_NOT_OPEN',
  'TOOL_ENDS',
  'CANNOT_ISSUE',
  'PC_NOT_IDENTIFIED',
  'OTHER_TOOL',
  'OTHER_BRAND',
  'NO_TOOL_GRANT',
  'ISSUE_LIMIT',
  'LICENCE_TOO_LONG',
  'COMPANY_SUSPENDED',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_NOT_ACTIVE',
] as const satisfies ProblemCode[];

/** The path parameters: the owner and the id of the licence. */
export const licensePathParams = z.strictObject({ id: numberInPath, licenseId: numberInPath });

export const licenses = {
  issue: endpoint({
    name: 'licenses.issue',
    summary: 'Check a verification code (preview), or issue the licence for it; the same code gets the same licence',
    method: 'POST',
    path: '/user/{id}/license',
    access: { any: ['license.generate'] },
    machines: true,
    location: '/user/{userId}/license/{licenseId}',
    params: idInPath,
    body: issueBody,
    reply: z.union([license, licensePreview]),
    problems: ['USER_NOT_FOUND', 'CANNOT_ISSUE', 'TOO_MANY_ATTEMPTS', ...licenseRefusals],
  }),
  list: endpoint({
    name: 'licenses.list',
    summary: "A user's licences",
    method: 'GET',
    path: '/user/{id}/licenses',
    access: { any: ['license.generate'] },
    machines: true,
    params: idInPath,
    query: z.extend(createPageQuery(['issuedAt', 'expiryDate', 'machineName'], limits.page.licenses), {
      status: z.optional(licenseStatus),
    }),
    reply: createPage(license),
    problems: ['USER_NOT_FOUND'],
  }),
  entitlements: endpoint({
    name: 'licenses.entitlements',
    summary: 'The tools that a user may use now or could use earlier, and the salesmen of the user',
    method: 'GET',
    path: '/user/{id}/entitlements',
    access: { any: ['license.generate'] },
    machines: true,
    params: idInPath,
    reply: z.strictObject({
      company: z.string(),
      // The names of the salesmen of the country and brand of the user. `names` is empty if only administrators are
      // responsible.
      caretakers: z.strictObject({ by: z.enum(['salesmen', 'administrators']), names: z.array(z.string()) }),
      items: z.array(entitlement),
    }),
    problems: ['USER_NOT_FOUND'],
  }),
  calendar: endpoint({
    name: 'licenses.calendar',
    summary: 'The time at which the user created the calendar of expiry dates; its address is shown only then',
    method: 'GET',
    path: '/user/data/calendar',
    access: { any: ['license.generate'] },
    reply: z.strictObject({ createdAt: z.nullable(moment) }),
    problems: [],
  }),
  createCalendar: endpoint({
    name: 'licenses.createCalendar',
    summary: 'Create the calendar (RFC 5545), or give it a new secret address; the former address stops working',
    method: 'POST',
    path: '/user/data/calendar',
    access: { any: ['license.generate'] },
    reply: z.strictObject({ path: z.string() }),
    problems: [],
  }),
  endCalendar: endpoint({
    name: 'licenses.endCalendar',
    summary: 'Delete the calendar: its address stops working',
    method: 'DELETE',
    path: '/user/data/calendar',
    access: { any: ['license.generate'] },
    reply: null,
    problems: [],
  }),
  get: endpoint({
    name: 'licenses.get',
    summary: 'One licence of a user, with the status of its e-mail',
    method: 'GET',
    path: '/user/{id}/license/{licenseId}',
    access: { any: ['license.generate'] },
    machines: true,
    params: licensePathParams,
    reply: license,
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND'],
  }),
  renew: endpoint({
    name: 'licenses.renew',
    summary:
      'Renew a valid licence for its PC without a code, and send the new licence to its owner by e-mail; a repeated call returns the same licence',
    method: 'POST',
    path: '/user/{id}/license/{licenseId}/renew',
    access: { any: ['license.generate'] },
    machines: true,
    location: '/user/{userId}/license/{licenseId}',
    params: licensePathParams,
    reply: z.extend(license, undoFields),
    problems: ['USER_NOT_FOUND', 'RECORD_UNREADABLE', ...renewalRefusals],
  }),
  renewMany: endpoint({
    name: 'licenses.renewMany',
    summary: 'Renew licences of users in the caller’s scope for their PCs; the reply has an outcome for each id',
    method: 'POST',
    path: '/license/renew',
    access: { any: ['users.edit'] },
    body: idList,
    reply: z.strictObject({
      results: z.array(
        z.strictObject({
          id: z.int(),
          outcome: z.enum(['renewed', 'notFound', 'refused']),
          license: z.optional(license),
          message: z.optional(z.string()),
        }),
      ),
      ...undoFields,
    }),
    problems: ['CANNOT_ISSUE'],
  }),
  send: endpoint({
    name: 'licenses.send',
    summary: 'Send the licence as code and file by e-mail to its owner; at most five times an hour',
    method: 'PUT',
    path: '/user/{id}/license/{licenseId}/send',
    access: { any: ['license.generate'] },
    machines: true,
    params: licensePathParams,
    reply: license,
    problems: [
      'USER_NOT_FOUND',
      'RESULTS_NOT_FOUND',
      'LICENSE_ENDED',
      'ACCOUNT_SUSPENDED',
      'ACCOUNT_NOT_ACTIVE',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  setInstalled: endpoint({
    name: 'licenses.setInstalled',
    summary: 'Say that a valid licence is installed on its PC, or that it is not; this has no effect on the licence',
    method: 'PUT',
    path: '/user/{id}/license/{licenseId}/installed',
    access: { any: ['license.generate'] },
    params: licensePathParams,
    body: z.strictObject({ isInstalled: z.boolean() }),
    reply: license,
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND', 'LICENSE_ENDED'],
  }),
  download: endpoint({
    name: 'licenses.download',
    summary: 'The licence file',
    method: 'PUT',
    path: '/user/{id}/license/{licenseId}/download',
    access: { any: ['license.generate'] },
    machines: true,
    params: licensePathParams,
    reply: binary,
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND'],
  }),
};
