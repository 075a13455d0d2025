import * as z from 'zod/mini';
import { createListFilters, listField } from '../calls/list-fields.ts';
import { companyFilter, createSelection } from '../calls/lists.ts';

export const requestStatuses = ['pending', 'rejected', 'expired', 'withdrawn', 'approved'] as const;

/** The filter of the list: one status, or all. */
export const requestFilters = [...requestStatuses, 'all'] as const;

/** The fields by which the list of requests is filtered. `phone` is compared by its digits. */
export const requestListFields = {
  country: listField.reference(),
  brand: listField.reference(),
  tool: listField.reference(),
  company: listField.text(),
  phone: listField.digits(),
  salesman: listField.numberedReference(),
  requestDate: listField.moment(),
};

/** The filters of the list of requests. */
export const requestListFilters = {
  filters: createListFilters(requestListFields),
  status: z.optional(z.enum(requestFilters)),
  country: z.optional(z.string()),
  brand: z.optional(z.string()),
  tool: z.optional(z.string()),
  company: z.optional(companyFilter),
  olderThanDays: z.optional(z.int().check(z.minimum(0), z.maximum(3650))),
};

/** All requests that match the filters of the list. */
export const requestSelection = createSelection(requestListFilters);
