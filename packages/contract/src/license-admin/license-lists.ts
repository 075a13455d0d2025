import * as z from 'zod/mini';
import { createListFilters, listField } from '../calls/list-fields.ts';
import { companyFilter, createSelection } from '../calls/lists.ts';
import { databaseInteger, day, shortText } from '../fields/fields.ts';
import { licenseStatus } from '../licenses/licenses.ts';

/** The fields by which the list of licences is filtered. `country`, `company` and `salesman` are about the owner. */
export const licenseListFields = {
  status: listField.oneOf(licenseStatus.options),
  tool: listField.reference(),
  brand: listField.reference(),
  country: listField.reference(),
  company: listField.text(),
  salesman: listField.numberedReference(),
  machineName: listField.text(),
  issuedAt: listField.moment(),
  expiryDate: listField.moment(),
};

/** The filters of the list of licences; `endsFrom` and `endsTo` are the first and the last day on which a licence may expire, both included. */
export const licenseFilters = {
  filters: createListFilters(licenseListFields),
  status: z.optional(licenseStatus),
  tool: z.optional(shortText),
  brand: z.optional(shortText),
  country: z.optional(shortText),
  company: z.optional(companyFilter),
  endsFrom: z.optional(day),
  endsTo: z.optional(day),
  userId: z.optional(databaseInteger()),
};

/** All licences that match the filters of the list. */
export const licenseSelection = createSelection(licenseFilters);
