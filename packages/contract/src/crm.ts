import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { csvExport, createListBody, createCursorBody, createCursorPage } from './lists.ts';

/** A customer's account in the CRM: its number, and the values that the portal shows in a list. */
export const crmAccount = z.strictObject({
  account: z.string(),
  name: z.string(),
  city: z.string(),
  country: z.nullable(z.string()),
});
export type CrmAccount = z.infer<typeof crmAccount>;

const sortable = ['name', 'account'] as const;
const filters = { country: z.optional(z.string()) };

export const crm = {
  search: endpoint({
    name: 'crm.search',
    summary: 'The accounts of the built-in table of the CRM',
    method: 'POST',
    path: '/crm-account/search',
    access: 'administrator',
    body: createCursorBody(sortable, 20, filters),
    reply: createCursorPage(crmAccount),
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'crm.export',
    path: '/crm-account/export',
    access: 'administrator',
    body: createListBody(sortable, filters),
  }),
};
