import { nobody } from './declaration.ts';
import type { Declaration, TableName } from './declaration.ts';

/**
 * The tables without rows about people. The keys of `throttles` name a login only by its hash, and the job `purgeExpired` deletes them after
 * two days. `crm_accounts` are companies. A row of `password_reset_requests` is deleted as soon as it is worked on, within seconds.
 */
export const impersonalTables = {
  brands: nobody(
    'id',
    'code',
    'name',
    'theme',
    'tokens',
    'markSvg',
    'faviconSvg',
    'supportEmail',
    'legalEntity',
    'senderAddress',
    'isDefault',
    'version',
  ),
  brandHosts: nobody('host', 'brandId'),
  tools: nobody('id', 'code', 'name', 'maxMajor', 'parentToolId', 'entitlementBit', 'version', 'retired'),
  licencePolicies: nobody('profileId', 'toolId', 'brandId', 'months', 'days', 'seats', 'moves', 'graceDays', 'version'),
  signingKeys: nobody('keyId', 'publicKey', 'status', 'createdAt', 'revokedAt'),
  releaseNotes: nobody(
    'id',
    'title',
    'description',
    'version',
    'releaseDate',
    'status',
    'createdAt',
    'updatedAt',
    'rowVersion',
  ),
  releaseNoteSearch: nobody('releaseNoteId', 'fold', 'title', 'version'),
  throttles: nobody('key', 'count', 'windowStart', 'nextAllowedAt', 'lastAttemptAt'),
  settings: nobody('key', 'value'),
  usedChallenges: nobody('id', 'expiresAt'),
  crmAccounts: nobody('account', 'name', 'city', 'country', 'fold'),
  auditChain: nobody('auditId', 'previousHash', 'hash'),
  auditHead: nobody('id', 'hash', 'beginsAfter'),
  schedules: nobody('name', 'nextRunAt', 'leasedUntil'),
  legalTexts: nobody('brandId', 'document', 'text', 'version', 'changedAt'),
  countryRanks: nobody('code', 'rank'),
  listedUserGroups: nobody('id', 'country', 'brandId', 'profileId', 'status', 'createdBy', 'requested', 'n'),
  listedUserTagCounts: nobody('tag', 'groupId', 'n'),
  searchIndexes: nobody('name', 'indexedTo', 'sampled'),
  searchTerms: nobody('list', 'term', 'n'),
  passwordResetRequests: nobody('id', 'loginFold', 'requestId', 'requestedAt', 'leasedUntil'),
  sealingKeys: nobody('keyId', 'status', 'createdAt', 'replacedAt'),
  portalProcesses: nobody('id', 'sessionKeyId', 'lastSeenAt'),
} satisfies { [Table in TableName]?: Declaration<Table> };
