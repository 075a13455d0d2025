import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import type { Machine } from '@basics/contract/license-admin.ts';
import type { License } from '@basics/contract/licenses.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { invalidateLicenses, renewLicense } from './license-admin.queries.ts';
import { formatMachine } from './license-format.ts';

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

// Only staff renew licences of others.
const RenewForOwner = createLazyPart(async () => (await import('./renew-for-owner.tsx')).RenewForOwner);

/**
 * Renews the licence of a PC and opens the page of the new licence, which says how to install it. Staff renew the licence of a
 * customer in a sheet. For an expired licence, the component links to the page for a new code from the PC.
 */
export function RenewMachine({ userId, machine, now }: { userId: number; machine: Machine; now: number }) {
  const isOwn = useUser().userId === userId;
  const license = findRenewableLicense(machine, now);
  if (!license) return <RenewWithCode userId={userId} machineName={machine.name} />;
  if (isOwn) return <RenewButton license={license} />;
  return (
    <OptionalPart>
      <RenewForOwner userId={userId} licenses={[license]} />
    </OptionalPart>
  );
}

export function RenewButton({ license }: { license: License }) {
  const machineName = formatMachine(license.machineName);
  const { isPending, mutate } = useRenewal(license);
  return (
    <Button icon={<CalendarSync aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
      <span>{texts.machines.renew}</span>
      <VisuallyHidden> {texts.machines.renewPc(machineName)}</VisuallyHidden>
    </Button>
  );
}

/** Returns a mutation that renews a licence and opens the page of the new licence; with `replace`, Back skips the current page. */
export function useRenewal(license: License, replace = false) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const showProblem = useRenewalProblem();
  return useMutation({
    mutationFn: () => renewLicense(license),
    onSuccess: ({ licenseId }) => navigate({ to: `/license/${licenseId}`, replace }),
    onError: showProblem,
    onSettled: () => void invalidateLicenses(client),
  });
}

/** Returns a function that shows the reason of a refused renewal. */
export function useRenewalProblem(): (error: Error) => void {
  const toasts = useToasts();
  return (error) => {
    if (error instanceof ApiProblem && error.reaction.shown === 'inPlace') toasts.problem(error.message);
  };
}

const RenewSeveral = createLazyPart(async () => (await import('./renew-dialogs.tsx')).RenewSeveral);

/** A button that opens the dialog to renew all licences of a user that can be renewed now. */
export function RenewAll({ machines, now }: { machines: readonly Machine[]; now: number }) {
  const renewable = machines.flatMap((machine) => findRenewableLicense(machine, now) ?? []);
  // A renewal changes the PCs of the page, but the dialog keeps the licences with which it was opened.
  const [openedLicenses, setOpenedLicenses] = useState<readonly License[]>();
  return (
    <>
      {renewable.length > 1 && (
        <Button icon={<CalendarSync aria-hidden="true" />} onClick={() => setOpenedLicenses(renewable)}>
          <span>{texts.machines.renewAll(renewable.length)}</span>
        </Button>
      )}
      {openedLicenses && (
        <OptionalPart>
          <RenewSeveral licenses={openedLicenses} onClose={() => setOpenedLicenses(undefined)} />
        </OptionalPart>
      )}
    </>
  );
}

/** Links to the verification page, which explains how to create the code for a renewal. */
function RenewWithCode({ userId, machineName }: { userId: number; machineName: string }) {
  const isOwn = useUser().userId === userId;
  const search = { renew: formatMachine(machineName), ...(!isOwn && { user: userId }) };
  return (
    <LinkButton to="/license/verify" search={search} icon={<CalendarSync aria-hidden="true" />}>
      <span>{texts.machines.renew}</span>
      <VisuallyHidden> {texts.machines.renewPc(formatMachine(machineName))}</VisuallyHidden>
    </LinkButton>
  );
}
