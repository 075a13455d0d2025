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
    columns: personal('id', 'userId', 'toolId', 'brandId', 'configTools', 'validFrom', 'validTo'),
  },
  requestedTools: { ...restoredWithUser, columns: personal('userId', 'toolId', 'brandId') },
  machines: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'moves',
    restoring: 'returns',
    columns: {
      ...kept('id', 'userId', 'toolId', 'fingerprint', 'scheme', 'firstSeenAt', 'releasedAt', 'anchor', 'anchoredAt'),
      ...kept('driftToldAt', 'anchorUuid', 'isVirtual', 'isStandIn'),
      name: emptied(''),
      nameFold: emptiedSecret(''),
    },
  },
  lostMachines: {
    person: { column: 'machineId', through: 'machines' },
    erasing: 'delete',
    joining: 'follows',
    restoring: 'returns',
    // Only staff may see who sent a code of the PC.
    columns: { ...personal('machineId', 'reportedBy', 'reportedAt', 'reason', 'seenAt'), ...secret('seenUserId') },
  },
  machineParts: {
    person: { column: 'machineId', through: 'machines' },
    erasing: 'delete',
    joining: 'follows',
    restoring: 'returns',
    columns: personal('id', 'machineId', 'at', 'fingerprint', 'verificationHash'),
  },
  machineReleases: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'moves',
    restoring: 'returns',
    columns: {
      ...kept('id', 'machineId', 'userId', 'toolId', 'at', 'releasedBy', 'licenseId'),
      overrideReason: emptied(null),
    },
  },
  moves: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'moves',
    restoring: 'returns',
    columns: {
      ...kept('id', 'userId', 'toolId', 'fromMachineId', 'toMachineId', 'at'),
      overrideReason: emptied(null),
    },
  },
  // The texts of a licence are deleted and their hashes kept, so that the licence can still be recognised.
  licenses: {
    person: { column: 'userId' },
    erasing: 'empty',
    joining: 'moves',
    restoring: 'returns',
    columns: {
      ...kept('id', 'licenceUid', 'userId', 'machineId', 'toolId', 'brandId', 'verificationHash', 'verificationReason'),
      ...kept('toolVersion', 'fingerprint', 'entitlementBits', 'configTools', 'seq', 'keyId', 'issuedAt', 'notBefore'),
      ...kept(
        'expiresAt',
        'graceDays',
        'issuedBy',
        'replacedAt',
        'replacedBy',
        'revokedAt',
        'mailState',
        'isTrial',
        'isBridge',
      ),
      ...keptSecret('codeHash', 'fileHash'),
      verificationCode: emptied(''),
      preferences: emptied('{}'),
      licenceCode: emptied(''),
      licenceFile: emptied(''),
      revokedReason: emptied(null),
      overrideReason: emptied(null),
    },
  },
  licenseReminders: {
    person: { column: 'licenseId', through: 'licenses' },
    erasing: 'empty',
    joining: 'follows',
    restoring: 'returns',
    columns: kept('licenseId', 'days', 'at'),
  },
  helpRequests: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: 'moves',
    restoring: 'returns',
    columns: {
      ...personal(
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
      ...personal('comment', 'machineName', 'state', 'closedBy', 'closedAt', 'closingWords', 'licenseId'),
      ...secret('machineFold'),
    },
  },
  // A row without `decidedBy` belongs to no person yet, and is valid for 15 minutes.
  activations: {
    person: { column: 'decidedBy' },
    erasing: 'delete',
    joining: 'moves',
    restoring: 'ends',
    columns: {
      ...personal('id', 'verificationCode', 'address', 'createdAt', 'expiresAt', 'state', 'decidedBy', 'licenseId'),
      ...personal('polledAt', 'intervalSeconds'),
      ...secret('deviceHash', 'userHash'),
    },
  },
  // E-mails to the person.
  outbox: {
    person: { column: 'userId' },
    erasing: 'apart',
    joining: 'moves',
    restoring: 'ends',
    columns: {
      ...personal('id', 'toAddress', 'userId', 'brandId', 'kind', 'subject', 'text', 'fileName', 'licenseId', 'state'),
      ...personal('attempts', 'error', 'createdAt', 'sentAt', 'dismissedAt'),
      ...secret('messageId', 'html', 'sealed', 'file', 'nextAttemptAt', 'leasedUntil'),
    },
  },
  // E-mails to others that name the person.
  letterPeople: {
    person: { column: 'userId' },
    erasing: 'apart',
    joining: { unlessKept: ['letterId'] },
    restoring: 'ends',
    columns: personal('letterId', 'userId'),
  },
  reminderContacts: { ...restoredWithUser, columns: personal('userId', 'address') },
  stoppedContacts: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: { unlessKept: ['addressHash'] },
    restoring: 'returns',
    columns: { ...personal('userId', 'refusedUntil'), ...secret('addressHash') },
  },
  releaseNoteLetters: {
    person: { column: 'userId' },
    erasing: 'delete',
    joining: { unlessKept: ['releaseNoteId'] },
    restoring: 'returns',
    columns: personal('releaseNoteId', 'userId', 'queuedAt'),
  },
  reminderStops: { ...deletedWithUser, columns: { ...personal('userId', 'expiresAt'), ...secret('hash') } },
  letterFiles: {
    person: { column: 'licenseId', through: 'licenses' },
    erasing: 'delete',
    joining: 'follows',
    restoring: 'ends',
    columns: secret('letterId', 'licenseId', 'name', 'content'),
  },
  // Entries about actions of the person, and about changes of the person. The entries name people only by their ids; before format 2 they
  // contained the values in `before` and `after`.
  audit: {
    person: { column: 'actorId', orValuesOf: 'id' },
    erasing: 'apart',
    joining: 'ends',
    restoring: 'ends',
    columns: {
      ...kept('id', 'at', 'actorId', 'requestId', 'action', 'subjectKind', 'subjectId'),
      ...keptSecret('valuesHash'),
      ...secret('before', 'after'),
    },
  },
  // The values that were changed about the person.
  auditValues: {
    person: { column: 'personId' },
    erasing: 'apart',
    joining: 'ends',
    restoring: 'returns',
    columns: { ...personal('auditId', 'personId', 'before', 'after'), ...secret('salt') },
  },
} satisfies { [Table in TableName]?: Declaration<Table> };
