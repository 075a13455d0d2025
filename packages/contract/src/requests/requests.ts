import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { idInPath, moment, databaseInteger, readVersion, undoFields } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import {
  companyOfKeyword,
  countryOption,
  createCursorBody,
  createCursorPage,
  createListBody,
  csvExport,
  option,
} from '../calls/lists.ts';
import type { ProblemCode } from '../calls/problems.ts';
import { requiredText } from '../fields/required-text.ts';
import { approveBody } from '../users/user-fields.ts';
import { user } from '../users/users.ts';
import { requestListFilters, requestStatuses } from './request-lists.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** A request for an account, which is a user who is not active yet. */
export const request = z.extend(user, {
  requestDate: z.nullable(moment),
  reason: z.string(),
  comment: z.string(),
  salesman: z.nullable(z.strictObject({ userId: z.int(), firstName: z.string(), lastName: z.string() })),
  decided: z.nullable(z.strictObject({ by: z.string(), at: moment, reason: z.nullable(z.string()) })),
});
export type Request = z.infer<typeof request>;

/** The body with which staff reject a request for an account. */
export const rejectBody = z.strictObject({
  id: databaseInteger(),
  reason: requiredText(fieldMessages.reason, limits.text.reason),
  version: readVersion,
});

/** The reasons why a decision about a request cannot be taken back. */
const reopenRefusals = [
  'ALREADY_ACTIVE',
  'ACCOUNT_USED',
  'REQUEST_OPEN',
  'NO_DECISION',
  'NOT_DECIDED_BY_YOU',
  'DECISION_STANDS',
  'REGISTERED_AGAIN',
] as const satisfies ProblemCode[];

const sortableFields = ['requestDate', 'lastName', 'company', 'country', 'status'] as const;
export const requests = {
  options: endpoint({
    name: 'requests.options',
    summary: 'The filters of the list of requests, and the reasons of recent rejections',
    method: 'GET',
    path: '/pending-request/data',
    access: { any: ['requests.view'] },
    machines: true,
    reply: z.strictObject({
      countries: z.array(countryOption),
      brands: z.array(option),
      tools: z.array(option),
      statuses: z.array(z.enum(requestStatuses)),
      recentReasons: z.array(z.string()),
    }),
    problems: [],
  }),
  search: endpoint({
    name: 'requests.search',
    summary: 'Requests in the caller’s scope; without a status, the pending ones',
    method: 'POST',
    path: '/pending-request/search',
    access: { any: ['requests.view'] },
    machines: true,
    body: createCursorBody(sortableFields, limits.page.requests, requestListFilters),
    reply: z.extend(createCursorPage(request), companyOfKeyword),
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'requests.export',
    path: '/pending-request/export',
    access: { any: ['requests.view'] },
    body: createListBody(sortableFields, requestListFilters),
  }),
  get: endpoint({
    name: 'requests.get',
    summary: 'One request in the caller’s scope',
    method: 'GET',
    path: '/pending-request/{id}',
    access: { any: ['requests.view'] },
    machines: true,
    params: idInPath,
    reply: request,
    problems: ['USER_NOT_FOUND'],
  }),
  approve: endpoint({
    name: 'requests.approve',
    summary: 'Approve a request; the applicant gets a link to set a password',
    method: 'PUT',
    path: '/user/{id}/create',
    access: { any: ['requests.edit'] },
    machines: true,
    params: idInPath,
    body: approveBody,
    record: request,
    reply: z.extend(user, undoFields),
    problems: ['USER_NOT_FOUND', 'ALREADY_DECIDED', 'STALE'],
  }),
  reject: endpoint({
    name: 'requests.reject',
    summary: 'Reject a request; the applicant gets the reason',
    method: 'PUT',
    path: '/user/{id}/reject',
    access: { any: ['requests.edit'] },
    machines: true,
    params: idInPath,
    body: rejectBody,
    reply: z.extend(request, undoFields),
    problems: ['USER_NOT_FOUND', 'ALREADY_DECIDED', 'STALE'],
  }),
  reopen: endpoint({
    name: 'requests.reopen',
    summary:
      'Take back a decision about a request for 72 hours, by the person who decided or an administrator: the link to set a password stops working, and the request is pending again',
    method: 'PUT',
    path: '/user/{id}/reopen',
    access: { any: ['requests.edit'] },
    params: idInPath,
    reply: request,
    problems: ['USER_NOT_FOUND', ...reopenRefusals],
  }),
  withdrawInvitation: endpoint({
    name: 'requests.withdrawInvitation',
    summary:
      'Withdraw the invitation of a user who has not set a password, for 72 hours, by the person who invited the user or an administrator: the link stops working, and the request of an applicant is pending again',
    method: 'DELETE',
    path: '/user/{id}/invitation',
    access: { any: ['requests.edit', 'users.edit'] },
    params: idInPath,
    reply: user,
    problems: ['USER_NOT_FOUND', 'REQUEST_CLOSED', ...reopenRefusals],
  }),
};
