import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { createListFilters, listField } from '../calls/list-fields.ts';
import { anyText, day, idInPath, moment, numberInPath, optionalText, shortText } from '../fields/fields.ts';
import { licensePreview, licenseRefusals } from '../licenses/licenses.ts';
import { limits } from '../calls/limits.ts';
import {
  companyFilter,
  companyOfKeyword,
  csvExport,
  createListBody,
  createCursorBody,
  createCursorPage,
  createPage,
  createPageQuery,
} from '../calls/lists.ts';
import { anyProblemBody } from '../calls/general-problems.ts';
import { requiredText } from '../fields/required-text.ts';
import { userTool } from '../users/user-fields.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/**
 * The states of a help request. A help request is open until staff answer with a comment, a tool or a licence, or until the sender
 * withdraws it.
 */
export const helpStates = ['open', 'replied', 'granted', 'licensed', 'withdrawn'] as const;
export const helpState = z.enum(helpStates);
export type HelpState = z.infer<typeof helpState>;

/** The filter of the list: one state, or all. */
export const helpStateFilter = z.enum([...helpStates, 'all']);

/**
 * A help request: a verification code that the portal refused, which its owner has sent to the responsible staff. `code` contains the
 * values in the verification code, or is null if the code cannot be read. `problem` is the reason why the code was refused at that time.
 * For a request without a code (an empty text), `asksFor` is the tool that the user may not use today.
 */
export const helpRequest = z.strictObject({
  helpRequestId: z.int(),
  user: z.strictObject({
    userId: z.int(),
    login: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    company: z.string(),
    country: z.nullable(z.string()),
    brand: z.nullable(z.string()),
  }),
  state: helpState,
  askedAt: moment,
  verificationCode: z.string(),
  code: z.nullable(
    z.strictObject({
      machineName: z.string(),
      toolNumber: z.int(),
      version: z.string(),
      reason: z.enum(['new', 'renew', 'moved']),
      createdAt: moment,
      clockSkewSeconds: z.int(),
    }),
  ),
  asksFor: z.nullable(z.strictObject({ tool: z.string(), brand: z.string() })),
  problem: z.pick(anyProblemBody, { code: true, message: true }),
  comment: z.string(),
  closed: z.nullable(z.strictObject({ by: z.string(), at: moment, words: z.string(), licenseId: z.nullable(z.int()) })),
});
export type HelpRequest = z.infer<typeof helpRequest>;

/**
 * A help request with the data that staff need for an answer: what the code would get now, the tool that the owner lacks, and the tools and
 * PCs of the owner.
 */
export const helpCase = z.extend(helpRequest, {
  /** The name of the tool that created the code, if it is known. */
  toolName: z.nullable(z.string()),
  now: z.nullable(licensePreview),
  /**
   * `validTo` is the proposed last day of a new grant, which is valid for as many days as the former grant was.
   * `validTo` is null if the former grant had no last day.
   */
  missing: z.nullable(z.strictObject({ tool: z.string(), brand: z.string(), validTo: z.nullable(day) })),
  tools: z.array(userTool),
  machines: z.array(z.strictObject({ name: z.string(), expiryDate: z.nullable(z.iso.date()), holdsSeat: z.boolean() })),
});
export type HelpCase = z.infer<typeof helpCase>;

/**
 * A help request contains either a verification code that gets no licence, or a tool and a brand that the user may not
 * use today.
 */
export const askBody = z
  .strictObject({
    verificationCode: z.optional(requiredText(fieldMessages.verificationCode, limits.text.code)),
    tool: z.optional(shortText),
    brand: z.optional(shortText),
    comment: optionalText(limits.text.reason),
  })
  .check(
    z.superRefine(({ verificationCode, tool, brand }, context) => {
      const addIssue = (path: 'verificationCode' | 'tool' | 'brand', message: string): void =>
        context.addIssue({ code: 'custom', message, path: [path] });
      if (verificationCode === undefined && tool === undefined)
        addIssue('verificationCode', fieldMessages.verificationCode);
      if (verificationCode !== undefined && tool !== undefined) addIssue('tool', fieldMessages.notAllowed);
      if (tool !== undefined && brand === undefined) addIssue('brand', fieldMessages.brand);
    }),
  );

/**
 * The answer of staff to a help request. A reply needs a comment. A grant needs a tool and a brand. A licence may need the reason why it
 * exceeds the limits.
 */
