import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Machine } from '@basics/contract/license-admin/license-admin.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { invalidateLicenses, renewLicense } from '../license-admin.queries.ts';

/**
 * Returns whether the licence of a PC can be renewed now, with or without a new code. A valid licence that never opens for renewal, such as a
 * trial, cannot. `now` is in milliseconds.
 */
export const canRenew = ({ license, renewalOpens, grantEndsOn }: Machine, now: number): boolean =>
  license !== null &&
  grantEndsOn === null &&
  (renewalOpens === null ? license.status === 'Expired' : Date.parse(renewalOpens) <= now);

/** Returns the licence of a PC if it can be renewed now without a new code, because it is still valid. `now` is in milliseconds. */
export const findRenewableLicense = (machine: Machine, now: number): License | null =>
  machine.holdsSeat && machine.renewalOpens !== null && canRenew(machine, now) ? machine.license : null;

/** Returns a mutation that renews a licence and opens the page of the new licence; with `replace`, Back skips the current page. */
export function useRenewal(license: License, replace = false) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => renewLicense(license),
    onSuccess: ({ licenseId }) => navigate({ to: `/license/${licenseId}`, replace }),
    meta: failureAsToast,
    onSettled: () => void invalidateLicenses(client),
  });
}
