import { impersonalColumns, type Declaration, type TableName } from './declaration.ts';

/**
 * The tables without rows about people that `createImpersonalTable` does not declare. The keys of `throttles` name a login only by its hash, and the job `purgeExpired` deletes them
 * after two days. `crm_accounts` are companies. A row of `password_reset_requests` is deleted as soon as it is handled, within seconds.
 */
export const impersonalTables = {
  throttles: impersonalColumns('key', 'count', 'windowStart', 'nextAllowedAt', 'lastAttemptAt'),
  crmAccounts: impersonalColumns('account', 'name', 'city', 'country', 'fold'),
  passwordResetRequests: impersonalColumns('id', 'loginFold', 'requestId', 'requestedAt', 'leasedUntil'),
  // A file may name people. The file is deleted when its import ends, or after a day; the report is deleted after a week.
  largeImports: impersonalColumns(
    'id',
    'kind',
    'name',
    'invite',
    'startedBy',
    'requestId',
    'state',
    'createdAt',
    'finishedAt',
    'leasedUntil',
    'done',
    'total',
    'report',
  ),
  noteMailings: impersonalColumns(
    'id',
    'releaseNoteId',
    'selection',
    'startedBy',
    'requestId',
    'state',
    'createdAt',
    'finishedAt',
    'leasedUntil',
    'queued',
    'total',
  ),
  largeImportParts: impersonalColumns('importId', 'number', 'content'),
  portalProcesses: impersonalColumns(
    'id',
    'sessionKeyId',
    'lastSeenAt',
    'version',
    'schemaName',
    'host',
    'pid',
    'startedAt',
    'readyAt',
  ),
} satisfies { [Table in TableName]?: Declaration<Table> };