export const answerBody = z
  .strictObject({
    answer: z.enum(['reply', 'grant', 'license']),
    words: optionalText(limits.text.reason),
    tool: z.optional(shortText),
    brand: z.optional(shortText),
    /** The last day on which the user may use the tool. Without a value, there is no time limit. */
    validTo: z.optional(z.nullable(day)),
    overrideReason: z.optional(anyText(limits.text.reason)),
  })
  .check(
    z.superRefine(({ answer, ...answerFields }, context) => {
      const requireField = (field: 'words' | 'tool' | 'brand', message: string): void => {
        if ((answerFields[field] ?? '').trim() === '') context.addIssue({ code: 'custom', message, path: [field] });
      };
      if (answer === 'reply') requireField('words', fieldMessages.answer);
      if (answer === 'grant') requireField('tool', fieldMessages.tool);
      if (answer === 'grant') requireField('brand', fieldMessages.brand);
    }),
  );

const sortableFields = ['askedAt', 'lastName', 'company', 'machineName'] as const;

/** The fields by which the list of help requests is filtered. `country`, `company` and `salesman` are about the person who asked. */
export const helpListFields = {
  country: listField.reference(),
  company: listField.text(),
  salesman: listField.numberedReference(),
  machineName: listField.text(),
  askedAt: listField.moment(),
};

const filters = {
  filters: createListFilters(helpListFields),
  state: z.optional(helpStateFilter),
  company: z.optional(companyFilter),
};

export const helpRequests = {
  ask: endpoint({
    name: 'helpRequests.ask',
    summary: 'Send a help request for a code that gets no licence, or for a tool; a repeated request is not sent again',
    method: 'POST',
    path: '/user/{id}/help-request',
    access: { any: ['license.generate'] },
    location: '/help-request/{helpRequestId}',
    params: idInPath,
    body: askBody,
    reply: helpRequest,
    problems: [
      'USER_NOT_FOUND',
      'NOT_PERMITTED',
      'RESULTS_NOT_FOUND',
      'NO_HELP_NEEDED',
      'HELP_LIMIT',
      'HELP_DAY_LIMIT',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  listOf: endpoint({
    name: 'helpRequests.listOf',
    summary: "A user's help requests, the open ones first, and the salesman who gets them",
    method: 'GET',
    path: '/user/{id}/help-requests',
    access: { any: ['license.generate'] },
    machines: true,
    params: idInPath,
    query: z.pick(createPageQuery(['askedAt'], limits.page.helpRequests), { pageNumber: true, pageSize: true }),
    reply: z.extend(createPage(helpRequest), {
      // The name of the responsible salesman, or null if several salesmen or only administrators are responsible.
      helper: z.strictObject({ by: z.enum(['salesmen', 'administrators']), name: z.nullable(z.string()) }),
    }),
    problems: ['USER_NOT_FOUND'],
  }),
  withdraw: endpoint({
    name: 'helpRequests.withdraw',
    summary: "Withdraw one's own help request that is not answered yet",
    method: 'PUT',
    path: '/user/{id}/help-request/{helpRequestId}/withdraw',
    access: { any: ['license.generate'] },
    params: z.strictObject({ id: numberInPath, helpRequestId: numberInPath }),
    reply: helpRequest,
    problems: ['USER_NOT_FOUND', 'NOT_PERMITTED', 'RESULTS_NOT_FOUND', 'ALREADY_DECIDED'],
  }),
  search: endpoint({
    name: 'helpRequests.search',
    summary: 'Help requests of users in the caller’s scope; without a state, the open ones',
    method: 'POST',
    path: '/help-request/search',
    access: { any: ['requests.view'] },
    machines: true,
    body: createCursorBody(sortableFields, limits.page.helpRequests, filters),
    reply: z.extend(createCursorPage(helpRequest), companyOfKeyword),
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'helpRequests.export',
    path: '/help-request/export',
    access: { any: ['requests.view'] },
    body: createListBody(sortableFields, filters),
  }),
  get: endpoint({
    name: 'helpRequests.get',
    summary: 'One help request of a user in the caller’s scope, with the data for an answer',
    method: 'GET',
    path: '/help-request/{id}',
    access: { any: ['requests.view'] },
    machines: true,
    params: idInPath,
    reply: helpCase,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  answer: endpoint({
    name: 'helpRequests.answer',
    summary: 'Answer a help request with a comment, a tool or a licence; its sender gets the answer by e-mail',
    method: 'PUT',
    path: '/help-request/{id}/answer',
    access: { any: ['requests.edit'] },
    params: idInPath,
    body: answerBody,
    reply: helpRequest,
    problems: [
      'RESULTS_NOT_FOUND',
      'ALREADY_DECIDED',
      'OWN_ACCOUNT',
      'CANNOT_ISSUE',
      'LICENSE_ENDED',
      ...licenseRefusals,
    ],
  }),
};
