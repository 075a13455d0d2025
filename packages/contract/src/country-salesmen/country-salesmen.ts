import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { createListFilters, listField } from '../calls/list-fields.ts';
import {
  idInPath,
  numberInPath,
  databaseInteger,
  personId,
  personReference,
  readVersion,
  requireOneOf,
} from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import {
  bulkReply,
  csvExport,
  idList,
  rowId,
  createListBody,
  createCursorBody,
  createCursorPage,
  countryOption,
  option,
} from '../calls/lists.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';

const salesman = z.strictObject({ userId: z.int(), firstName: z.string(), lastName: z.string() });

export const assignment = z.strictObject({
  id: z.int(),
  country: z.string(),
  continent: z.string(),
  brand: z.string(),
  salesman,
  version: z.int(),
});
export type Assignment = z.infer<typeof assignment>;

export const assignmentForm = z.strictObject({
  country: requiredText(fieldMessages.country, 2),
  brand: requiredText(fieldMessages.brand, limits.text.name),
  salesmanId: personId(fieldMessages.salesman),
});

/** The salesman may be sent as `salesmanId`, or as `salesman`: an id or the object that the portal returns. */
const assignmentFields = z.extend(assignmentForm, {
  salesmanId: z.optional(assignmentForm.shape.salesmanId),
  salesman: z.optional(personReference(fieldMessages.salesman)),
});
const createBody = assignmentFields.check(
  requireOneOf(['salesmanId', 'salesman'], 'salesmanId', fieldMessages.salesman),
);

const sortableFields = ['country', 'continent', 'brand', 'salesman'] as const;

/** The fields by which the list of assignments is filtered. */
export const assignmentListFields = {
  continent: listField.reference(),
  country: listField.reference(),
  brand: listField.reference(),
  salesman: listField.numberedReference(),
};

const filters = {
  filters: createListFilters(assignmentListFields),
  country: z.optional(z.string()),
  continent: z.optional(z.string()),
  brand: z.optional(z.string()),
  salesmanId: z.optional(databaseInteger()),
};

/**
 * The assignments that a bulk call deletes. An entry that is only an id deletes the current assignment. An entry with a version is refused
 * if someone else has changed the assignment after that version.
 */
const assignmentsToDelete = z
  .array(z.union([rowId, z.strictObject({ id: rowId, version: databaseInteger() })]))
  .check(z.minLength(1), z.maxLength(limits.page.max));

export const countrySalesmen = {
  options: endpoint({
    name: 'countrySalesmen.options',
    summary: 'Countries, brands and salesmen for the form',
    method: 'GET',
    path: '/country-brand-salesman/data',
    access: { any: ['countrySalesman.view'] },
    reply: z.strictObject({
      countries: z.array(countryOption),
      brands: z.array(option),
      salesmen: z.array(salesman),
    }),
    problems: [],
  }),
  search: endpoint({
    name: 'countrySalesmen.search',
    summary: 'Assignments of salesmen',
    method: 'POST',
    path: '/country-brand-salesman/search',
    access: { any: ['countrySalesman.view'] },
    body: createCursorBody(sortableFields, limits.page.countrySalesmen, filters),
    reply: createCursorPage(assignment),
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'countrySalesmen.export',
    path: '/country-brand-salesman/export',
    access: { any: ['countrySalesman.view'] },
    body: createListBody(sortableFields, filters),
  }),
  create: endpoint({
    name: 'countrySalesmen.create',
    summary: 'Assign a salesman to a country and a brand',
    method: 'POST',
    path: '/country-brand-salesman',
    access: { any: ['countrySalesman.create'] },
    body: createBody,
    reply: assignment,
    problems: [],
  }),
  update: endpoint({
    name: 'countrySalesmen.update',
    summary: 'Change an assignment',
    method: 'PUT',
    path: '/country-brand-salesman/{id}',
    access: { any: ['countrySalesman.edit'] },
    params: idInPath,
    body: z.extend(z.partial(assignmentFields), { version: readVersion }),
    record: assignment,
    reply: assignment,
    problems: ['RESULTS_NOT_FOUND', 'NOT_YOUR_TERRITORY', 'STALE'],
  }),
  remove: endpoint({
    name: 'countrySalesmen.remove',
    summary: 'Delete an assignment',
    method: 'DELETE',
    path: '/country-brand-salesman/{id}',
    access: { any: ['countrySalesman.delete'] },
    params: idInPath,
    // Without a version, the call deletes the current assignment, also if someone else has changed it.
    query: z.strictObject({ version: z.optional(numberInPath) }),
    reply: null,
    problems: ['RESULTS_NOT_FOUND', 'NOT_YOUR_TERRITORY', 'STALE'],
  }),
  removeMany: endpoint({
    name: 'countrySalesmen.removeMany',
    summary: 'Delete assignments in one transaction; an outcome for each id',
    method: 'DELETE',
    path: '/country-brand-salesman/bulk',
    access: { any: ['countrySalesman.delete'] },
    body: assignmentsToDelete,
    reply: bulkReply,
    problems: [],
  }),
  impact: endpoint({
    name: 'countrySalesmen.impact',
    summary: 'What would have no salesman without these assignments',
    method: 'POST',
    path: '/country-brand-salesman/impact',
    access: { any: ['countrySalesman.delete'] },
    body: idList,
    reply: z.strictObject({ users: z.int(), requests: z.int() }),
    problems: [],
  }),
  coverage: endpoint({
    name: 'countrySalesmen.coverage',
    summary: 'The salesmen of each country and brand',
    method: 'GET',
    path: '/country-brand-salesman/coverage',
    access: { any: ['countrySalesman.view'] },
    reply: z.strictObject({
      rows: z.array(
        z.strictObject({
          country: z.string(),
          continent: z.string(),
          brands: z.array(
            z.strictObject({ brand: z.string(), salesmen: z.array(salesman), users: z.int(), requests: z.int() }),
          ),
        }),
      ),
    }),
    problems: [],
  }),
  recipient: endpoint({
    name: 'countrySalesmen.recipient',
    summary: 'Who gets requests from this country for this brand, and why',
    method: 'POST',
    path: '/country-brand-salesman/recipient',
    access: { any: ['countrySalesman.view'] },
    body: z.strictObject({
      country: requiredText(fieldMessages.country, 2),
      brand: requiredText(fieldMessages.brand, limits.text.name),
    }),
    reply: z.strictObject({
      by: z.enum(['countryAndBrand', 'country', 'administrators']),
      people: z.array(salesman),
    }),
    problems: [],
  }),
};
