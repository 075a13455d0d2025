import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { day, moment, numberInPath } from '../fields/fields.ts';

/** A place in the order of changes: two numbers, such as `37.1204`. */
const place = z.string().check(z.regex(/^\d{1,15}\.\d{1,10}$/));

const query = z.strictObject({
  /** Only records that changed after this time; without it, all records. */
  changedAfter: z.optional(moment),
  /** `next` of the page before. */
  after: z.optional(place),
  limit: z._default(numberInPath.check(z.maximum(limits.page.max)), limits.page.max),
});

/**
 * The reply with records in the order of their last change. `record` is null for a record that was deleted. A record that changes while pages are
 * read moves to the end, so that no change is missed and no state of a record is read twice.
 */
const createPage = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({
    items: z.array(z.strictObject({ id: z.int(), changedAt: moment, record: z.nullable(z.strictObject(shape)) })),
    /** The value of `after` for the next request. */
    next: place,
    /** Whether there may be more records now. */
    more: z.boolean(),
  });

const common = { method: 'GET', access: { any: ['users.view'] }, machines: true, query, problems: [] } as const;

/** The calls by which a data warehouse keeps a copy of users, companies, licences and PCs. */
export const changedRecords = {
  changedUsers: endpoint({
    ...common,
    name: 'integrations.changedUsers',
    summary: 'Users in scope in the order of their last change, with deletions: ask again with `next` as `after`',
    path: '/integration/users',
    reply: createPage({
      userId: z.int(),
      login: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      company: z.string(),
      companyId: z.nullable(z.int()),
      phone: z.string(),
      profileID: z.nullable(z.int()),
      brand: z.nullable(z.string()),
      country: z.nullable(z.string()),
      language: z.string(),
      crmAccount: z.nullable(z.string()),
      status: z.string(),
      createdAt: moment,
    }),
  }),
  changedCompanies: endpoint({
    ...common,
    name: 'integrations.changedCompanies',
    summary: 'Companies in scope in the order of their last change; a company is never deleted, only suspended',
    path: '/integration/companies',
    reply: createPage({
      companyId: z.int(),
      name: z.string(),
      country: z.nullable(z.string()),
      /** The number of the company in another system. */
      externalRef: z.nullable(z.string()),
      crmAccount: z.nullable(z.string()),
      status: z.enum(['active', 'suspended']),
      createdAt: moment,
    }),
  }),
  changedLicenses: endpoint({
    ...common,
    name: 'integrations.changedLicenses',
    summary: 'Licences in scope in the order of their last change, with those of deleted users as deletions',
    path: '/integration/licenses',
    reply: createPage({
      licenseId: z.int(),
      userId: z.int(),
      machineId: z.int(),
      tool: z.string(),
      brand: z.string(),
      addOns: z.array(z.string()),
      validFrom: day,
      expiryDate: day,
      issuedAt: moment,
      installedAt: z.nullable(moment),
      /** When another licence took the place of this one. */
      replacedAt: z.nullable(moment),
      revokedAt: z.nullable(moment),
    }),
  }),
  changedMachines: endpoint({
    ...common,
    name: 'integrations.changedMachines',
    summary: 'PCs in scope in the order of their last change, with those of deleted users as deletions',
    path: '/integration/machines',
    reply: createPage({
      machineId: z.int(),
      userId: z.int(),
      tool: z.string(),
      name: z.string(),
      firstSeenAt: moment,
      /** When the PC was removed from the account. */
      releasedAt: z.nullable(moment),
    }),
  }),
};
