import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import type { Machine } from '@basics/contract/license-admin.ts';
import type { License } from '@basics/contract/licenses.ts';
import { licenseAdmin } from '#portal/texts/license-admin.ts';
import { ui } from '#portal/texts/ui.ts';
import { formatDay } from '#portal/messages/times.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { formatMachine } from './license-format.ts';
import { findRenewableLicense, useRenewal, useRenewalOfAll } from './renew-license.tsx';
import type { Elements } from '#portal/ui/layout/elements.ts';

type RenewFromLinkProps = {
  /** The id of the licence to renew, or all licences that can be renewed now. */
  renewal: number | 'all';
  machines: readonly Machine[];
  onClose: () => void;
};

/**
 * The dialog that the link of a reminder opens. The dialog renews one licence or all licences, or explains why no
 * licence can be renewed now.
 */
export function RenewFromLink({ renewal, machines, onClose }: RenewFromLinkProps) {
  const [now] = useState(Date.now);
  // The licences are listed once, so that the dialog does not change when the PCs are loaded again during the renewal.
  const [renewable] = useState(() => machines.flatMap((machine) => findRenewableLicense(machine, now) ?? []));
  const [license, ...otherLicenses] =
    renewal === 'all' ? renewable : renewable.filter(({ licenseId }) => licenseId === renewal);
  if (!license)
    return (
      <NotRenewable
        reasonText={explainWhyNotRenewable(renewal, machines, now)}
        isAboutAll={renewal === 'all'}
        onClose={onClose}
      />
    );
  if (otherLicenses.length === 0) return <RenewOne license={license} onClose={onClose} />;
  return <RenewSeveral licenses={renewable} onClose={onClose} />;
}

const { renewal: texts, machines: machineTexts } = licenseAdmin;

function RenewOne({ license, onClose }: { license: License; onClose: () => void }) {
  const { isPending, mutate } = useRenewal(license, onClose);
  return (
    <RenewDialog
      title={texts.title(formatMachine(license.machineName))}
      submitLabel={texts.submit}
      isPending={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>{texts.text(formatDay(license.expiryDate))}</p>
    </RenewDialog>
  );
}

function RenewSeveral({ licenses, onClose }: { licenses: readonly License[]; onClose: () => void }) {
  const { isPending, mutate } = useRenewalOfAll(licenses, onClose);
  return (
    <RenewDialog
      title={texts.titleAll(licenses.length)}
      submitLabel={machineTexts.renewAll(licenses.length)}
      isPending={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>{texts.textAll}</p>
      <ul>
        {licenses.map(({ licenseId, machineName, expiryDate }) => (
          <li key={licenseId}>{texts.expires(formatMachine(machineName), formatDay(expiryDate))}</li>
        ))}
      </ul>
    </RenewDialog>
  );
}

type RenewDialogProps = {
  title: string;
  submitLabel: string;
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: Elements;
};

const RenewDialog = ({ title, submitLabel, isPending, onSubmit, onClose, children }: RenewDialogProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    footer={
      <>
        <Button onClick={onClose}>{ui.cancel}</Button>
        {/* The button to renew has the focus, because renewing early has no disadvantage. */}
        <Button
          data-autofocus
          variant="primary"
          icon={<CalendarSync aria-hidden="true" />}
          busy={isPending}
          onClick={onSubmit}
        >
          {submitLabel}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
);

/**
 * Returns why the licence of the link (or, for `all`, every licence) cannot be renewed now, and from when it can be
 * renewed.
 */
function explainWhyNotRenewable(renewal: number | 'all', machines: readonly Machine[], now: number): string {
  const linkedMachines = machines.filter(({ license }) => renewal === 'all' || license?.licenseId === renewal);
  const grantEndsOn = linkedMachines.find((machine) => machine.grantEndsOn !== null)?.grantEndsOn ?? null;
  if (grantEndsOn !== null) return texts.grantEndsOn(formatDay(grantEndsOn));
  if (renewal === 'all') return texts.noneNowText;
  const opensAt = linkedMachines[0]?.renewalOpens ?? null;
  return opensAt !== null && Date.parse(opensAt) > now
    ? texts.opens(formatDay(opensAt.slice(0, 10)))
    : texts.notNowText;
}

type NotRenewableProps = { reasonText: string; isAboutAll: boolean; onClose: () => void };

const NotRenewable = ({ reasonText, isAboutAll, onClose }: NotRenewableProps) => (
  <Dialog
    title={isAboutAll ? texts.noneNow : texts.notNow}
    onClose={onClose}
    footer={
      <Button data-autofocus onClick={onClose}>
        {ui.close}
      </Button>
    }
  >
    <p>{reasonText}</p>
  </Dialog>
);
