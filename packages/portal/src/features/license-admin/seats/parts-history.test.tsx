import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerLicenseAdmin, createLicenseDetails, createOwnedLicense } from '#portal/testing/records/license-admin.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers } from '#portal/testing/records/users.ts';

const { machine } = createLicenseDetails();

test('the panel of a licence shows how often the parts of its PC changed, and lists the parts', async () => {
  const user = createUser('Salesman');
  await openPortal({
    at: '/licenses?license=1',
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, []);
      answerLicenses(server);
      answerLicenseAdmin(server, [createOwnedLicense({ licenseId: 1 })]);
      server.answer(licenseAdmin.get, () =>
        createLicenseDetails({
          licenseId: 1,
          machine: {
            ...machine,
            partChanges: { week: 4, month: 4 },
            parts: [{ at: '2026-03-05T10:00:00.000Z', fingerprint: '83224618f33f14c1489dff9200000000' }],
          },
        }),
      );
    },
  });
  const panel = page.getByRole('dialog');
  await expect.element(panel).toMatchTextContent(/On this PC, parts changed 4 times this week/);
  const partsList = panel.getByRole('list', { name: 'Changed parts' });
  await expect.element(partsList).toMatchTextContent(/Other parts from .*2026.*83224618f33f14c1489dff9200000000/);
  await expectAccessible();
});
