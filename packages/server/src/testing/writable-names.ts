const common = ['firstName', 'lastName', 'phone', 'company', 'country', 'brand', 'canReceiveMail'];
const staffNames = [...common, 'profileID', 'tools', 'language', 'crmAccount'];
const note = ['title', 'description', 'version', 'releaseDate', 'status'];
const brandNames = ['name', 'tokens', 'supportEmail', 'legalEntity', 'senderAddress'];
const list = ['keyword', 'sort'];
const page = [...list, 'pageNumber', 'pageSize'];
/** A list that is also read by cursors. */
const cursorPage = [...page, 'after', 'before'];

/**
 * Names that a client may send in the body of this call and that are also names of columns: the allow-list of mass-assignment.api.test.ts.
 * The server must refuse every other column name. A search or an export without filters needs no line below; other calls that take an object do.
 */
export function writableNames(call: string): readonly string[] {
  const unfiltered = call.endsWith('.search') ? page : call.endsWith('.export') ? list : [];
  return namesOfCalls[call] ?? unfiltered;
}

const namesOfCalls: Record<string, readonly string[]> = {
  'users.search': [...cursorPage, 'status', 'profileID', 'brand', 'tool', 'country'],
  'users.export': [...list, 'status', 'profileID', 'brand', 'tool', 'country'],
  'users.crm': page,
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
  'requests.decideMany': ['reason', 'profileID', 'decision'],
  'users.suspend': ['version', 'reason'],
  'users.reinstate': ['version'],
  'requests.search': [...cursorPage, 'status', 'country', 'brand', 'tool', 'olderThanDays'],
  'requests.export': [...list, 'status', 'country', 'brand', 'tool', 'olderThanDays'],
  'requests.approve': [...staffNames, 'version'],
  'requests.reject': ['id', 'reason', 'version'],
  'registration.register': [...common, 'login', 'email', 'tool', 'reason', 'comment', 'humanVerification'],
  'registration.confirm': ['token'],
  'registration.withdraw': ['token'],
  'countrySalesmen.search': [...cursorPage, 'country', 'continent', 'brand', 'salesmanId'],
  'countrySalesmen.export': [...list, 'country', 'continent', 'brand', 'salesmanId'],
  'countrySalesmen.recipient': ['country', 'brand'],
  'countrySalesmen.create': ['country', 'brand', 'salesmanId'],
  'countrySalesmen.update': ['country', 'brand', 'salesmanId', 'version'],
  'countrySalesmen.handOver': [],
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
  'policies.update': ['version', 'months', 'days', 'seats', 'moves', 'bridge'],
  'helpRequests.ask': ['verificationCode', 'brand', 'comment'],
  'helpRequests.search': [...cursorPage, 'state'],
  'helpRequests.export': [...list, 'state'],
  'helpRequests.answer': ['tool', 'brand', 'overrideReason'],
  'licenses.issue': ['tool', 'brand', 'verificationCode', 'overrideReason', 'bridge'],
  'licenses.confirmActivation': ['bridge'],
  'licenseAdmin.search': [...cursorPage, 'status', 'tool', 'brand', 'country', 'userId'],
  'licenseAdmin.export': [...list, 'status', 'tool', 'brand', 'country', 'userId'],
  'licenseAdmin.revoke': ['reason'],
  'licenseAdmin.release': ['overrideReason'],
  'releaseNotes.search': [...cursorPage, 'status'],
  'releaseNotes.export': [...list, 'status'],
  'releaseNotes.list': cursorPage,
  'releaseNotes.create': note,
  'releaseNotes.update': [...note, 'rowVersion'],
  'brands.create': [...brandNames, 'id', 'code', 'theme'],
  'brands.update': [...brandNames, 'version'],
  'brands.makeDefault': ['version'],
  'brands.setPicture': ['version'],
  'legal.update': ['version', 'text'],
  'mail.search': [...cursorPage, 'state'],
  'mail.export': [...list, 'state'],
  'audit.search': [...cursorPage, 'action', 'actorId', 'subjectKind', 'subjectId'],
  'audit.export': [...list, 'action', 'actorId', 'subjectKind', 'subjectId'],
  'crm.search': [...page, 'country'],
  'crm.export': [...list, 'country'],
  'imports.users': ['invite'],
  'imports.create': ['kind', 'name', 'invite'],
  'imports.addPart': ['number', 'text'],
  'imports.assignments': [],
  'imports.crmAccounts': [],
};
