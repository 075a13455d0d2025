import { nobody } from './declaration.ts';
import type { Declaration, TableName } from './declaration.ts';

/**
 * The tables without rows about people. The keys of `throttles` name a login only by its hash, and the job `purgeExpired` deletes them after
 * two days. `crm_accounts` are companies.
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
  auditSeals: nobody('id', 'auditId', 'at', 'seal'),
  auditVerifications: nobody(
    'id',
    'startedAt',
    'startedBy',
    'finishedAt',
    'entries',
    'isWhole',
    'head',
    'auditId',
    'why',
  ),
  schedules: nobody('name', 'nextRunAt', 'leasedUntil'),
  legalTexts: nobody('brandId', 'document', 'text', 'version', 'changedAt'),
  countryRanks: nobody('code', 'rank'),
  userListCounts: nobody('country', 'brandId', 'profileId', 'status', 'n'),
} satisfies { [Table in TableName]?: Declaration<Table> };
