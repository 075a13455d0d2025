import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import type { Machine } from '@basics/contract/license-admin/license-admin.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { RenewForOwner } from './renew-for-owner.tsx';
import { formatMachine } from '../license-format.tsx';
import { findRenewableLicense, useRenewal } from './use-renewal.ts';

/**
 * Renews the licence of a PC and opens the page of the new licence, which says how to install it. Staff renew the licence of a
 * customer in a sheet. For an expired licence, the component links to the page for a new code from the PC.
 */
export function RenewMachine({ userId, machine, now }: { userId: number; machine: Machine; now: number }) {
  const isOwn = useUser().userId === userId;
  const license = findRenewableLicense(machine, now);
  if (!license) return <RenewWithCode userId={userId} machineName={machine.name} />;
  if (isOwn) return <RenewButton license={license} />;
  return <RenewForOwner userId={userId} licenses={[license]} />;
}

export function RenewButton({ license }: { license: License }) {
  const machineName = formatMachine(license.machineName);
  const { isPending, mutate } = useRenewal(license);
  return (
    <Button icon={<CalendarSync aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
      {texts.machines.renew} <VisuallyHidden>{texts.machines.renewPc(machineName)}</VisuallyHidden>
    </Button>
  );
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
      {texts.machines.renew} <VisuallyHidden>{texts.machines.renewPc(formatMachine(machineName))}</VisuallyHidden>
    </LinkButton>
  );
}
