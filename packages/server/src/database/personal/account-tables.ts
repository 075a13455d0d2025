import { emptied, emptiedSecret, kept, keptSecret, personal, secret } from './declaration.ts';
import type { Declaration, TableName } from './declaration.ts';

/** The value that replaces the login of a deleted person. It contains the id, because logins are unique. */
const deletedLogin = (personId: number): string => `deleted:${personId}`;

/** The personal data in the tables about accounts and sessions. */
export const accountTables = {
  users: {
    person: { column: 'id' },
    erasing: 'empty',
    joining: 'apart',
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
    columns: { ...kept('id', 'userId', 'at', 'actorId', 'fromStatus', 'toStatus'), reason: emptied(null) },
  },
  userSearch: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: secret('userId', 'fold', 'starts', 'machines', 'firstName', 'lastName', 'company'),
  },
  // Triggers write these copies for the lists of users and of requests.
  listedUsers: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: secret(
      'userId',
      'lastName',
      'firstName',
      'company',
      'login',
      'countryRank',
      'status',
      'createdAt',
      'requestedAt',
      'groupId',
    ),
  },
  listedRequests: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: secret(
      'userId',
      'lastName',
      'firstName',
      'company',
      'login',
      'countryRank',
      'status',
      'createdAt',
      'requestedAt',
      'groupId',
    ),
  },
  listedUserTags: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: secret('userId', 'tag', 'groupId'),
  },
  listedRequestTags: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: secret('userId', 'tag', 'groupId'),
  },
  sessions: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: {
      ...personal('userId', 'createdAt', 'expiresAt', 'endedAt', 'lastSeenAt', 'userAgent', 'address', 'isViewing'),
      ...secret('id'),
    },
  },
  viewings: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: { ...personal('userId'), ...secret('sessionId', 'parentId') },
  },
  permissionOverrides: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: personal('userId', 'permission', 'validTo', 'reason', 'grantedBy', 'grantedAt'),
  },
  knownDevices: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: { ...personal('userId', 'createdAt', 'lastSeenAt'), ...secret('hash') },
  },
  oneTimeTokens: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: {
      ...personal('purpose', 'userId', 'path', 'createdAt', 'expiresAt', 'usedAt'),
      ...secret('hash', 'challenge'),
    },
  },
  calendarFeeds: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: { ...personal('userId', 'createdAt'), ...secret('hash') },
  },
  loginChanges: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: { ...personal('userId', 'login', 'askedBy', 'createdAt', 'expiresAt'), ...secret('hash') },
  },
  secondFactors: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: {
      ...personal('id', 'userId', 'kind', 'name', 'transports', 'createdAt', 'confirmedAt', 'lastUsedAt'),
      ...secret('secret', 'credentialId', 'counter'),
    },
  },
  recoveryCodes: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: { ...personal('userId', 'usedAt'), ...secret('hash') },
  },
  countryBrandSalesmen: {
    person: { column: 'salesmanId' },
    erasing: 'delete',
    joining: 'ends',
    columns: { ...personal('id', 'country', 'continent', 'brandId', 'salesmanId'), ...secret('version') },
  },
  savedViews: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: personal('userId', 'list', 'name', 'query'),
  },
  salesmanDigests: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'ends',
    columns: personal('userId', 'day'),
  },
} satisfies { [Table in TableName]?: Declaration<Table> };
