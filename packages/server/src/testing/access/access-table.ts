import type { AccessRow, Outcome, Relation } from './access-row.ts';
import { ownAccount, registration, requests, users, wayIn } from './access-to-accounts.ts';
import { help, licenceCare, licences } from './access-to-licences.ts';
import { assignments, operating, releaseNotes } from './access-to-operating.ts';

/** Who asks: nobody, the nine profiles, and a viewer. */
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

/** Who may do what to whom, as data: the tests try every field of it, and the documentation prints it. */
export const accessTable: readonly AccessRow[] = [
  ...registration,
  ...wayIn,
  ...users,
  ...requests,
  ...assignments,
  ...releaseNotes,
  ...licences,
  ...licenceCare,
  ...help,
  ...operating,
  ...ownAccount,
];

/** What the table says for one identity and one relation. */
export function outcomeOf(row: AccessRow, identity: Identity, relation: Relation): Outcome {
  const outcomes = row[columnOf(identity)];
  if (typeof outcomes === 'string') return outcomes;
  const [own, inScope, outOfScope, missing] = outcomes;
  return { own, inScope, outOfScope, missing }[relation];
}

export function columnOf(identity: Identity): 'administrator' | 'salesman' | 'others' | 'nobody' {
  if (identity === 'Administrator') return 'administrator';
  if (identity === 'Salesman') return 'salesman';
  return identity === 'nobody' ? 'nobody' : 'others';
}
