import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { day, idInPath, moment, numberInPath, undoFields } from '../fields/fields.ts';
import { license, licensePathParams, licenseStatus } from '../licenses/licenses.ts';
import { limits } from '../calls/limits.ts';
import { licenseFilters } from './license-lists.ts';
import { companyOfKeyword, csvExport, createListBody, createCursorBody, createCursorPage } from '../calls/lists.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';

const licenseOwner = z.strictObject({
  userId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  login: z.string(),
  company: z.string(),
  country: z.nullable(z.string()),
});

/** A licence with its owner, for lists of the licences of many users. */
export const ownedLicense = z.extend(license, { owner: licenseOwner });
export type OwnedLicense = z.infer<typeof ownedLicense>;

const sortableFields = ['issuedAt', 'expiryDate', 'machineName', 'owner'] as const;

type ExpiryRange = { endsFrom?: string | undefined; endsTo?: string | undefined };

const areDaysInOrder = z.refine<ExpiryRange>(
  ({ endsFrom, endsTo }) => endsFrom === undefined || endsTo === undefined || endsFrom <= endsTo,
  { error: fieldMessages.daysInOrder, path: ['endsTo'] },
);

/**
 * The number of times that hardware parts of a PC have changed in the last 7 days (`week`) and in the last 30 days (`month`). The portal
 * finds these changes by comparing the verification codes of the PC.
 */
const hardwareChanges = z.strictObject({ week: z.int(), month: z.int() });
export type PartChanges = z.infer<typeof hardwareChanges>;

/** All data about one licence: the content of its verification code, its status with the reason, and all licences of its PC. */
export const licenseDetails = z.extend(ownedLicense, {
  /**
   * The id of the licence, as 16 hexadecimal digits. The id of a licence is the `lid` in a licence file, and a part of
   * a licence code.
   */
  licenseUid: z.string(),
  machine: z.strictObject({
    machineId: z.int(),
    fingerprint: z.string(),
    firstSeenAt: moment,
    releasedAt: z.nullable(moment),
    partChanges: hardwareChanges,
    /** The changes of the hardware parts of the PC, newest first. */
    parts: z.array(z.strictObject({ at: moment, fingerprint: z.string() })),
  }),
  /**
   * The reason that the tool wrote into the verification code, and when the code was created by the clock of the PC. `createdAt` is null if
   * the stored code cannot be read.
   */
  verification: z.strictObject({ reason: z.enum(['new', 'renew', 'moved']), createdAt: z.nullable(moment) }),
  issuedBy: z.string(),
  /**
   * The last e-mail with the licence, and when its owner last opened the portal after this e-mail was written. `delivery` is absent if no
   * e-mail with the licence was written.
   */
  delivery: z.optional(z.strictObject({ at: moment, error: z.nullable(z.string()), openedSince: z.nullable(moment) })),
  overrideReason: z.nullable(z.string()),
  revoked: z.nullable(z.strictObject({ at: moment, by: z.nullable(z.string()), reason: z.string() })),
  replacedAt: z.nullable(moment),
  /** All licences of the PC, including this licence, newest first. */
  history: z.array(z.strictObject({ licenseId: z.int(), status: licenseStatus, issuedAt: moment, expiryDate: day })),
});
export type LicenseDetails = z.infer<typeof licenseDetails>;

/** A licence with everything that its page shows, to its owner and to staff in whose scope the owner is. */
export const licenseOverview = z.extend(license, {
  ownerName: z.string(),
  toolName: z.string(),
  /** The name under which the licence file is downloaded. */
  fileName: z.string(),
  /**
   * The last day of the earlier licence of the same PC, if this licence is its renewal. The tool uses the earlier licence until this licence
   * is installed. `renewedFrom` is null if this licence is not a renewal.
   */
  renewedFrom: z.nullable(day),
  /** The last day of the grace period, until which the tool accepts the licence. */
  acceptedUntil: day,
  renewalOpens: z.nullable(moment),
  grantEndsOn: z.nullable(day),
  /**
   * How and when the licence ended before it expired; null if it did not. `removed` means that its PC was removed without a return code. Only
   * staff get `by` and `reason`, because a reason is written for colleagues.
   */
  ended: z.nullable(
    z.strictObject({
      how: z.enum(['revoked', 'returned', 'replaced', 'removed']),
      at: moment,
      by: z.optional(z.string()),
      reason: z.optional(z.string()),
    }),
  ),
  /** The licence that the same PC, or the PC that replaced it, has now; null if there is none, or if it is this licence. */
  current: z.nullable(z.strictObject({ licenseId: z.int(), machineName: z.string() })),
});
export type LicenseOverview = z.infer<typeof licenseOverview>;

/**
 * What the newest verification code says about a PC. `virtual`: the PC is a virtual machine. `standIn`: the tool has invented the identity
 * of the PC. `copied`: another PC of the user has the same machine id.
 */
const machineTraits = z.array(z.enum(['virtual', 'standIn', 'copied', 'notIdentified']));

/** A PC of a user. `license` is the newest licence of the PC that was neither revoked nor replaced. */
export const machine = z.strictObject({
  machineId: z.int(),
  name: z.string(),
  firstSeenAt: moment,
  holdsSeat: z.boolean(),
  releasedAt: z.nullable(moment),
  license: z.nullable(license),
  /**
   * The time from which the licence can be renewed without a new code. `renewalOpens` is null for a PC without a valid licence, for a trial
   * and for a bridge licence.
   */
  renewalOpens: z.nullable(moment),
  /**
   * The last day of the user's grant of the tool, if the licence expires on that day too. If `grantEndsOn` is set, a renewal adds no time,
   * because no licence is valid longer than its grant. If the licence expires before the grant ends, `grantEndsOn` is null.
   */
  grantEndsOn: z.nullable(day),
  partChanges: hardwareChanges,
  traits: machineTraits,
});
export type Machine = z.infer<typeof machine>;

