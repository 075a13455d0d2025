import type { AccessRow, Outcome, Relation } from './access-row.ts';
import { ownAccountCalls, registrationCalls, requestCalls, signInCalls, userCalls } from './access-to-accounts.ts';
import { companyCalls } from './access-to-companies.ts';
import { helpRequestCalls, licenceAdminCalls, licenceCalls } from './access-to-licences.ts';
import { administrationCalls, assignmentCalls, releaseNoteCalls } from './access-to-operating.ts';

/** The callers with which each call is tested: a caller without a session, one user of each of the nine profiles, and a viewer. */
export const identities = [
  'nobody',
  'Administrator',
  'Salesman',
  'AgentDistributor',
  'OEM',
  'ADV',
  'SmallCustomer',
  'DesignerOffice',
  'ApplicationExpert',
  'URJAUser',
  'viewer',
] as const;
export type Identity = (typeof identities)[number];

/**
 * The table of permissions: who may make which call about which record, with one row for each call. The table is written by hand from the
 * specification, and not computed from the API contract. Tests compare the answers of every call with the table, and docs/access.md is
 * generated from the table.
 */
export const accessTable: readonly AccessRow[] = [
  ...registrationCalls,
  ...signInCalls,
  ...userCalls,
  ...requestCalls,
  ...assignmentCalls,
  ...releaseNoteCalls,
  ...licenceCalls,
  ...licenceAdminCalls,
  ...helpRequestCalls,
  ...administrationCalls,
  ...ownAccountCalls,
  ...companyCalls,
];

/** Finds the expected outcome for one identity and one relation. */
export function findOutcome(row: AccessRow, identity: Identity, relation: Relation): Outcome {
  const outcomes = row[findColumn(identity)];
  if (typeof outcomes === 'string') return outcomes;
  const [own, inScope, outOfScope, missing] = outcomes;
  return { own, inScope, outOfScope, missing }[relation];
}

export function findColumn(identity: Identity): 'administrator' | 'salesman' | 'others' | 'nobody' {
  if (identity === 'Administrator') return 'administrator';
  if (identity === 'Salesman') return 'salesman';
  return identity === 'nobody' ? 'nobody' : 'others';
}
