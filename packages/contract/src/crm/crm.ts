import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { csvExport, createListBody, createCursorBody, createCursorPage } from '../calls/lists.ts';

/** The account of a customer in the CRM: the number of the account, and the values that the portal shows in a list. */
export const crmAccount = z.strictObject({
  account: z.string(),
  name: z.string(),
  city: z.string(),
  country: z.nullable(z.string()),
});
export type CrmAccount = z.infer<typeof crmAccount>;

const sortableFields = ['name', 'account'] as const;
const filters = { country: z.optional(z.string()) };

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
  export: endpoint({
    ...csvExport,
    name: 'crm.export',
    path: '/crm-account/export',
    access: 'administrator',
    body: createListBody(sortableFields, filters),
  }),
};
