import type { Mutation } from './mutation.ts';

const server = 'packages/server/src';
const users = `${server}/features/users`;
const createServerTest = (file: string, title: string) =>
  ({ project: 'server', file: `${server}/${file}`, title }) as const;

/** Faults to plant in permissions, in the scope of users, and in the rules that end the access of a user. */
export const accessMutations: readonly Mutation[] = [
  {
    fault: 'a deleted account is in scope',
    file: `${users}/scope.repository.ts`,
    search: "users.status not in ('deleted', 'unverified')",
    replacement: "users.status not in ('unverified')",
    test: createServerTest(
      'features/users/write/write-users.api.test.ts',
      'a deleted user leaves only an id without personal data',
    ),
  },
  {
    fault: 'a salesman sees staff in the assigned countries',
    file: `${users}/scope.repository.ts`,
    search: '(${isCustomerIn(table)} and (${isAssigned} or ${isCreator} or ${isRouted}))',
    replacement: '(${isAssigned} or ${isCreator} or ${isRouted})',
    test: createServerTest(
      'features/users/scope.api.test.ts',
      'customers out of scope are in no list, total, search or sorted page of a salesman',
    ),
  },
  {
    fault: 'a request goes to salesmen of another brand although one has the brand',
    file: `${users}/scope.repository.ts`,
    search: "and holder.profile_id = 2 and holder.status = 'active'))`",
    replacement: "and holder.profile_id = 2 and holder.status = 'suspended'))`",
    test: createServerTest(
      'features/users/scope.api.test.ts',
      'customers out of scope are in no list, total, search or sorted page of a salesman',
    ),
  },
  {
    fault: 'a user can revoke their own licence to free its seat',
    file: `${server}/features/license-admin/change-license.ts`,
    search: "  if (actor.userId === userId) throw problem('OWN_ACCOUNT');\n",
    replacement: '',
    test: createServerTest(
      'features/license-admin/revoke-license.api.test.ts',
      'no user can revoke their own licence, because the revocation would free a seat without using a move',
    ),
  },
  {
    fault: 'staff can override the limits for their own account',
    file: `${server}/features/licenses/issue/sent-code.ts`,
    search: "actor.userId === userId || !actor.permissions.includes('users.edit')",
    replacement: "!actor.permissions.includes('users.edit')",
    test: createServerTest(
      'features/licenses/licenses-scope.api.test.ts',
      'a reason is not accepted from a customer, nor from staff for themselves',
    ),
  },
  {
    fault: 'a customer can get a permission over other users for some days',
    file: `${users}/access/overrides.repository.ts`,
    search: "!concernsUsers || findRole(profileId) === 'Salesman'",
    replacement: 'concernsUsers || !concernsUsers',
    test: createServerTest(
      'features/users/access/overrides.api.test.ts',
      'only salesmen can get an additional permission to change other users, and no one can give a permission to themselves',
    ),
  },
  {
    fault: 'a user can assign a profile with more permissions than the user has',
    file: 'packages/contract/src/calls/permissions.ts',
    search: '    .filter((profile) => isWithinPermissions(permissionsByRole[findRole(profile)], heldPermissions))\n',
    replacement: '',
    test: {
      project: 'contract',
      file: 'packages/contract/src/calls/permissions.test.ts',
      title: 'a user may assign no profile with a permission that the user does not have',
    },
  },
  {
    fault: 'a salesman can take a new brand of a country',
    file: `${server}/features/country-salesmen/write-assignment.ts`,
    search: 'row.country === country && row.brandId === brand);',
    replacement: 'row.country === country);',
    test: createServerTest(
      'features/country-salesmen/country-salesmen.api.test.ts',
      'a salesman writes only the pairs of country and brand that they hold, also with the help of a colleague; colleague and administrators get an e-mail',
    ),
  },
  {
    fault: 'an assignment that was changed meanwhile is overwritten',
    file: `${server}/features/country-salesmen/write-assignment.ts`,
    search: '      requireCurrentVersion(before, body.version);\n',
    replacement: '',
    test: createServerTest(
      'features/country-salesmen/hand-over.api.test.ts',
      'a change or deletion of an assignment is refused if someone else has changed the assignment meanwhile',
    ),
  },
  {
    fault: 'a suspended user stays signed in',
    file: `${users}/access/user-access.ts`,
    search: '    await endAllSessions(trx, userId, at);\n',
    replacement: '',
    test: createServerTest('features/session/own-sessions.api.test.ts', 'a suspension ends a session that is not used'),
  },
  {
    fault: 'the last administrator can be suspended',
    file: `${users}/access/user-access.ts`,
    search: 'administrators.includes(id) && administrators.length === 1',
    replacement: 'administrators.includes(id) && administrators.length === 0',
    test: createServerTest(
      'features/users/access/last-administrator.api.test.ts',
      'if two administrators delete or demote each other at the same time, one administrator remains',
    ),
  },
  {
    fault: 'an older link for a new password stays valid',
    file: `${server}/platform/security/one-time-tokens.ts`,
    search: 'linkPurposes.includes(purpose) && !keepsOlder\n',
    replacement: 'false\n',
    test: createServerTest(
      'platform/security/one-time-tokens.test.ts',
      'a new link ends the user’s older link of the same purpose, and no other link',
    ),
  },
  {
    fault: 'a one-time code can be used twice',
    file: `${server}/features/second-factor/check-second-step.ts`,
    search: 'timeStep !== null && (await rows.raiseCounter(db, app.id, timeStep, at))',
    replacement: 'timeStep !== null',
    test: createServerTest(
      'features/second-factor/second-factor.api.test.ts',
      'after an authenticator app is set up, a sign-in with a password also needs a code of the app, and each code is accepted once',
    ),
  },
  {
    fault: 'a rejection of one request is stored for another one',
    file: `${server}/features/requests/decide-request.ts`,
    search: '  if (id !== userId) throw invalid({ id: fieldMessages.notAllowed });\n',
    replacement: '',
    test: createServerTest(
      'features/requests/requests.api.test.ts',
      'a rejection needs a reason, which the applicant gets and staff can reuse',
    ),
  },
  {
    fault: 'a suspended customer can renew a licence',
    file: `${server}/features/licenses/renew/renewability.ts`,
    search: "findLicenseStatus(facts, now) !== 'Active' || opensAt === null",
    replacement: 'opensAt === null',
    test: createServerTest(
      'features/licenses/renew/renew-license.api.test.ts',
      'staff cannot renew a licence of a suspended customer',
    ),
  },
  {
    fault: 'a renewal that adds no time is offered',
    file: `${server}/features/licenses/renew/renewability.ts`,
    search: '  if (grantEndsOn !== null)\n',
    replacement: '  if (grantEndsOn === undefined)\n',
    test: createServerTest(
      'features/licenses/renew/renew-license.api.test.ts',
      'a licence that expires together with its grant is not renewed, and keeps its last day if the last day of the grant becomes earlier',
    ),
  },
  {
    fault: 'another administrator can add rows to a large import',
    file: `${server}/features/imports/large-imports.ts`,
    search: "if (userId !== startedBy) throw problem('NOT_YOUR_IMPORT');",
    replacement: "if (userId === -startedBy) throw problem('NOT_YOUR_IMPORT');",
    test: createServerTest(
      'features/imports/large-imports.api.test.ts',
      'only the administrator who has sent a file can add parts to it and start it; another administrator can cancel it',
    ),
  },
];
