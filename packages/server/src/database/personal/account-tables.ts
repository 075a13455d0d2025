import {
  deletedWithUser,
  staysInBin,
  emptiedColumn,
  emptiedSecretColumn,
  keptColumns,
  keptSecretColumns,
  personalColumns,
  secretColumns,
} from './declaration.ts';
import type { Declaration, TableName } from './declaration.ts';

/** The value that replaces the login of a deleted person. The replaced login contains the id, because logins are unique. */
const createDeletedLogin = (personId: number): string => `deleted:${personId}`;

/** The columns of the copies for the lists of users and of requests. Triggers write the rows of these lists. */
const listedColumns = {
  ...secretColumns('userId', 'lastName', 'firstName', 'company', 'login', 'countryRank', 'status'),
  ...secretColumns('createdAt', 'requestedAt', 'groupId'),
};

/** The personal data in the tables about accounts and sessions. */
export const accountTables = {
  users: {
    person: { column: 'id' },
    erasing: 'empty',
    joining: 'apart',
    inBin: 'aside',
    columns: {
      ...keptColumns(
        'id',
        'brandId',
        'country',
        'language',
        'createdBy',
        'createdAt',
        'requestDate',
        'decidedBy',
        'decidedAt',
      ),
      ...keptSecretColumns('version', 'erasedAt'),
      login: emptiedColumn(createDeletedLogin),
      loginFold: emptiedSecretColumn(createDeletedLogin),
      firstName: emptiedColumn(''),
      lastName: emptiedColumn(''),
      phone: emptiedColumn(''),
      company: emptiedColumn(''),
      profileId: emptiedColumn(null),
      canReceiveMail: emptiedColumn(0 as const),
      crmAccount: emptiedColumn(null),
      userDomain: emptiedColumn(null),
      passwordHash: emptiedSecretColumn(null),
      status: emptiedColumn('deleted' as const),
      preferences: emptiedColumn('{}'),
      reason: emptiedColumn(null),
      comment: emptiedColumn(null),
      companyId: emptiedColumn(null),
      companyRole: emptiedColumn('member' as const),
    },
  },
  userHistory: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'ends',
    inBin: 'stays',
    columns: { ...keptColumns('id', 'userId', 'at', 'actorId', 'fromStatus', 'toStatus'), reason: emptiedColumn(null) },
  },
  userSearch: {
    ...deletedWithUser,
    columns: secretColumns('userId', 'fold', 'starts', 'machines', 'firstName', 'lastName', 'company'),
  },
  listedUsers: { ...deletedWithUser, columns: listedColumns },
  listedRequests: { ...deletedWithUser, columns: listedColumns },
  listedUserTags: { ...deletedWithUser, columns: secretColumns('userId', 'tag', 'groupId') },
  listedRequestTags: { ...deletedWithUser, columns: secretColumns('userId', 'tag', 'groupId') },
  listedUserFacts: {
    ...staysInBin,
    columns: { ...personalColumns('userId', 'lastSignIn'), ...secretColumns('licencesUntil') },
  },
  sessions: {
    ...deletedWithUser,
    columns: {
      ...personalColumns(
        'userId',
        'createdAt',
        'expiresAt',
        'endedAt',
        'lastSeenAt',
        'userAgent',
        'address',
        'isViewing',
        'byWorkAccount',
      ),
      ...secretColumns('id'),
    },
  },
  viewings: {
    ...deletedWithUser,
    columns: { ...personalColumns('userId'), ...secretColumns('sessionId', 'parentId') },
  },
  // The users in the bin. The row exists until the user is restored or erased; `account` contains the values that were put aside.
  deletedUsers: {
    ...staysInBin,
    columns: {
      ...personalColumns('id', 'userId', 'profileId', 'status', 'deletedAt', 'deletedBy'),
      ...secretColumns('account', 'schemaName', 'name', 'archive'),
    },
  },
  permissionOverrides: {
    ...deletedWithUser,
    columns: personalColumns('userId', 'permission', 'validTo', 'reason', 'grantedBy', 'grantedAt'),
  },
  // The absences in which a person is only the deputy are deleted with the account (users/deletion/remove-users.ts).
  absences: {
    person: { column: 'salesmanId' },
    erasing: 'delete',
    joining: 'ends',
    inBin: 'ends',
    columns: personalColumns('salesmanId', 'deputyId', 'firstDay', 'lastDay', 'namedBy', 'namedAt'),
  },
  presences: { ...deletedWithUser, columns: personalColumns('kind', 'recordId', 'userId', 'seenAt') },
  knownDevices: {
    ...deletedWithUser,
    columns: { ...personalColumns('userId', 'createdAt', 'lastSeenAt'), ...secretColumns('hash') },
  },
  oneTimeTokens: {
    ...deletedWithUser,
    columns: {
      ...personalColumns('purpose', 'userId', 'path', 'createdAt', 'expiresAt', 'usedAt'),
      ...secretColumns('hash', 'challenge'),
    },
  },
  linkCodes: {
    ...deletedWithUser,
    columns: { ...personalColumns('userId', 'expiresAt'), ...secretColumns('hash', 'sealed') },
  },
  // The export leaves out the id at the identity provider, which is of no use to the person.
  workAccounts: {
    ...deletedWithUser,
    columns: { ...personalColumns('id', 'userId', 'issuer', 'connectedAt', 'lastUsedAt'), ...secretColumns('subject') },
  },
  workSignIns: {
    ...deletedWithUser,
    columns: {
      ...personalColumns('step', 'path', 'userId', 'problem', 'expiresAt'),
      ...secretColumns('hash', 'browser', 'subject'),
    },
  },
  calendarFeeds: {
    ...deletedWithUser,
    columns: { ...personalColumns('userId', 'createdAt'), ...secretColumns('hash') },
  },
  undos: {
    ...deletedWithUser,
    columns: {
      ...personalColumns('id', 'kind', 'actorId', 'userId', 'subjectId', 'until'),
      ...secretColumns('act', 'payload', 'letters'),
    },
  },
  loginChanges: {
    ...deletedWithUser,
    columns: { ...personalColumns('userId', 'login', 'askedBy', 'createdAt', 'expiresAt'), ...secretColumns('hash') },
  },
  secondFactors: {
    ...staysInBin,
    columns: {
      ...personalColumns('id', 'userId', 'kind', 'name', 'transports', 'createdAt', 'confirmedAt', 'lastUsedAt'),
      ...secretColumns('secret', 'credentialId', 'counter'),
    },
  },
  recoveryCodes: { ...staysInBin, columns: { ...personalColumns('userId', 'usedAt'), ...secretColumns('hash') } },
  countryBrandSalesmen: {
    person: { column: 'salesmanId' },
    erasing: 'delete',
    joining: 'ends',
    inBin: 'aside',
    columns: { ...personalColumns('id', 'country', 'continent', 'brandId', 'salesmanId'), ...secretColumns('version') },
  },
  // What staff write about the person. The export of personal data contains it, the pages of the person do not.
  notes: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'moves',
    inBin: 'stays',
    columns: {
      ...personalColumns('id', 'userId', 'companyId', 'text', 'isPinned', 'createdAt', 'createdBy', 'editedAt', 'day'),
      ...personalColumns('assigneeId', 'doneAt', 'doneBy'),
      ...secretColumns('textFold', 'version'),
    },
  },
  companyInvitations: {
    ...deletedWithUser,
    columns: {
      ...personalColumns(
        'id',
        'companyId',
        'login',
        'role',
        'invitedBy',
        'invitedAt',
        'expiresAt',
        'userId',
        'endedAt',
      ),
      ...secretColumns('loginFold', 'hash'),
    },
  },
  // The export contains the reason, like other texts of staff about the person. The pages of the company show it to staff only.
  companyRecoveries: {
    ...deletedWithUser,
    columns: {
      ...personalColumns('id', 'companyId', 'userId', 'reason', 'askedAt', 'effectiveAt', 'state'),
      ...secretColumns('askedBy'),
    },
  },
  orders: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'moves',
    inBin: 'stays',
    columns: {
      ...keptColumns(
        'id',
        'source',
        'externalId',
        'userId',
        'companyId',
        'createdUser',
        'invited',
        'createdAt',
        'changedAt',
      ),
      loginFold: emptiedSecretColumn(''),
      note: emptiedColumn(''),
    },
  },
  orderedGrants: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: { unlessKept: ['toolId', 'brandId'] },
    inBin: 'stays',
    columns: {
      ...personalColumns('id', 'userId', 'companyId', 'toolId', 'brandId', 'terms', 'nextDay'),
      ...secretColumns('base'),
    },
  },
  savedViews: { ...staysInBin, columns: personalColumns('userId', 'list', 'name', 'query') },
  salesmanDigests: { ...staysInBin, columns: personalColumns('userId', 'day') },
} satisfies { [Table in TableName]?: Declaration<Table> };
