import { firstTables } from './migrations/0001-first.ts';
import { shippedRows } from './migrations/0002-shipped-rows.ts';
import { people } from './migrations/0003-people.ts';
import { releaseNotes } from './migrations/0004-release-notes.ts';
import { licenceCare } from './migrations/0005-licence-care.ts';
import { helpRequests } from './migrations/0006-help-requests.ts';
import { catalogue } from './migrations/0007-catalogue.ts';
import { brands } from './migrations/0008-brands.ts';
import { longLists } from './migrations/0009-long-lists.ts';
import { revokedKeys } from './migrations/0010-revoked-keys.ts';
import { anchors } from './migrations/0012-anchors.ts';
import { trials } from './migrations/0013-trials.ts';
import { clocks } from './migrations/0014-clocks.ts';
import { userList } from './migrations/0016-user-list.ts';
import { trialLookUp } from './migrations/0017-trial-look-up.ts';
import { waysIn } from './migrations/0018-ways-in.ts';
import { loginChanges } from './migrations/0019-login-changes.ts';
import { erasure } from './migrations/0020-erasure.ts';
import { appendOnlyAudit } from './migrations/0021-append-only-audit.ts';
import { revocations } from './migrations/0022-revocations.ts';
import { listedUsers } from './migrations/0023-listed-users.ts';
import { searchIndexes } from './migrations/0024-search-indexes.ts';
import { keysetLists } from './migrations/0025-keyset-lists.ts';
import { largeImports } from './migrations/0030-large-imports.ts';
import { operation } from './migrations/0041-operation.ts';
import { machinesByPart } from './migrations/0044-machines-by-part.ts';
import { activations } from './migrations/0045-activations.ts';
import { returnedLicences } from './migrations/0046-returned-licences.ts';
import { bridges } from './migrations/0047-bridges.ts';
import { firmwareUuids } from './migrations/0048-firmware-uuids.ts';
import { emergencyKits } from './migrations/0050-emergency-kits.ts';
import { requestEvidence } from './migrations/0053-request-evidence.ts';
import { assignmentVersion } from './migrations/0054-assignment-version.ts';
import { helpForTools } from './migrations/0057-help-for-tools.ts';
import { calendarFeeds } from './migrations/0058-calendar-feeds.ts';
import { savedViews } from './migrations/0061-saved-views.ts';
import { searchMachines } from './migrations/0062-search-machines.ts';
import { viewings } from './migrations/0063-viewings.ts';
import { lostMachines } from './migrations/0064-lost-machines.ts';
import { permissionOverrides } from './migrations/0065-permission-overrides.ts';
import { reminderStops } from './migrations/0066-reminder-stops.ts';
import { deletedNotes } from './migrations/0067-deleted-notes.ts';
import { letterFiles } from './migrations/0068-letter-files.ts';
import { messageIds } from './migrations/0069-message-ids.ts';
import { reminderContacts } from './migrations/0070-reminder-contacts.ts';
import { filesByLicence } from './migrations/0071-files-by-licence.ts';
import { fleet } from './migrations/0072-fleet.ts';
import { crmAccountOrders } from './migrations/0073-crm-account-orders.ts';
import { absences } from './migrations/0074-absences.ts';
import { presences } from './migrations/0075-presences.ts';
import { stoppedContacts } from './migrations/0079-stopped-contacts.ts';
import { renewalWindows } from './migrations/0080-renewal-windows.ts';
import { deletedUsers } from './migrations/0082-deleted-users.ts';
import { linkCodes } from './migrations/0090-link-codes.ts';
import { dismissedMail } from './migrations/0087-dismissed-mail.ts';
import { installedLicences } from './migrations/0088-installed-licences.ts';
import { undos } from './migrations/0091-undos.ts';
import { noteMailings } from './migrations/0092-note-mailings.ts';
import type { Migration } from './statements.ts';

/**
 * All migrations, in order. Add a new migration at the end: in a file of its own, or here if it has one short step. The row types of `schema.ts`
 * are derived from this list.
 */
export const migrations = [
  firstTables,
  shippedRows,
  people,
  releaseNotes,
  licenceCare,
  helpRequests,
  catalogue,
  brands,
  longLists,
  revokedKeys,
  anchors,
  trials,
  clocks,
  userList,
  trialLookUp,
  waysIn,
  loginChanges,
  erasure,
  appendOnlyAudit,
  revocations,
  listedUsers,
  searchIndexes,
  keysetLists,
  largeImports,
  operation,
  machinesByPart,
  activations,
  returnedLicences,
  bridges,
  firmwareUuids,
  emergencyKits,
  requestEvidence,
  assignmentVersion,
  helpForTools,
  calendarFeeds,
  savedViews,
  searchMachines,
  viewings,
  lostMachines,
  permissionOverrides,
  reminderStops,
  deletedNotes,
  letterFiles,
  messageIds,
  reminderContacts,
  filesByLicence,
  fleet,
  crmAccountOrders,
  absences,
  presences,
  stoppedContacts,
  renewalWindows,
  deletedUsers,
  dismissedMail,
  installedLicences,
  linkCodes,
  undos,
  noteMailings,
] satisfies readonly Migration[];
