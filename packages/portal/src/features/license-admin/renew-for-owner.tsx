import { useQueryClient } from '@tanstack/react-query';
import type { Machine } from '@basics/contract/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { ChangeLicenses } from '#portal/session/editing/change-licenses.tsx';
import { invalidateLicenses } from './license-admin.queries.ts';
import { formatMachine } from './license-format.ts';
import { findRenewableLicense } from './renew-license.tsx';

/**
 * The button with which staff renew all licences of a customer that can be renewed now: the preview opens at once, and
 * the owner gets the licences by e-mail.
 */
export function RenewForOwner({ machines, now }: { machines: readonly Machine[]; now: number }) {
  const client = useQueryClient();
  const renewableLicenses = machines.flatMap((machine) => findRenewableLicense(machine, now) ?? []);
  return (
    <Allowed any={['users.edit']}>
      <ChangeLicenses
        label={texts.machines.renewForOwner(renewableLicenses.length)}
        rows={renewableLicenses.map(({ licenseId, machineName }) => ({
          id: licenseId,
          name: formatMachine(machineName),
        }))}
        startsWith="renewAndSend"
        onDone={() => void invalidateLicenses(client)}
      />
    </Allowed>
  );
}
