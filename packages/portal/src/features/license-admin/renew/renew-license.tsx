import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import type { Machine } from '@basics/contract/license-admin/license-admin.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Button, LinkButton, type ButtonVariant } from '#portal/ui/buttons/button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { RenewForOwner } from './renew-for-owner.tsx';
import { formatMachine } from '../license-format.tsx';
import { findRenewableLicense, useRenewal } from './use-renewal.ts';

type RenewMachineProps = {
  userId: number;
  machine: Machine;
  now: number;
  /** Whether this is the next action of the page, whose button names the PC. */
  isNext?: boolean;
};

/**
 * Renews the licence of a PC and opens the page of the new licence, which says how to install it. Staff renew the licence of a
 * customer in a sheet. For an expired licence, the component links to the page for a new code from the PC.
 */
export function RenewMachine({ userId, machine, now, isNext = false }: RenewMachineProps) {
  const isOwn = useUser().userId === userId;
  const license = findRenewableLicense(machine, now);
  if (!license) return <RenewWithCode userId={userId} machineName={machine.name} isNext={isNext} />;
  if (isOwn) return <RenewButton license={license} isNext={isNext} />;
  return <RenewForOwner userId={userId} licenses={[license]} />;
}

type RenewButtonProps = { license: License; isNext?: boolean; variant?: ButtonVariant };

export function RenewButton({ license, isNext = false, variant = 'secondary' }: RenewButtonProps) {
  const machineName = formatMachine(license.machineName);
  const { isPending, mutate } = useRenewal(license);
  return (
    <Button variant={variant} {...styleRenewal(isNext)} busy={isPending} onClick={() => mutate()}>
      <RenewLabel machineName={machineName} isNext={isNext} />
    </Button>
  );
}

/** The next action of a page is large and has no icon. */
const styleRenewal = (isNext: boolean) =>
  isNext ? ({ variant: 'primary', size: 'large' } as const) : { icon: <CalendarSync aria-hidden="true" /> };

const RenewLabel = ({ machineName, isNext }: { machineName: string; isNext: boolean }) =>
  isNext ? (
    <span>{texts.machines.renewNamed(machineName)}</span>
  ) : (
    <>
      <span>{texts.machines.renew}</span> <VisuallyHidden>{texts.machines.renewPc(machineName)}</VisuallyHidden>
    </>
  );

const RenewSeveral = createLazyPart(async () => (await import('./renew-dialogs.tsx')).RenewSeveral);

type RenewAllProps = {
  machines: readonly Machine[];
  now: number;
  isNext?: boolean;
  /** The variant of the button; the next action of the page is primary. */
  variant?: ButtonVariant;
};

/** A button that opens the dialog to renew all licences of a user that can be renewed now. */
export function RenewAll({ machines, now, isNext = false, variant = 'secondary' }: RenewAllProps) {
  const renewable = machines.flatMap((machine) => findRenewableLicense(machine, now) ?? []);
  // A renewal changes the PCs of the page, but the dialog keeps the licences with which it was opened.
  const [openedLicenses, setOpenedLicenses] = useState<readonly License[]>();
  return (
    <>
      {renewable.length > 1 && (
        <Button variant={variant} {...styleRenewal(isNext)} onClick={() => setOpenedLicenses(renewable)}>
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
function RenewWithCode({ userId, machineName, isNext }: { userId: number; machineName: string; isNext: boolean }) {
  const isOwn = useUser().userId === userId;
  const search = { renew: formatMachine(machineName), ...(!isOwn && { user: userId }) };
  return (
    <LinkButton to="/license/verify" search={search} {...styleRenewal(isNext)}>
      <RenewLabel machineName={formatMachine(machineName)} isNext={isNext} />
    </LinkButton>
  );
}