/**
 * How a user uses one tool: the PCs of the user, how many of the allowed PCs are used now, and how many of the allowed moves were used in
 * the last twelve months.
 */
export const toolUsage = z.strictObject({
  tool: z.string(),
  toolName: z.string(),
  seatsUsed: z.int(),
  seatsAllowed: z.int(),
  movesUsed: z.int(),
  movesAllowed: z.int(),
  /** The time at which the oldest used move no longer counts. `nextMoveAt` is null if no move is used. */
  nextMoveAt: z.nullable(moment),
  /** The company whose seats and moves are counted; absent if they are those of the user. */
  company: z.optional(z.string()),
  machines: z.array(machine),
});
export type ToolUsage = z.infer<typeof toolUsage>;

/**
 * The effect of a return code. `state` is `active` if the licence is valid and can be returned, `returned` if it was returned, and `ended`
 * if it has ended in another way.
 */
export const returnedLicense = z.strictObject({
  state: z.enum(['active', 'returned', 'ended']),
  license,
  owner: licenseOwner,
  toolName: z.string(),
  seatsUsed: z.int(),
  seatsAllowed: z.int(),
  movesUsed: z.int(),
  movesAllowed: z.int(),
});
export type ReturnedLicense = z.infer<typeof returnedLicense>;

export const licenseAdmin = {
  search: endpoint({
    name: 'licenseAdmin.search',
    summary:
      'Licences of the users in the caller’s scope; the keyword is searched in owners, names of PCs and licence codes',
    method: 'POST',
    path: '/license/search',
    access: { any: ['users.view'] },
    machines: true,
    body: createCursorBody(sortableFields, limits.page.licenses, licenseFilters).check(areDaysInOrder),
    reply: z.extend(createCursorPage(ownedLicense), companyOfKeyword),
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'licenseAdmin.export',
    path: '/license/export',
    access: { any: ['users.view'] },
    body: createListBody(sortableFields, licenseFilters).check(areDaysInOrder),
  }),
  get: endpoint({
    name: 'licenseAdmin.get',
    summary: 'All data about one licence of a user in the caller’s scope',
    method: 'GET',
    path: '/license/{licenseId}',
    access: { any: ['users.view'] },
    machines: true,
    params: z.strictObject({ licenseId: numberInPath }),
    reply: licenseDetails,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  overview: endpoint({
    name: 'licenseAdmin.overview',
    summary: 'One licence of the caller, or of a user in the caller’s scope, for the page of the licence',
    method: 'GET',
    path: '/license/{licenseId}/overview',
    access: { any: ['license.generate'] },
    params: z.strictObject({ licenseId: numberInPath }),
    reply: licenseOverview,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  revoke: endpoint({
    name: 'licenseAdmin.revoke',
    summary: 'Revoke a licence; later licence files inform the tools',
    method: 'PUT',
    path: '/user/{id}/license/{licenseId}/revoke',
    access: { any: ['users.edit'] },
    machines: true,
    params: licensePathParams,
    body: z.strictObject({ reason: requiredText(fieldMessages.reason, limits.text.reason) }),
    reply: z.extend(license, undoFields),
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND', 'ALREADY_REVOKED', 'OWN_ACCOUNT'],
  }),
  giveBack: endpoint({
    name: 'licenseAdmin.giveBack',
    summary:
      'Check a return code (preview), or free the seat of its PC, which counts as a move; the same code gets the same reply',
    method: 'PUT',
    path: '/license/return',
    access: { any: ['license.generate'] },
    body: z.strictObject({
      returnCode: requiredText(fieldMessages.returnCode, limits.text.code),
      preview: z.optional(z.boolean()),
      overrideReason: z.optional(z.string().check(z.maxLength(limits.text.reason))),
    }),
    reply: returnedLicense,
    problems: [
      'NOT_A_CODE',
      'CODE_INCOMPLETE',
      'CODE_TYPO',
      'CODE_NEWER',
      'RETURN_NOT_FOUND',
      'RETURN_REPLACED',
      'MOVE_LIMIT',
    ],
  }),
  machines: endpoint({
    name: 'licenseAdmin.machines',
    summary: 'The PCs of a user by tool, with seats and moves',
    method: 'GET',
    path: '/user/{id}/machines',
    access: { any: ['license.generate'] },
    machines: true,
    params: idInPath,
    reply: z.strictObject({ items: z.array(toolUsage) }),
    problems: ['USER_NOT_FOUND'],
  }),
  release: endpoint({
    name: 'licenseAdmin.release',
    summary: 'Remove a PC: its seat is free, which counts as a move',
    method: 'PUT',
    path: '/user/{id}/machine/{machineId}/release',
    access: { any: ['license.generate'] },
    machines: true,
    params: z.strictObject({ id: numberInPath, machineId: numberInPath }),
    body: z.strictObject({ overrideReason: z.optional(z.string().check(z.maxLength(limits.text.reason))) }),
    reply: toolUsage,
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND', 'MOVE_LIMIT'],
  }),
};
