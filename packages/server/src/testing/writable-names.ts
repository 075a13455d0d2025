const commonNames = ['firstName', 'lastName', 'phone', 'company', 'country', 'brand', 'canReceiveMail'];
const staffNames = [...commonNames, 'profileID', 'tools', 'language', 'crmAccount'];
const noteNames = ['title', 'description', 'version', 'releaseDate', 'status'];
const brandNames = ['name', 'tokens', 'supportEmail', 'legalEntity', 'senderAddress'];
const listNames = ['keyword', 'sort'];
const pageNames = [...listNames, 'pageNumber', 'pageSize'];
/** The names for a list that is also read by cursors. */
const cursorPageNames = [...pageNames, 'after', 'before'];

/**
 * Lists the names that a client may send in the body of this call and that are also names of columns. This is the allow-list of
 * mass-assignment.api.test.ts: the server must refuse every other column name. A search or an export without filters needs no line below;
 * every other call with an object as body does.
 */
export function writableNames(call: string): readonly string[] {
  const defaultNames = call.endsWith('.search') ? pageNames : call.endsWith('.export') ? listNames : [];
  return namesByCall[call] ?? defaultNames;
}

const namesByCall: Record<string, readonly string[]> = {
  'users.search': [...cursorPageNames, 'status', 'profileID', 'brand', 'tool', 'country'],
  'users.export': [...listNames, 'status', 'profileID', 'brand', 'tool', 'country'],
  'users.crm': pageNames,
  'users.create': [...staffNames, 'login', 'email'],
  'users.update': [...staffNames, 'preferences', 'version'],
  'licenses.requestActivation': ['verificationCode'],
  'licenseAdmin.giveBack': ['overrideReason'],
  'savedViews.save': ['list', 'name', 'query'],
  'users.changeLogin': ['login', 'currentPassword'],
  'users.changeMany': ['reason', 'brand', 'tool', 'validTo', 'configTools'],
  'licenses.changeMany': [],
  'licenses.remindOwners': ['until'],
  'licenses.sendPack': [],
  'licenses.setReminderContact': ['address'],
  'licenses.stopReminders': ['token'],
  'licenseAdmin.previewJoin': ['login'],
  'licenseAdmin.join': ['login', 'reason', 'digest'],
  'fleet.sendNote': ['tool', 'country', 'brand', 'releaseId', 'versions'],
  'requests.decideMany': ['reason', 'profileID', 'decision'],
  'users.suspend': ['version', 'reason'],
  'users.reinstate': ['version'],
  'requests.search': [...cursorPageNames, 'status', 'country', 'brand', 'tool', 'olderThanDays'],
  'requests.export': [...listNames, 'status', 'country', 'brand', 'tool', 'olderThanDays'],
  'requests.approve': [...staffNames, 'version'],
  'requests.reject': ['id', 'reason', 'version'],
  'registration.register': [...commonNames, 'login', 'email', 'tool', 'reason', 'comment', 'humanVerification'],
  'registration.confirm': ['token'],
  'registration.withdraw': ['token'],
  'countrySalesmen.search': [...cursorPageNames, 'country', 'continent', 'brand', 'salesmanId'],
  'countrySalesmen.export': [...listNames, 'country', 'continent', 'brand', 'salesmanId'],
  'countrySalesmen.recipient': ['country', 'brand'],
  'countrySalesmen.create': ['country', 'brand', 'salesmanId'],
  'countrySalesmen.update': ['country', 'brand', 'salesmanId', 'version'],
  'countrySalesmen.handOver': ['country', 'brand'],
  'session.signIn': ['login', 'password'],
  'session.signInByPasskey': ['token'],
  'session.forgotPassword': ['email'],
  'session.checkLink': ['token'],
  'session.resetPassword': ['token', 'password'],
  'session.setUp': ['token', 'login', 'firstName', 'lastName', 'password'],
  'session.confirmLogin': ['token'],
  'session.exchange': ['token'],
  'session.handoff': ['path'],
  'session.changePassword': ['password'],
  'secondFactor.beginTotp': [],
  'secondFactor.confirmTotp': ['name', 'code'],
  'secondFactor.beginPasskey': [],
  'secondFactor.addPasskey': ['token', 'name'],
  'secondFactor.rename': ['name'],
  'secondFactor.remove': [],
  'secondFactor.renewRecoveryCodes': [],
  'tools.create': ['id', 'code', 'name', 'maxMajor'],
  'tools.update': ['version', 'name', 'maxMajor', 'retired'],
  'policies.update': ['version', 'months', 'days', 'seats', 'moves', 'bridge', 'renewalDays'],
  'helpRequests.ask': ['verificationCode', 'brand', 'comment'],
  'helpRequests.search': [...cursorPageNames, 'state'],
  'helpRequests.export': [...listNames, 'state'],
  'helpRequests.answer': ['tool', 'brand', 'overrideReason'],
  'licenses.issue': ['tool', 'brand', 'verificationCode', 'overrideReason', 'bridge'],
  'licenses.confirmActivation': ['bridge'],
  'licenseAdmin.search': [...cursorPageNames, 'status', 'tool', 'brand', 'country', 'userId'],
  'licenseAdmin.export': [...listNames, 'status', 'tool', 'brand', 'country', 'userId'],
  'licenseAdmin.reportLost': ['reason'],
  'users.setAbsence': ['deputyId', 'until', 'namedAt'],
  'users.grantOverride': ['until', 'reason'],
  'licenseAdmin.revoke': ['reason'],
  'licenseAdmin.release': ['overrideReason'],
  'releaseNotes.search': [...cursorPageNames, 'status'],
  'releaseNotes.export': [...listNames, 'status'],
  'releaseNotes.list': cursorPageNames,
  'releaseNotes.create': noteNames,
  'releaseNotes.update': [...noteNames, 'rowVersion'],
  'brands.create': [...brandNames, 'id', 'code', 'theme'],
  'brands.update': [...brandNames, 'version'],
  'brands.makeDefault': ['version'],
  'brands.setPicture': ['version'],
  'legal.update': ['version', 'text'],
  'mail.search': [...cursorPageNames, 'state'],
  'mail.export': [...listNames, 'state'],
  'audit.search': [...cursorPageNames, 'action', 'actorId', 'subjectKind', 'subjectId'],
  'audit.export': [...listNames, 'action', 'actorId', 'subjectKind', 'subjectId'],
  'crm.search': [...cursorPageNames, 'country'],
  'crm.export': [...listNames, 'country'],
  'imports.users': ['invite'],
  'imports.create': ['kind', 'name', 'invite'],
  'imports.addPart': ['number', 'text'],
  'imports.assignments': [],
  'imports.crmAccounts': [],
};
