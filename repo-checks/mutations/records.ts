import type { Mutation } from './mutation.ts';

const server = 'packages/server/src';
const portal = 'packages/portal/src';
const createServerTest = (file: string, title: string) =>
  ({ project: 'server', file: `${server}/${file}`, title }) as const;
const createPortalTest = (project: 'portal' | 'portal-values', file: string, title: string) =>
  ({ project, file: `${portal}/${file}`, title }) as const;

/** Faults to plant in bulk actions, in lists, in the deletion of personal data, and in the drafts of forms. */
export const recordMutations: readonly Mutation[] = [
  {
    fault: 'a bulk action changes a record twice that is named twice',
    file: `${server}/platform/bulk.ts`,
    search: 'for (const id of new Set(ids))',
    replacement: 'for (const id of ids)',
    test: createServerTest(
      'features/requests/bulk.api.test.ts',
      'a bulk call changes each user like the call for one user',
    ),
  },
  {
    fault: 'the preview of a bulk action changes the records',
    file: `${server}/platform/bulk.ts`,
    search: 'preview ? () => runAndRollBack(database, runAction) : () => runAction(database)',
    replacement: 'preview === null ? () => runAndRollBack(database, runAction) : () => runAction(database)',
    test: createServerTest(
      'features/requests/bulk.api.test.ts',
      'a bulk call changes each user like the call for one user, and a preview gives the same answer without changes',
    ),
  },
  {
    fault: 'a bulk action says refused for a record out of scope, which shows that it exists',
    file: `${server}/platform/bulk.ts`,
    search: "if (thrownError.status === 404) return { outcome: 'notFound' };",
    replacement: '',
    test: createServerTest(
      'features/requests/bulk.api.test.ts',
      'a bulk call changes each user like the call for one user, and a preview gives the same answer without changes',
    ),
  },
  {
    fault: 'several renewals in one call stop at the first refusal',
    file: `${server}/features/licenses/renew/renew-license.ts`,
    search: "!(thrownError instanceof Problem) || thrownError.code === 'CANNOT_ISSUE'",
    replacement: 'thrownError instanceof Problem',
    test: createServerTest(
      'features/licenses/renew/renew-license.api.test.ts',
      'staff renew many licences of users in scope in one request, with a result for each',
    ),
  },
  {
    fault: 'a list of 1,000 rows says that it has more',
    file: `${server}/platform/lists/list-page.repository.ts`,
    search: 'n > maxCountedRows ?',
    replacement: 'n >= maxCountedRows ?',
    test: createServerTest('platform/lists/keyset-lists.test.ts', 'the total of a list is exact up to a thousand rows'),
  },
  {
    fault: 'the password of a deleted person stays stored',
    file: `${server}/database/personal/account-tables.ts`,
    search: '      passwordHash: emptiedSecretColumn(null),\n',
    replacement: "      ...keptSecretColumns('passwordHash'),\n",
    test: createServerTest(
      'erased-person.api.test.ts',
      'no call reveals a deleted person, and no column of any table contains a value of an erased person',
    ),
  },
  {
    fault: 'e-mails to a deleted person stay stored',
    file: `${server}/database/personal/erase-rows.ts`,
    search: '  await deleteLetters(trx, personId);\n',
    replacement: '',
    test: createServerTest(
      'features/users/write/write-users.api.test.ts',
      'a deleted user leaves only an id without personal data',
    ),
  },
  {
    fault: 'a licence of a deleted person is no longer recognised',
    file: `${server}/database/personal/erase-rows.ts`,
    search: '  await hashLicenses(trx, personId);\n',
    replacement: '',
    test: createServerTest(
      'erased-person.api.test.ts',
      'no call reveals a deleted person, and no column of any table contains a value of an erased person',
    ),
  },
  {
    fault: 'the audit log shows the data of a deleted person',
    file: `${server}/features/audit/audit.repository.ts`,
    search: '.on(areValuesShown)',
    replacement: '',
    test: createServerTest(
      'erased-person.api.test.ts',
      'no call reveals a deleted person, and no column of any table contains a value of an erased person',
    ),
  },
  {
    fault: 'a restored member of staff has the old password',
    file: `${server}/features/users/deletion/users-bin.ts`,
    search: 'if (isStaff || lostPasskeys > 0) await clearPassword',
    replacement: 'if (lostPasskeys > 0) await clearPassword',
    test: createServerTest(
      'features/users/deletion/users-bin.api.test.ts',
      'staff are restored without their password, recovery codes and additional permissions, and administrators get an e-mail',
    ),
  },
  {
    fault: 'a grant without an end ends on its first day',
    file: `${portal}/features/users/user-fields.tsx`,
    search: 'validTo: grant.validTo || null',
    replacement: 'validTo: grant.validTo || grant.validFrom || null',
    test: createPortalTest(
      'portal',
      'features/users/write/edit-user-page.test.tsx',
      'staff can change the dates of a grant without a protected add-on',
    ),
  },
  {
    fault: 'a draft contains a field without an initial value, such as a password',
    file: `${portal}/session/drafts/draft-store.ts`,
    search: 'initialByName.has(name) && JSON.stringify(value) !== JSON.stringify(initialByName.get(name))',
    replacement: 'JSON.stringify(value) !== JSON.stringify(initialByName.get(name))',
    test: createPortalTest(
      'portal-values',
      'session/drafts/draft-store.test.ts',
      'a draft stores only fields whose values differ from the initial values',
    ),
  },
  {
    fault: 'a user sees the draft of another user of the same tab',
    file: `${portal}/session/drafts/draft-store.ts`,
    search: "`${draftPrefix}${userId ?? 'anonymous'}:${path}:${form}`",
    replacement: '`${draftPrefix}${userId === 0}:${path}:${form}`',
    test: createPortalTest(
      'portal-values',
      'session/drafts/draft-store.test.ts',
      'the key of a draft names the user, the page and the form',
    ),
  },
  {
    fault: 'a draft fills a field with a value of another type',
    file: `${portal}/session/drafts/draft-store.ts`,
    search: 'initialValuesByName.has(name) && isSameType(initialValuesByName.get(name), value)',
    replacement: 'initialValuesByName.has(name) || isSameType(initialValuesByName.get(name), value)',
    test: createPortalTest(
      'portal-values',
      'session/drafts/draft-store.test.ts',
      'from a draft of an older version of a form, only fields that the form still has, with the same type, are restored',
    ),
  },
  {
    fault: 'a bulk action in several calls hides that its first call failed',
    file: `${portal}/session/bulk/in-parts.ts`,
    search: 'partStart === 0 || !(error instanceof Error)',
    replacement: '!(error instanceof Error)',
    test: createPortalTest('portal-values', 'session/bulk/in-parts.test.ts', 'a failure of the first call is thrown'),
  },
  {
    fault: 'the warning before the end of a session comes only at its end',
    file: `${portal}/session/session-holder.ts`,
    search: 'if (remainingMs <= warnBeforeMs)',
    replacement: 'if (remainingMs < 0)',
    test: createPortalTest(
      'portal-values',
      'session/expiry-timer.test.ts',
      'the timer reports "near" five minutes before a session ends',
    ),
  },
];
