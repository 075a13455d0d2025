import type { bulkLicenses } from '@basics/contract/bulk.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { runBulk, runInOneTransaction } from '#server/platform/bulk.ts';
import { problem } from '#server/platform/problem.ts';
import { remindOwner } from './remind-owner.ts';
import { renewLicense } from './renew-license.ts';
import type { RenewContext } from './renew-license.ts';
import { findOwnerId } from './renewals.repository.ts';
import { sendLicense } from './send-license.ts';

type Change = Body<typeof bulkLicenses.changeMany>;

/** `wake` starts sending the e-mails that are due. */
type ChangeContext = RenewContext & { wake: () => void };

/** The same change for many licences; a preview changes nothing, so it starts no mail. */
export const changeLicenses = (changing: ChangeContext, change: Change) =>
  runBulk({
    database: changing.database,
    ids: change.ids,
    preview: change.preview,
    act: (database, id) =>
      changeOneLicense({ ...changing, database, ...(change.preview && { wake: () => {} }) }, id, change),
  });

/** By the same action as for a single licence. Throws what that throws, or RESULTS_NOT_FOUND. */
async function changeOneLicense(changing: ChangeContext, licenseId: number, change: Change): Promise<void> {
  const userId = await findOwnerId(changing.database.kysely, licenseId);
  if (userId === undefined) throw problem('RESULTS_NOT_FOUND');
  const mailing = { ...changing, at: changing.now };
  if (change.change === 'remind') return remindOwner(mailing, userId, licenseId);
  if (change.change === 'send') return sendLicense(mailing, userId, licenseId);
  if (change.change === 'renew') return void (await renewLicense(changing, userId, licenseId));
  await runInOneTransaction(changing.database, async (database) => {
    const renewed = await renewLicense({ ...changing, database }, userId, licenseId);
    await sendLicense({ ...mailing, database }, userId, renewed.licenseId);
  });
}
