import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { createPage, createPageBody, rowId } from '../calls/lists.ts';
import { companyForm } from '../companies/companies.ts';
import { day, moment, optionalText, shortText, wholeNumber } from '../fields/fields.ts';
import { requiredText } from '../fields/required-text.ts';
import { requiredLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';
import { loginAddress, userFields } from '../users/user-fields.ts';

/** The profile that a new customer gets if the order names none: SmallCustomer. */
const defaultProfile = 7;

/** Who gets the account. The values other than the login count only for a customer who has no account yet. */
const orderCustomer = z.strictObject({
  login: loginAddress,
  firstName: userFields.firstName,
  lastName: userFields.lastName,
  phone: userFields.phone,
  company: userFields.company,
  profileID: z._default(userFields.profileID, defaultProfile),
  country: userFields.country,
  language: userFields.language,
  canReceiveMail: z._default(userFields.canReceiveMail, true),
  crmAccount: userFields.crmAccount,
});

/** The company whose members share the PCs, found by its number in the other system, or created. */
const orderCompany = z.extend(companyForm, {
  externalRef: requiredLine(fieldMessages.externalRef, limits.text.name),
});

/** A line of an order: the PCs bought for a tool of a brand, with add-ons, from the first to the last day; 0 PCs cancel the line. */
const orderLine = z.strictObject({
  line: requiredLine(fieldMessages.orderLine, limits.text.name),
  tool: requiredText(fieldMessages.tool, limits.text.name),
  brand: requiredText(fieldMessages.brand, limits.text.name),
  addOns: z._default(z.array(shortText).check(z.maxLength(limits.tool.addOns)), []),
  pcs: wholeNumber(0, limits.company.pcs, fieldMessages.orderPcs),
  /** The first day; null for the day of the order. */
  validFrom: z._default(z.nullable(day), null),
  /** The last day, in UTC; null for no end. */
  validTo: z._default(z.nullable(day), null),
});

const orderLines = z.array(orderLine, { error: fieldMessages.orderLines }).check(
  z.maxLength(limits.order.lines, { error: fieldMessages.orderLines }),
  z.superRefine((lines, context) => {
    const numbers = new Set<string>();
    for (const [index, { line, validFrom, validTo }] of lines.entries()) {
      if (numbers.has(line.trim()))
        context.addIssue({ code: 'custom', message: fieldMessages.orderLineTwice, path: [index, 'line'] });
      numbers.add(line.trim());
      if (validFrom !== null && validTo !== null && validTo < validFrom)
        context.addIssue({ code: 'custom', message: fieldMessages.daysInOrder, path: [index, 'validTo'] });
    }
  }),
);

/** `cancelled`: the line has 0 PCs. */
const lineState = z.enum(['valid', 'later', 'ended', 'cancelled']);

const person = z.strictObject({ userId: z.int(), name: z.string(), login: z.string() });

const order = z.strictObject({
  orderId: z.int(),
  source: z.string(),
  externalId: z.string(),
  userId: z.int(),
  customer: person,
  /** The company that has the PCs; null if the customer has them. */
  company: z.nullable(z.strictObject({ companyId: z.int(), name: z.string() })),
  /** Whether the order created the account of the customer. */
  created: z.boolean(),
  /** Whether the order sent an invitation: to the new account, or to the company. */
  invitation: z.enum(['sent', 'none']),
  lines: z.array(
    z.strictObject({
      line: z.string(),
      tool: z.string(),
      brand: z.string(),
      addOns: z.array(z.string()),
      pcs: z.int(),
      validFrom: z.nullable(day),
      validTo: z.nullable(day),
      state: lineState,
    }),
  ),
  note: z.string(),
  createdAt: moment,
  changedAt: moment,
});
export type Order = z.infer<typeof order>;

/** The system that an order comes from, and the number of the order in that system. */
const orderInPath = z.strictObject({
  source: z.string().check(z.regex(/^[a-z\d][a-z\d._-]{0,39}$/)),
  externalId: z.string().check(z.minLength(1), z.maxLength(limits.text.name), z.regex(/^[^\p{Cc}]+$/u)),
});

/** The calls by which a shop or an ERP states what customers bought. */
export const orders = {
  put: endpoint({
    name: 'orders.put',
    summary:
      'State a whole order: finds or creates the customer, gives the tools with PCs and days, and invites; the same order again changes nothing',
    method: 'PUT',
    path: '/integration/order/{source}/{externalId}',
    access: { all: ['users.create', 'users.edit'] },
    machines: true,
    params: orderInPath,
    body: z.strictObject({
      customer: orderCustomer,
      company: z.optional(orderCompany),
      lines: orderLines,
      note: optionalText(limits.text.reason),
    }),
    reply: order,
    problems: [
      'RESULTS_NOT_FOUND',
      'SEATS_IN_USE',
      'REQUEST_OPEN',
      'NOT_A_CUSTOMER',
      'OTHER_COMPANY',
      'COMPANY_SUSPENDED',
    ],
  }),
  read: endpoint({
    name: 'orders.read',
    summary: 'An order of a customer in the caller’s scope',
    method: 'GET',
    path: '/integration/order/{source}/{externalId}',
    access: { any: ['users.view'] },
    machines: true,
    params: orderInPath,
    reply: order,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  search: endpoint({
    name: 'orders.search',
    summary:
      'The orders of customers in the caller’s scope, the last changed first; the keyword is the beginning of an order number',
    method: 'POST',
    path: '/integration/order/search',
    access: { any: ['users.view'] },
    machines: true,
    body: createPageBody(['changedAt'], limits.page.orders, {
      userId: z.optional(rowId),
      companyId: z.optional(rowId),
    }),
    reply: createPage(order),
    problems: [],
  }),
};
