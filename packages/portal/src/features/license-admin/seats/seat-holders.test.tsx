import { licenses } from '@basics/contract/licenses/licenses.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createToolUsage } from '#portal/testing/records/license-admin.ts';
import { createLicense, createPreview, createVerificationCode } from '#portal/testing/records/licenses.ts';
import { expiredPc, expiringPc, openOwnPcs, locatePc } from '#portal/testing/pages/user-machines.tsx';

const expiryDate = '2027-02-28';
const nextToExpire = { ...expiringPc, license: createLicense({ licenseId: 2, machineName: 'LAPTOP-7', expiryDate }) };
const expiringLater = {
  ...nextToExpire,
  machineId: 15,
  name: 'WS-9',
  license: createLicense({ expiryDate: '2027-06-30', issuedAt: '2026-06-30T10:00:00.000Z' }),
};
const usageWithoutFreeSeat = createToolUsage({
  seatsUsed: 2,
  seatsAllowed: 2,
  machines: [expiringLater, nextToExpire, expiredPc],
});
const nextSeatText =
  /All are in use\. The next one is free on 1 March 2027, unless the licence for LAPTOP-7 is renewed\./;

test('when all seats are used, My Account shows when the next seat is free', async () => {
  await openOwnPcs([usageWithoutFreeSeat]);
  await expect.element(page.getByText(nextSeatText)).toBeVisible();
});

test('when a code is refused because all seats are used, the page shows the PCs in use, and the user can remove a PC to get the licence', async () => {
  const problem = {
    code: 'SEAT_LIMIT',
    message: 'All 2 PCs that you can license are in use (WS-9, LAPTOP-7).',
  } as const;
  const { server } = await openOwnPcs(
    [usageWithoutFreeSeat],
    (fakeServer) => fakeServer.answer(licenses.issue, () => createPreview({ problem })),
    `/license/verify#c=${createVerificationCode()}`,
  );
  const seatHolders = page.getByRole('region', { name: 'PCs in use' });
  await expect.element(seatHolders).toMatchTextContent(nextSeatText);
  await expect
    .element(locatePc('WS-9'))
    .toMatchTextContent(
      /Licence until 30 June? 2027 \(.*\) · last licence issued on 30 June? 2026 · known since 11 Dec 2025/,
    );
  await expect.element(seatHolders).not.toMatchTextContent(/WS-3/);
  await expectAccessible();
  server.answer(licenseAdmin.release, () => createToolUsage());
  server.answer(licenses.issue, () => createPreview());
  await locatePc('LAPTOP-7')
    .getByRole('button', { name: /^Remove PC/ })
    .click();
  await page.getByRole('button', { name: 'Remove LAPTOP-7' }).click();
  await expect.element(page.getByRole('button', { name: 'Issue licence' })).toBeVisible();
});
