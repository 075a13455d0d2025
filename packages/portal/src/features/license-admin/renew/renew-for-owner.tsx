import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { RenewButton } from '#portal/session/bulk/renew-button.tsx';
import { createOwnerNameQuery, invalidateLicenses } from '../license-admin.queries.ts';
import { formatMachine } from '../license-format.tsx';

type RenewForOwnerProps = { userId: number; licenses: readonly License[]; isForSeveral?: boolean };

/** The button with which staff renew licences of one customer. */
export function RenewForOwner({ userId, licenses, isForSeveral = false }: RenewForOwnerProps) {
  const client = useQueryClient();
  const ownerName = useQuery({ ...createOwnerNameQuery(userId), enabled: licenses.length > 0 }).data ?? '';
  return (
    <Allowed any={['users.edit']}>
      <RenewButton
        rows={licenses.map(({ licenseId, machineName, expiryDate }) => ({
          id: licenseId,
          machineName: formatMachine(machineName),
          ownerId: userId,
          ownerName,
          expiryDate,
        }))}
        isForSeveral={isForSeveral}
        onDone={() => void invalidateLicenses(client)}
      />
    </Allowed>
  );
}
