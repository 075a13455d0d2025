import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { createListFilters, listField } from '../calls/list-fields.ts';
import { limits } from '../calls/limits.ts';
import { createListBody, createPage, createPageBody, csvExport, rowId } from '../calls/lists.ts';
import { day, idInPath, moment, readVersion, shortText, wholeNumber } from '../fields/fields.ts';
import { requiredText } from '../fields/required-text.ts';
import { requiredLine, visibleLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';
import { companyRole } from '../session/current-user.ts';

/** A suspended company keeps its licences, and gets no new ones. */
const companyStatus = z.enum(['active', 'suspended']);

const company = z.strictObject({
  companyId: z.int(),
  name: z.string(),
  country: z.nullable(z.string()),
  /** The number of the company in another system, such as a shop. No two companies have the same one. */
  externalRef: z.nullable(z.string()),
  crmAccount: z.nullable(z.string()),
  status: companyStatus,
  version: z.int(),
  createdAt: moment,
});

/** The fields by which the list of companies is filtered. `seatsUsed` is the number of PCs that use a seat. */
export const companyListFields = {
  name: listField.text(),
  country: listField.reference(),
  status: listField.oneOf(companyStatus.options),
  members: listField.count(),
  seatsUsed: listField.count(),
  hasCrmAccount: listField.flag(),
  createdAt: listField.moment(),
};

/** A company with the numbers of its members, of its managers, and of its PCs that use a seat. */
const listedCompany = z.extend(company, { members: z.int(), managers: z.int(), seatsUsed: z.int() });
export type ListedCompany = z.infer<typeof listedCompany>;

/** The PC whose seat is free next, unless its licence is renewed. */
const nextFreeSeat = z.strictObject({ machineName: z.string(), owner: z.string(), day });

/**
 * The seats of a company for a tool of a brand: the right to use the tool on `seatsAllowed` PCs. `pcs` is the number of PCs bought; null for
 * the number of the policy, which depends on the profile of each member, so that `seatsAllowed` is null too. `reason` is only for staff.
 */
export const companySeats = z.strictObject({
  seatsId: z.int(),
  tool: z.string(),
  toolName: z.string(),
  brand: z.string(),
  brandName: z.string(),
  configTools: z.array(z.string()),
  pcs: z.nullable(z.int()),
  seatsUsed: z.int(),
  seatsAllowed: z.nullable(z.int()),
  movesUsed: z.int(),
  movesAllowed: z.nullable(z.int()),
  validFrom: z.nullable(day),
  validTo: z.nullable(day),
  state: z.enum(['valid', 'later', 'ended']),
  /** The PC whose licence ends first; null if no PC uses a seat. */
  nextFree: z.nullable(nextFreeSeat),
  /** The order line, or null if staff entered the seats. */
  source: z.optional(z.nullable(z.string())),
  reason: z.optional(z.string()),
  version: z.int(),
});
export type CompanySeats = z.infer<typeof companySeats>;

const person = z.strictObject({ userId: z.int(), name: z.string() });

/** What a member sees of the own company. */
const ownCompany = z.strictObject({
  companyId: z.int(),
  name: z.string(),
  status: companyStatus,
  role: companyRole,
  managers: z.array(person),
  seats: z.array(companySeats),
});

export const companyForm = z.strictObject({
  name: requiredLine(fieldMessages.name, limits.text.line),
  country: z._default(z.nullable(requiredText(fieldMessages.country, 2)), null),
  externalRef: z._default(z.nullable(visibleLine(limits.text.name)), null),
  crmAccount: z._default(z.nullable(visibleLine(limits.text.name)), null),
});

const updateBody = z.strictObject({
  name: z.optional(companyForm.shape.name),
  country: z.optional(z.nullable(requiredText(fieldMessages.country, 2))),
  externalRef: z.optional(z.nullable(visibleLine(limits.text.name))),
  crmAccount: z.optional(z.nullable(visibleLine(limits.text.name))),
  status: z.optional(companyStatus),
  version: readVersion,
});

/** The seats that staff enter. `version` is the version of the seats that the client has read; absent for a tool that the company does not have. */
export const companySeatsForm = z
  .strictObject({
    tool: requiredText(fieldMessages.tool, limits.text.name),
    brand: requiredText(fieldMessages.brand, limits.text.name),
    configTools: z._default(z.array(shortText).check(z.maxLength(limits.tool.addOns)), []),
    pcs: z.nullable(wholeNumber(0, limits.company.pcs, fieldMessages.pcs)),
    validFrom: z._default(z.nullable(day), null),
    validTo: z._default(z.nullable(day), null),
    source: z._default(z.nullable(visibleLine(limits.text.name)), null),
    reason: requiredText(fieldMessages.reason, limits.text.reason),
    version: readVersion,
  })
  .check(
    z.refine(({ validFrom, validTo }) => validFrom === null || validTo === null || validFrom <= validTo, {
      error: fieldMessages.daysInOrder,
      path: ['validTo'],
    }),
  );

/**
 * Users who seem to belong to one company, because they have the same company text, the same domain, or the same CRM account. Staff confirm
 * each group; the portal never groups users by itself.
 */
const companyGroup = z.strictObject({
  by: z.enum(['name', 'domain', 'crmAccount']),
  /** The company text, the domain or the CRM account that the users have in common. */
  value: z.string(),
  /** The company that has this name or CRM account already, or to which other users with this domain belong. */
  companyId: z.nullable(z.int()),
  people: z.array(z.strictObject({ userId: z.int(), name: z.string(), login: z.string(), company: z.string() })),
  /** The number of users of the group, which may be more than `people` has. */
  total: z.int(),
});
export type CompanyGroup = z.infer<typeof companyGroup>;

const sortableFields = ['name', 'country', 'createdAt'] as const;
const filters = {
  filters: createListFilters(companyListFields),
  country: z.optional(shortText),
  status: z.optional(companyStatus),
};

const people = z.array(rowId).check(z.maxLength(limits.page.max));

const isManagerOrStaff = { any: ['license.generate'] } as const;
const isStaff = { any: ['users.edit'] } as const;

export const companies = {
  own: endpoint({
    name: 'companies.own',
    summary: 'The company of the caller, with its managers and seats; null for a caller without a company',
    method: 'GET',
    path: '/company',
    access: isManagerOrStaff,
    reply: z.strictObject({ company: z.nullable(ownCompany) }),
    problems: [],
  }),
  search: endpoint({
    name: 'companies.search',
    summary: 'The companies in the caller’s scope; the keyword is searched in name, external reference and CRM account',
    method: 'POST',
    path: '/company/search',
    access: { any: ['users.view'] },
    body: createPageBody(sortableFields, limits.page.users, filters),
    reply: createPage(listedCompany),
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'companies.export',
    path: '/company/export',
    access: { any: ['users.view'] },
    body: createListBody(sortableFields, filters),
  }),
  groups: endpoint({
    name: 'companies.groups',
    summary: 'Groups of users without a company who seem to belong together, the largest first; nothing is changed',
    method: 'POST',
    path: '/company/groups',
    access: { any: ['users.view'] },
    body: z.strictObject({ keyword: z._default(z.string().check(z.maxLength(limits.text.keyword)), '') }),
    reply: z.strictObject({ items: z.array(companyGroup) }),
    problems: [],
  }),
  create: endpoint({
    name: 'companies.create',
    summary: 'Create a company, with users of a confirmed group as its members',
    method: 'POST',
    path: '/company',
    access: isStaff,
    location: '/company/{companyId}',
    body: z.extend(companyForm, { members: z.optional(people), managers: z.optional(people) }),
    reply: listedCompany,
    problems: ['USER_NOT_FOUND', 'OTHER_COMPANY', 'NOT_A_CUSTOMER'],
  }),
  get: endpoint({
    name: 'companies.get',
    summary: 'A company in the caller’s scope: of staff, or of its manager',
    method: 'GET',
    path: '/company/{id}',
    access: isManagerOrStaff,
    params: idInPath,
    reply: listedCompany,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  update: endpoint({
    name: 'companies.update',
    summary: 'Change a company; the label Company of its members follows the name',
    method: 'PUT',
    path: '/company/{id}',
    access: isStaff,
    params: idInPath,
    body: updateBody,
    record: listedCompany,
    reply: listedCompany,
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
  seats: endpoint({
    name: 'companies.seats',
    summary: 'The seats of a company by tool and brand: how many are used, and which is free next',
    method: 'GET',
    path: '/company/{id}/seats',
    access: isManagerOrStaff,
    params: idInPath,
    reply: z.strictObject({ items: z.array(companySeats) }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  setSeats: endpoint({
    name: 'companies.setSeats',
    summary: 'Set the PCs bought for a tool of a brand, with a reason; never lower than the PCs that use a seat now',
    method: 'PUT',
    path: '/company/{id}/seats',
    access: isStaff,
    params: idInPath,
    body: companySeatsForm,
    reply: companySeats,
    problems: ['RESULTS_NOT_FOUND', 'SEATS_IN_USE', 'STALE'],
  }),
};
