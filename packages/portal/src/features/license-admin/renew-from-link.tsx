import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import type { Machine } from '@basics/contract/license-admin.ts';
import type { License } from '@basics/contract/licenses.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { ui } from '#portal/texts/ui.ts';
import { formatDay } from '#portal/messages/times.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { formatMachine } from './license-format.ts';
import { findRenewable, useRenewal } from './renew-license.tsx';

type RenewFromLinkProps = { licenseId: number; machines: readonly Machine[]; onClose: () => void };

/** The dialog that the link of a reminder opens. It renews the licence, or explains why it cannot be renewed now. */
export function RenewFromLink({ licenseId, machines, onClose }: RenewFromLinkProps) {
  const [now] = useState(Date.now);
  const machine = machines.find(({ license }) => license?.licenseId === licenseId);
  const license = machine && findRenewable(machine, now);
  return license ? <RenewDialog license={license} onClose={onClose} /> : <NotRenewable onClose={onClose} />;
}

function RenewDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const { isPending, mutate } = useRenewal(license, onClose);
  const { title, text, submit } = texts.renewal;
  return (
    <Dialog
      title={title(formatMachine(license.machineName))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          {/* This button has the focus, because renewing early has no disadvantage. */}
          <Button
            data-autofocus
            variant="primary"
            icon={<CalendarSync aria-hidden="true" />}
            busy={isPending}
            onClick={() => mutate()}
          >
            {submit}
          </Button>
        </>
      }
    >
      <p>{text(formatDay(license.expiryDate))}</p>
    </Dialog>
  );
}

const NotRenewable = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    title={texts.renewal.notNow}
    onClose={onClose}
    footer={
      <Button data-autofocus onClick={onClose}>
        {ui.close}
      </Button>
    }
  >
    <p>{texts.renewal.notNowText}</p>
  </Dialog>
);
