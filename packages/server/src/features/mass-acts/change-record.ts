import { bulkLicenses, bulkRequests, bulkUsers, type MassActKind } from '@basics/contract/calls/bulk.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { Access } from '@basics/contract/calls/permissions.ts';
import { fleet } from '@basics/contract/fleet/fleet.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { users } from '@basics/contract/users/users.ts';
import { sendNoteToOwner } from '#server/features/fleet/send-note.ts';
import { remindOwnerOfAll } from '#server/features/licenses/contacts/remind-owners.ts';
import type { IssueContext } from '#server/features/licenses/issue/issue-license.ts';
import { changeOneLicense } from '#server/features/licenses/renew/renew-license.ts';
import { decideOneRequest, type RequestDecision } from '#server/features/requests/decide-request.ts';
import { removeUserWithUndo } from '#server/features/users/deletion/remove-users.ts';
import { changeOneUser, type UserChange } from '#server/features/users/write/change-users.ts';
import type { RowDetails } from '#server/platform/bulk.ts';
import type { UndoableContext } from '#server/platform/undo/undo.repository.ts';

/** `database` is the transaction in which the record is changed. `wake` starts sending the e-mails that are due. */
export type RecordContext = IssueContext & UndoableContext & { wake: () => void };

/** How an act changes one record: with the function of the call that started the act. That call has checked the stored body. */
type ActKind = {
  access: Access;
  changeRecord: (context: RecordContext, subjectId: number, body: string) => Promise<RowDetails>;
};

export const actKinds: Readonly<Record<MassActKind, ActKind>> = {
  users: {
    access: bulkUsers.changeMany.access,
    changeRecord(context, userId, body) {
      const change: UserChange = JSON.parse(body);
      return changeOneUser(context, userId, change);
    },
  },
  requests: {
    access: bulkRequests.decideMany.access,
    changeRecord(context, userId, body) {
      const decision: RequestDecision = JSON.parse(body);
      return decideOneRequest(context, userId, decision);
    },
  },
  licenses: {
    access: bulkLicenses.changeMany.access,
    changeRecord(context, licenseId, body) {
      const change: Pick<Body<typeof bulkLicenses.changeMany>, 'change'> = JSON.parse(body);
      return changeOneLicense(context, licenseId, change);
    },
  },
  reminders: {
    access: renewals.remindOwners.access,
    async changeRecord(context, userId, body) {
      const reminder: Pick<Body<typeof renewals.remindOwners>, 'until'> = JSON.parse(body);
      await remindOwnerOfAll(context, userId, reminder);
      return { effect: 'reminded' };
    },
  },
  deletion: {
    access: users.removeMany.access,
    changeRecord(context, userId, body) {
      const { forGood = false }: { forGood?: boolean } = JSON.parse(body);
      return removeUserWithUndo({ ...context, forGood }, userId);
    },
  },
  releaseNote: {
    access: fleet.sendNote.access,
    changeRecord(context, userId, body) {
      const { releaseId }: Pick<Body<typeof fleet.sendNote>, 'releaseId'> = JSON.parse(body);
      return sendNoteToOwner(context, userId, releaseId);
    },
  },
};
