import {
  deletedWithUser,
  restoredWithUser,
  emptied,
  emptiedSecret,
  kept,
  keptSecret,
  personal,
  secret,
} from './declaration.ts';
import type { Declaration, TableName } from './declaration.ts';

/** The value that replaces the login of a deleted person. The replaced login contains the id, because logins are unique. */
const deletedLogin = (personId: number): string => `deleted:${personId}`;

/** The columns of the copies for the lists of users and of requests. Triggers write the rows of these lists. */
const listedColumns = {
  ...secret('userId', 'lastName', 'firstName', 'company', 'login', 'countryRank', 'status'),
  ...secret('createdAt', 'requestedAt', 'groupId'),
};

/** The personal data in the tables about accounts and sessions. */
export const accountTables = {
  users: {
    person: { column: 'id' },
    erasing: 'empty',
    joining: 'apart',
    restoring: 'returns',
    columns: {
      ...kept(
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
      ...keptSecret('version', 'erasedAt'),
      login: emptied(deletedLogin),
      loginFold: emptiedSecret(deletedLogin),
      firstName: emptied(''),
      lastName: emptied(''),
      phone: emptied(''),
      company: emptied(''),
      profileId: emptied(null),
      canReceiveMail: emptied(0 as const),
      crmAccount: emptied(null),
      userDomain: emptied(null),
      passwordHash: emptiedSecret(null),
      status: emptied('deleted' as const),
      preferences: emptied('{}'),
      reason: emptied(null),
      comment: emptied(null),
    },
  },
  userHistory: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'ends',
    restoring: 'returns',
    columns: { ...kept('id', 'userId', 'at', 'actorId', 'fromStatus', 'toStatus'), reason: emptied(null) },
  },
  userSearch: {
    ...deletedWithUser,
    columns: secret('userId', 'fold', 'starts', 'machines', 'firstName', 'lastName', 'company'),
  },
  listedUsers: { ...deletedWithUser, columns: listedColumns },
  listedRequests: { ...deletedWithUser, columns: listedColumns },
  listedUserTags: { ...deletedWithUser, columns: secret('userId', 'tag', 'groupId') },
  listedRequestTags: { ...deletedWithUser, columns: secret('userId', 'tag', 'groupId') },
  sessions: {
    ...deletedWithUser,
    columns: {
      ...personal('userId', 'createdAt', 'expiresAt', 'endedAt', 'lastSeenAt', 'userAgent', 'address', 'isViewing'),
      ...secret('id'),
    },
  },
  viewings: { ...deletedWithUser, columns: { ...personal('userId'), ...secret('sessionId', 'parentId') } },
  permissionOverrides: {
    ...restoredWithUser,
    columns: personal('userId', 'permission', 'validTo', 'reason', 'grantedBy', 'grantedAt'),
  },
  // The absences in which a person is only the deputy are deleted with the account (users/remove-users.ts).
  absences: {
    person: { column: 'salesmanId' },
    erasing: 'delete',
    joining: 'ends',
    restoring: 'ends',
    columns: personal('salesmanId', 'deputyId', 'firstDay', 'lastDay', 'namedBy', 'namedAt'),
  },
  presences: { ...deletedWithUser, columns: personal('kind', 'recordId', 'userId', 'seenAt') },
  knownDevices: {
    ...deletedWithUser,
    columns: { ...personal('userId', 'createdAt', 'lastSeenAt'), ...secret('hash') },
  },
  oneTimeTokens: {
    ...deletedWithUser,
    columns: {
      ...personal('purpose', 'userId', 'path', 'createdAt', 'expiresAt', 'usedAt'),
      ...secret('hash', 'challenge'),
    },
  },
  calendarFeeds: { ...deletedWithUser, columns: { ...personal('userId', 'createdAt'), ...secret('hash') } },
  loginChanges: {
    ...deletedWithUser,
    columns: { ...personal('userId', 'login', 'askedBy', 'createdAt', 'expiresAt'), ...secret('hash') },
  },
  secondFactors: {
    ...restoredWithUser,
    columns: {
      ...personal('id', 'userId', 'kind', 'name', 'transports', 'createdAt', 'confirmedAt', 'lastUsedAt'),
      ...secret('secret', 'credentialId', 'counter'),
    },
  },
  recoveryCodes: { ...restoredWithUser, columns: { ...personal('userId', 'usedAt'), ...secret('hash') } },
  countryBrandSalesmen: {
    person: { column: 'salesmanId' },
    erasing: 'delete',
    joining: 'ends',
    restoring: 'returns',
    columns: { ...personal('id', 'country', 'continent', 'brandId', 'salesmanId'), ...secret('version') },
  },
  savedViews: { ...restoredWithUser, columns: personal('userId', 'list', 'name', 'query') },
  salesmanDigests: { ...restoredWithUser, columns: personal('userId', 'day') },
} satisfies { [Table in TableName]?: Declaration<Table> };
