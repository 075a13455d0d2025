import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { createListFilters, listField } from '../calls/list-fields.ts';
import { csvExport, createListBody, createCursorBody, createCursorPage } from '../calls/lists.ts';
import { optionalLine, requiredLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** The account of a customer in the CRM: the number of the account, and the values that the portal shows in a list. */
export const crmAccount = z.strictObject({
  account: z.string(),
  name: z.string(),
  city: z.string(),
  country: z.nullable(z.string()),
});
export type CrmAccount = z.infer<typeof crmAccount>;

const sortableFields = ['name', 'account'] as const;

/** The fields by which the list of CRM accounts is filtered. */
export const accountListFields = {
  name: listField.text(),
  account: listField.text(),
  city: listField.text(),
  country: listField.reference(),
};

const filters = { filters: createListFilters(accountListFields), country: z.optional(z.string()) };

export const crm = {
  search: endpoint({
    name: 'crm.search',
    summary: 'The accounts of the built-in table of the CRM',
    method: 'POST',
    path: '/crm-account/search',
    access: 'administrator',
    body: createCursorBody(sortableFields, 20, filters),
    reply: createCursorPage(crmAccount),
    problems: [],
  }),
  put: endpoint({
    name: 'crm.put',
    summary:
      'Create or change an account of the built-in table of the CRM, by its number; the same account again changes nothing',
    method: 'PUT',
    path: '/integration/crm-account/{id}',
    access: { any: ['users.edit'] },
    machines: true,
    params: z.strictObject({ id: requiredLine(fieldMessages.notAllowed, limits.text.name) }),
    body: z.strictObject({
      name: requiredLine(fieldMessages.name, limits.text.line),
      city: optionalLine(limits.text.name),
      country: z._default(z.nullable(z.string()), null),
    }),
    reply: crmAccount,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  export: endpoint({
    ...csvExport,
    name: 'crm.export',
    path: '/crm-account/export',
    access: 'administrator',
    body: createListBody(sortableFields, filters),
  }),
};
