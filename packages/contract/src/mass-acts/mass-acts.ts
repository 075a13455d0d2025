import * as z from 'zod/mini';
import { massAct, rowOutcome } from '../calls/bulk.ts';
import { endpoint } from '../calls/endpoint.ts';
import { numberInPath } from '../fields/fields.ts';

/** The permissions of the bulk calls that start an act. */
const access = {
  any: ['users.edit', 'requests.edit', 'users.delete', 'requests.delete', 'releaseNotes.delete'],
} as const;
const params = z.strictObject({ actId: numberInPath });

/** The number of outcomes on a page of the results of an act. */
export const massResultsPageSize = 1000;

/** The acts on many records that the caller has started in the background. Nobody else sees or changes them. */
export const massActs = {
  list: endpoint({
    name: 'massActs.list',
    summary: 'The acts on many records that the caller has started, the newest first; at most 20, for 7 days',
    method: 'GET',
    path: '/mass-act',
    access,
    reply: z.strictObject({ items: z.array(massAct) }),
    problems: [],
  }),
  get: endpoint({
    name: 'massActs.get',
    summary: 'The progress of an act that the caller has started: how many records have which outcome',
    method: 'GET',
    path: '/mass-act/{actId}',
    access,
    params,
    reply: massAct,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  results: endpoint({
    name: 'massActs.results',
    summary: 'The outcome of an act for each record, in the order in which the records were sent; 1,000 on each page',
    method: 'GET',
    path: '/mass-act/{actId}/result',
    access,
    params,
    query: z.strictObject({ pageNumber: z._default(numberInPath, 1) }),
    reply: z.strictObject({ results: z.array(rowOutcome), total: z.int() }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  stop: endpoint({
    name: 'massActs.stop',
    summary: 'Stop an act: the records that are done stay as they are, and the act can be undone',
    method: 'POST',
    path: '/mass-act/{actId}/stop',
    access,
    params,
    reply: massAct,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  undo: endpoint({
    name: 'massActs.undo',
    summary: 'Undo an act in the background: restores the former state of each record, and drops the e-mails that wait',
    method: 'POST',
    path: '/mass-act/{actId}/undo',
    access,
    params,
    reply: massAct,
    problems: ['RESULTS_NOT_FOUND', 'UNDO_OVER'],
  }),
};
