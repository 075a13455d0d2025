/**
 * The kinds of records whose lists can be exported. The audit log records the export of any other list with the kind `list`, and with the
 * name of the list as the id.
 */
export const exportedKinds = [
  'assignment',
  'audit',
  'company',
  'crmAccount',
  'helpRequest',
  'license',
  'list',
  'mail',
  'releaseNotes',
  'request',
  'user',
] as const;
export type ExportedKind = (typeof exportedKinds)[number];

/**
 * The actions that the audit log records. The type checker allows only these actions in the audit log, and requires a text for each action
 * in the catalogue of texts. Actions are never renamed, because stored entries contain them.
 */
export type AuditAction =
  | `activation.${'confirm' | 'deny' | 'fetch'}`
  | `assignment.${'create' | 'delete' | 'handOver' | 'update'}`
  | 'audit.newKey'
  | 'audit.verify'
  | `backup.${'create' | 'restore'}`
  | `brand.${'create' | 'delete' | 'makeDefault' | 'setLegalText' | 'setPicture' | 'update'}`
  | `calendar.${'create' | 'end'}`
  | 'clock.accept'
  | `company.${'create' | 'join' | 'leave' | 'recover' | 'setRole' | 'setSeats' | 'stopRecovery' | 'update'}`
  | `company.${'acceptAgent' | 'endAgent' | 'movePcs' | 'proposeAgent'}`
  | `company.${'addNote' | 'changeNote' | 'removeNote'}`
  | `company.${'endInvitation' | 'invite' | 'sendInvitation'}`
  | `crmAccount.${'create' | 'undo' | 'update'}`
  | 'demo.fill'
  | `help.${'answer' | 'ask' | 'withdraw'}`
  | `import.${'cancel' | 'run' | 'undo'}`
  | 'keys.export'
  | 'kit.create'
  | `license.${'confirmInstalled' | 'download' | 'importFromKit' | 'issue' | 'refuse' | 'remind' | 'return' | 'revoke' | 'send' | 'undo'}`
  | `machine.${'liftLost' | 'lostSeen' | 'release' | 'reportLost'}`
  | `massAct.${'start' | 'stop' | 'undo'}`
  | `mail.${'bounce' | 'dismiss' | 'hold' | 'release' | 'sendAgain' | 'showLink'}`
  | 'order.apply'
  | 'policy.update'
  | `releaseNote.${'create' | 'delete' | 'restore' | 'send' | 'update'}`
  | `request.${'approve' | 'confirm' | 'expire' | 'register' | 'reject' | 'reopen' | 'undo' | 'withdraw'}`
  | `sealingKey.${'next' | 'retire' | 'use'}`
  | `secondFactor.${'addPasskey' | 'addTotp' | 'recoveryCodeUsed' | 'remove' | 'rename' | 'renewRecoveryCodes' | 'reset'}`
  | `session.${'activate' | 'changePassword' | 'end' | 'endAll' | 'endOthers' | 'endViewAs' | 'exchange' | 'extend'}`
  | `session.${'forgotPassword' | 'handoff' | 'newKey' | 'passwordSprayed' | 'resetPassword' | 'setUp'}`
  | `session.${'signIn' | 'signOut' | 'viewAs'}`
  | `serviceAccount.${'create' | 'createKey' | 'delete' | 'revokeKey' | 'update'}`
  | `signingKey.${'next' | 'retire' | 'revoke' | 'switch'}`
  | `sharedView.${'delete' | 'update'}`
  | `tool.${'create' | 'delete' | 'update'}`
  | `user.${'askLogin' | 'changeLogin' | 'create' | 'delete' | 'deleteForGood' | 'digest' | 'endAbsence' | 'endPermission' | 'erase'}`
  | `user.${'exportPersonalData' | 'grantPermission' | 'invite' | 'join' | 'joinInto' | 'passwordLink' | 'purge'}`
  | `user.${'refuseLogin' | 'reinstate' | 'remind' | 'reminderContact' | 'sendPack' | 'restore' | 'setAbsence' | 'setUpLink'}`
  | `user.${'addNote' | 'changeNote' | 'removeNote'}`
  | `user.${'suspend' | 'undo' | 'update' | 'withdrawInvitation'}`
  | `webhook.${'changeSecret' | 'create' | 'delete' | 'pause' | 'resume' | 'update'}`
  | `workAccount.${'allowPasswords' | 'connect' | 'disconnect' | 'refusePasswords'}`
  | `${ExportedKind}.export`;

/** The kinds of records that an entry of the audit log can be about. */
export type AuditKind =
  | ExportedKind
  | 'brand'
  | 'clock'
  | 'company'
  | 'import'
  | 'machine'
  | 'massAct'
  | 'policy'
  | 'portal'
  | 'releaseNote'
  | 'sealingKey'
  | 'serviceAccount'
  | 'sessionKey'
  | 'sharedView'
  | 'signingKey'
  | 'tool'
  | 'webhook';
