import {
  deletedWithUser,
  restoredWithUser,
  emptiedColumn,
  emptiedSecretColumn,
  keptColumns,
  keptSecretColumns,
  personalColumns,
  secretColumns,
} from './declaration.ts';
import type { Declaration, TableName } from './declaration.ts';

/**
 * The personal data in the tables about licences, PCs, e-mails and audit entries. Fingerprints are kept: they are hashes of parts, cut to 4
 * bytes each, which identify no person and prevent a second trial on the PC under another account.
 */
export const licenseTables = {
  toolGrants: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'apart',
    restoring: 'returns',
    columns: personalColumns('id', 'userId', 'toolId', 'brandId', 'configTools', 'validFrom', 'validTo'),
  },
  requestedTools: { ...restoredWithUser, columns: personalColumns('userId', 'toolId', 'brandId') },
  machines: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'moves',
    restoring: 'returns',
    columns: {
      ...keptColumns(
        'id',
        'userId',
        'toolId',
        'fingerprint',
        'scheme',
        'firstSeenAt',
        'releasedAt',
        'anchor',
        'anchoredAt',
      ),
      ...keptColumns('driftToldAt', 'anchorUuid', 'isVirtual', 'isStandIn'),
      name: emptiedColumn(''),
      nameFold: emptiedSecretColumn(''),
    },
  },
  lostMachines: {
    person: { column: 'machineId', through: 'machines' },
    erasing: 'delete',
    joining: 'follows',
    restoring: 'returns',
    // Only staff may see who sent a code of the PC.
    columns: {
      ...personalColumns('machineId', 'reportedBy', 'reportedAt', 'reason', 'seenAt'),
      ...secretColumns('seenUserId'),
    },
  },
  machineParts: {
    person: { column: 'machineId', through: 'machines' },
    erasing: 'delete',
    joining: 'follows',
    restoring: 'returns',
    columns: personalColumns('id', 'machineId', 'at', 'fingerprint', 'verificationHash'),
  },
  machineReleases: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'moves',
    restoring: 'returns',
    columns: {
      ...keptColumns('id', 'machineId', 'userId', 'toolId', 'at', 'releasedBy', 'licenseId'),
      overrideReason: emptiedColumn(null),
    },
  },
  moves: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'moves',
    restoring: 'returns',
    columns: {
      ...keptColumns('id', 'userId', 'toolId', 'fromMachineId', 'toMachineId', 'at'),
      overrideReason: emptiedColumn(null),
    },
  },
  // The texts of a licence are deleted and their hashes kept, so that the licence can still be recognised.
  licenses: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'moves',
    restoring: 'returns',
    columns: {
      ...keptColumns(
        'id',
        'licenceUid',
        'userId',
        'machineId',
        'toolId',
        'brandId',
        'verificationHash',
        'verificationReason',
      ),
      ...keptColumns(
        'toolVersion',
        'fingerprint',
        'entitlementBits',
        'configTools',
        'seq',
        'keyId',
        'issuedAt',
        'notBefore',
      ),
      ...keptColumns(
        'expiresAt',
        'graceDays',
        'issuedBy',
        'replacedAt',
        'replacedBy',
        'revokedAt',
        'mailState',
        'isTrial',
        'isBridge',
        'installedAt',
      ),
      ...keptSecretColumns('codeHash', 'fileHash'),
      verificationCode: emptiedColumn(''),
      preferences: emptiedColumn('{}'),
      licenceCode: emptiedColumn(''),
      licenceFile: emptiedColumn(''),
      revokedReason: emptiedColumn(null),
      overrideReason: emptiedColumn(null),
    },
  },
  licenseReminders: {
    person: { column: 'licenseId', through: 'licenses' },
    erasing: 'empty',
    joining: 'follows',
    restoring: 'returns',
    columns: keptColumns('licenseId', 'days', 'at'),
  },
  helpRequests: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'moves',
    restoring: 'returns',
    columns: {
      ...personalColumns(
        'id',
        'userId',
        'askedAt',
        'verificationCode',
        'codeHash',
        'brandId',
        'toolId',
        'problemCode',
        'problemMessage',
      ),
      ...personalColumns('comment', 'machineName', 'state', 'closedBy', 'closedAt', 'closingWords', 'licenseId'),
      ...secretColumns('machineFold'),
    },
  },
  // An activation without `decidedBy` belongs to no person yet. An activation is valid for 15 minutes.
  activations: {
    person: { column: 'decidedBy' },
    erasing: 'delete',
    joining: 'moves',
    restoring: 'ends',
    columns: {
      ...personalColumns(
        'id',
        'verificationCode',
        'address',
        'createdAt',
        'expiresAt',
        'state',
        'decidedBy',
        'licenseId',
      ),
      ...personalColumns('polledAt', 'intervalSeconds'),
      ...secretColumns('deviceHash', 'userHash'),
    },
  },
  // The outbox: e-mails to the person.
  outbox: {
    person: { column: 'userId' },
    erasing: 'apart',
    joining: 'moves',
    restoring: 'ends',
    columns: {
      ...personalColumns(
        'id',
        'toAddress',
        'userId',
        'brandId',
        'kind',
        'subject',
        'text',
        'fileName',
        'licenseId',
        'state',
      ),
      ...personalColumns('attempts', 'error', 'createdAt', 'sentAt', 'dismissedAt'),
      ...secretColumns('messageId', 'html', 'sealed', 'file', 'nextAttemptAt', 'leasedUntil'),
    },
  },
  // E-mails to other people that name the person.
  letterPeople: {
    person: { column: 'userId' },
    erasing: 'apart',
    joining: { unlessKept: ['letterId'] },
    restoring: 'ends',
    columns: personalColumns('letterId', 'userId'),
  },
  reminderContacts: { ...restoredWithUser, columns: personalColumns('userId', 'address') },
  stoppedContacts: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: { unlessKept: ['addressHash'] },
    restoring: 'returns',
    columns: { ...personalColumns('userId', 'refusedUntil'), ...secretColumns('addressHash') },
  },
  releaseNoteLetters: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: { unlessKept: ['releaseNoteId'] },
    restoring: 'returns',
    columns: personalColumns('releaseNoteId', 'userId', 'queuedAt'),
  },
  reminderStops: {
    ...deletedWithUser,
    columns: { ...personalColumns('userId', 'expiresAt'), ...secretColumns('hash') },
  },
  letterFiles: {
    person: { column: 'licenseId', through: 'licenses' },
    erasing: 'delete',
    joining: 'follows',
    restoring: 'ends',
    columns: secretColumns('letterId', 'licenseId', 'name', 'content'),
  },
  // Entries about actions of the person, and about changes of the person. The entries name people only by their ids.
  audit: {
    person: { column: 'actorId', orValuesOf: 'id' },
    erasing: 'apart',
    joining: 'ends',
    restoring: 'ends',
    columns: {
      ...keptColumns('id', 'at', 'actorId', 'requestId', 'action', 'subjectKind', 'subjectId'),
      ...keptSecretColumns('valuesHash'),
    },
  },
  // The values before and after a change, in audit entries about the person.
  auditValues: {
    person: { column: 'personId' },
    erasing: 'apart',
    joining: 'ends',
    restoring: 'returns',
    columns: { ...personalColumns('auditId', 'personId', 'before', 'after'), ...secretColumns('salt') },
  },
} satisfies { [Table in TableName]?: Declaration<Table> };
