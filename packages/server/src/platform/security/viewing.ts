/**
 * The calls that staff may make while they view the portal as another user. These calls only read, and `hideSecrets` removes the secrets
 * from their replies.
 */
const readCalls: ReadonlySet<string> = new Set([
  'brands.setup',
  'countrySalesmen.coverage',
  'countrySalesmen.impact',
  'countrySalesmen.options',
  'countrySalesmen.recipient',
  'countrySalesmen.search',
  'fleet.versions',
  'helpRequests.get',
  'helpRequests.listOf',
  'helpRequests.search',
  'home.counts',
  'home.figures',
  'home.inbox',
  'legal.get',
  'licenseAdmin.get',
  'licenseAdmin.lostMachines',
  'licenseAdmin.machines',
  'licenseAdmin.search',
  'licenses.entitlements',
  'licenses.get',
  'licenses.list',
  'licenses.renewalMonths',
  'licenses.renewalStates',
  'licenses.renewalWeeks',
  'registration.configTool',
  'registration.countries',
  'releaseNotes.get',
  'releaseNotes.list',
  'releaseNotes.search',
  'requests.evidence',
  'requests.get',
  'requests.options',
  'requests.search',
  'savedViews.list',
  'session.endViewAs',
  'tools.configTools',
  'tools.licensable',
  'users.crm',
  'users.current',
  'users.get',
  'users.history',
  'users.listDeleted',
  'users.options',
  'users.preferences',
  'users.readAbsence',
  'users.search',
  'users.timeline',
]);

/** Returns whether staff may make this call while they view the portal as another user. A call that is not in this list is refused. */
export const isReadCall = (name: string): boolean => readCalls.has(name);

/** The fields of replies that would allow the viewer to use a licence or a code of the viewed user. */
const secretFields: ReadonlySet<string> = new Set(['licenseCode', 'verificationCode', 'verificationCodes', 'token']);

const hiddenText = 'hidden';

/** Returns a copy of a reply without licence codes and verification codes, at any depth. */
export function hideSecrets(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(hideSecrets);
  if (typeof reply !== 'object' || reply === null) return reply;
  return Object.fromEntries(
    Object.entries(reply).map(([name, value]: [string, unknown]) => [
      name,
      secretFields.has(name) && typeof value === 'string' ? hiddenText : hideSecrets(value),
    ]),
  );
}
