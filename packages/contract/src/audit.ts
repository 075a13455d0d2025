import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, moment, storedNumber } from './fields.ts';
import { csvExport, listBody, pageBody, pageOf } from './lists.ts';

const entry = z.strictObject({
  auditId: z.int(),
  at: moment,
  actor: z.nullable(z.strictObject({ userId: z.int(), name: z.string() })),
  action: z.string(),
  subject: z.strictObject({ kind: z.string(), id: z.nullable(z.string()) }),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  requestId: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof entry>;

const sortable = ['at'] as const;
const filters = {
  action: z.optional(z.string()),
  actorId: z.optional(storedNumber()),
  subjectKind: z.optional(z.string()),
  subjectId: z.optional(z.string()),
  from: z.optional(day),
  to: z.optional(day),
};

export const audit = {
  search: endpoint({
    name: 'audit.search',
    summary: 'Who did what, when',
    method: 'POST',
    path: '/audit/search',
    access: 'administrator',
    body: pageBody(sortable, 20, filters),
    reply: z.extend(pageOf(entry), { actions: z.array(z.string()) }),
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'audit.export',
    path: '/audit/export',
    access: 'administrator',
    body: listBody(sortable, filters),
  }),
};
