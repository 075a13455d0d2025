import * as z from 'zod/mini';
import { crmAccount } from '../crm/crm.ts';
import { endpoint } from '../calls/endpoint.ts';
import { idInPath, moment } from '../fields/fields.ts';
import { userStatus } from '../users/user-lists.ts';

const similarPerson = z.strictObject({
  userId: z.int(),
  name: z.string(),
  login: z.string(),
  company: z.string(),
  status: userStatus,
});
export type SimilarPerson = z.infer<typeof similarPerson>;

/**
 * Similar users in the scope of the signed-in user, newest first. `total` is the number of similar users, at most 50.
 */
const similarPeople = z.strictObject({ total: z.int(), items: z.array(similarPerson) });

/** A former rejection of a similar user whom the signed-in user has in scope. */
const earlierRejection = z.strictObject({
  userId: z.int(),
  name: z.string(),
  at: moment,
  by: z.string(),
  reason: z.nullable(z.string()),
});

/**
 * The data that helps staff to decide about a request. `proposal` has the profile that most former decisions about similar users gave (null
 * if there were none). `of` is the number of decisions that gave the proposed profile, and `from` is the number of all decisions about
 * similar users. `crmAccount` is the CRM account with the name of the company. `crmAccount` is null if the CRM has no account with this
 * name, or more than one.
 */
export const requestEvidence = z.strictObject({
  sameDomain: similarPeople,
  sameCompany: similarPeople,
  sameName: similarPeople,
  crm: z.array(crmAccount),
  decisions: z.array(
    z.strictObject({ at: moment, decision: userStatus, by: z.string(), reason: z.nullable(z.string()) }),
  ),
  /**
   * The latest rejections, newest first, of at most five other users with the same domain, company or name whom the signed-in user has in
   * scope.
   */
  rejections: z.array(earlierRejection),
  /** The profiles that the signed-in user may assign. */
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

/** A call of the feature `requests` that only the panel of a single request uses. */
export const evidence = {
  evidence: endpoint({
    name: 'requests.evidence',
    summary:
      'The data for a decision about a request: similar users in the caller’s scope, CRM accounts, former decisions and a proposed profile',
    method: 'GET',
    path: '/pending-request/{id}/evidence',
    access: { any: ['requests.view'] },
    params: idInPath,
    reply: requestEvidence,
    problems: ['USER_NOT_FOUND'],
  }),
};
