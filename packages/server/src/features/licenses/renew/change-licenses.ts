import type { bulkLicenses } from '@basics/contract/calls/bulk.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { holdLetters } from '#server/mail/queue-letter.ts';
import { countTouched } from '#server/features/users/users.repository.ts';
import { toBulkUndoFields, undoMs } from '#server/platform/undo/record-undo.ts';
import { listDone, runBulk, runInOneTransaction, toPreviewFields } from '#server/platform/bulk.ts';
import type { RowDetails } from '#server/platform/bulk.ts';
import { problem } from '#server/platform/problem.ts';
import type { IssueContext } from '../issue/issue-license.ts';
import { remindOwner } from '../contacts/remind-owner.ts';
import { renewLicense } from './renew-license.ts';
import type { RenewContext } from './renew-license.ts';
import { findOwnerId, findOwnerIds } from './renewals.repository.ts';
import { sendLicense } from '../contacts/send-license.ts';

type Change = Body<typeof bulkLicenses.changeMany>;

/** `wake` starts sending the e-mails that are due. */
type ChangeContext = RenewContext & { wake: () => void };

/** Makes the same change to many licences; a preview changes nothing, so it sends no e-mails. */
export async function changeLicenses(
  issueContext: IssueContext & { wake: () => void },
  change: Change,
): Promise<Reply<typeof bulkLicenses.changeMany>> {
  const context = {
    ...issueContext,
    undoUntil: issueContext.at + (change.ids.length === 1 ? undoMs.one : undoMs.mass),
  };
  const { results } = await runBulk({
    database: context.database,
    ids: change.ids,
    preview: change.preview,
    changeRecord: (database, id) =>
      changeOneLicense({ ...context, database, ...(change.preview && { wake: () => {} }) }, id, change),
  });
  if (change.preview) {
    const { kysely } = context.database;
    const ownerIds = await findOwnerIds(kysely, listDone(results));
    return { results, ...toPreviewFields(results, await countTouched(kysely, ownerIds)) };
  }
  const canUndo = change.change === 'renew' || change.change === 'renewAndSend';
  return { results, ...(canUndo && toBulkUndoFields(context, results, false)) };
}

/** Changes one licence with the function of the call for a single licence. Throws RESULTS_NOT_FOUND, or the problems of the function. */
async function changeOneLicense(context: ChangeContext, licenseId: number, change: Change): Promise<RowDetails> {
  const userId = await findOwnerId(context.database.kysely, licenseId);
  if (userId === undefined) throw problem('RESULTS_NOT_FOUND');
  if (change.change === 'remind') {
    await remindOwner(context, userId, licenseId);
    return { effect: 'reminded' };
  }
  if (change.change === 'send') {
    await sendLicense(context, userId, licenseId);
    return { effect: 'sent' };
  }
  if (change.change === 'renew') return pickExpiry(await renewLicense(context, userId, licenseId));
  return runInOneTransaction(context.database, async (database) => {
    const renewedLicense = await renewLicense({ ...context, database }, userId, licenseId);
    const { holdLetter } = holdLetters(context);
    await sendLicense({ ...context, database, queueLetter: holdLetter }, userId, renewedLicense.licenseId);
    return pickExpiry(renewedLicense);
  });
}

const pickExpiry = ({ expiryDate }: License): RowDetails => ({ expiryDate, effect: 'renewed' });
