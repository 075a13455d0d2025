import * as z from 'zod/mini';
import { createListFilters, listField } from '../calls/list-fields.ts';
import { companyFilter, createSelection } from '../calls/lists.ts';
import { databaseInteger } from '../fields/fields.ts';

export const userStatuses = [
  'unverified',
  'pending',
  'approved',
  'active',
  'rejected',
  'expired',
  'withdrawn',
  'suspended',
] as const;
export const userStatus = z.enum(userStatuses);
export type UserStatus = z.infer<typeof userStatus>;

/** The statuses of users who have an account. A user with another status is a request or is deleted. */
export const accountStatuses = ['approved', 'active', 'suspended'] as const satisfies UserStatus[];

/** The fields by which the list of users is filtered. `phone` is compared by its digits. */
export const userListFields = {
  status: listField.oneOf(accountStatuses),
  profileID: listField.numberedReference(),
  brand: listField.reference(),
  country: listField.reference(),
  tool: listField.reference(),
  company: listField.text(),
  phone: listField.digits(),
  salesman: listField.numberedReference(),
  createdBy: listField.numberedReference(),
  createdAt: listField.moment(),
  licences: listField.count(),
  nextExpiry: listField.moment(),
  lastSignIn: listField.moment(),
  neverSignedIn: listField.flag(),
};

/** The filters of the list of users. */
export const userFilters = {
  filters: createListFilters(userListFields),
  status: z.optional(userStatus),
  profileID: z.optional(databaseInteger()),
  brand: z.optional(z.string()),
  tool: z.optional(z.string()),
  country: z.optional(z.string()),
  company: z.optional(companyFilter),
};

/** All users who match the filters of the list. */
export const userSelection = createSelection(userFilters);
