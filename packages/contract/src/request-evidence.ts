import * as z from 'zod/mini';
import { crmAccount } from './crm.ts';
import { endpoint } from './endpoint.ts';
import { idInPath, moment } from './fields.ts';
import { userStatus } from './users.ts';

const person = z.strictObject({
  userId: z.int(),
  name: z.string(),
  login: z.string(),
  company: z.string(),
  status: userStatus,
});
export type SimilarPerson = z.infer<typeof person>;

/** Other users in scope, newest first; `total` counts up to 50 of them. */
const people = z.strictObject({ total: z.int(), items: z.array(person) });

/**
 * What helps to decide about a request. `proposal` has the profile that most former decisions about similar users gave (`of` so many of `from`),
 * null if there were none, and the account of the CRM with the same name as the company, if it is the only one.
 */
export const requestEvidence = z.strictObject({
  sameDomain: people,
  sameCompany: people,
  sameName: people,
  crm: z.array(crmAccount),
  decisions: z.array(
    z.strictObject({ at: moment, decision: userStatus, by: z.string(), reason: z.nullable(z.string()) }),
  ),
  /** The profiles that the reader may give. */
  profiles: z.array(z.int()),
  proposal: z.strictObject({
    profileID: z.nullable(z.int()),
    why: z.nullable(z.enum(['domain', 'company', 'country', 'decisions'])),
    of: z.int(),
    from: z.int(),
    crmAccount: z.nullable(z.string()),
  }),
});
export type RequestEvidence = z.infer<typeof requestEvidence>;

/** The call of the feature `requests` that only the panel of one request makes. */
export const evidence = {
  evidence: endpoint({
    name: 'requests.evidence',
    summary:
      'What helps to decide about a request: similar users in scope, CRM accounts, former decisions, and a profile',
    method: 'GET',
    path: '/pending-request/{id}/evidence',
    access: { any: ['requests.view'] },
    params: idInPath,
    reply: requestEvidence,
    problems: ['USER_NOT_FOUND'],
  }),
};
