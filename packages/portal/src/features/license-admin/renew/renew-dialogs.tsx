import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarSync, FileArchive } from 'lucide-react';
import { useState } from 'react';
import type { LicenseOverview, Machine } from '@basics/contract/license-admin/license-admin.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { licenseAdmin } from '#portal/texts/license-admin.ts';
import { ui } from '#portal/texts/ui.ts';
import { formatDay } from '#portal/messages/times.ts';
import { createArchiveName, zipFiles } from '#portal/ui/files/local-files.ts';
import { saveFile } from '#portal/ui/files/save-file.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { downloadLicense, invalidateLicenses, renewLicense } from '../license-admin.queries.ts';
import { formatMachine } from '../license-format.tsx';
import { findRenewableLicense, useRenewal } from './use-renewal.ts';

type RenewFromLinkProps = { machines: readonly Machine[]; onClose: () => void };

/**
 * The dialog that the link of a reminder of several licences opens. The dialog renews all licences that can be renewed now, or explains why
 * none can.
 */
export function RenewFromLink({ machines, onClose }: RenewFromLinkProps) {
  const [now] = useState(Date.now);
  // The licences are listed once, so that the dialog does not change when the PCs are loaded again during the renewal.
  const [renewable] = useState(() => machines.flatMap((machine) => findRenewableLicense(machine, now) ?? []));
  const [license, ...otherLicenses] = renewable;
  if (!license)
    return <NotRenewable reasonText={explainWhyNotRenewable(machines, now, true)} isAboutAll onClose={onClose} />;
  if (otherLicenses.length === 0) return <RenewOne license={license} onClose={onClose} />;
  return <RenewSeveral licenses={renewable} onClose={onClose} />;
}

const { renewal: texts, machines: machineTexts } = licenseAdmin;

/** The dialog that asks once, renews one licence and opens the page of the new licence. */
export function RenewOne({ license, onClose }: { license: License; onClose: () => void }) {
  const { isPending, mutate } = useRenewal(license, true);
  return (
    <RenewDialog
      title={texts.title(formatMachine(license.machineName))}
      submitLabel={texts.submit}
      isPending={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>{texts.text(formatMachine(license.machineName), formatDay(license.expiryDate))}</p>
    </RenewDialog>
  );
}

type RenewSeveralProps = { licenses: readonly License[]; onClose: () => void };

/** The dialog that renews several licences. The result names each PC on which a new file must be installed. */
export function RenewSeveral({ licenses, onClose }: RenewSeveralProps) {
  const client = useQueryClient();
  const { data, isPending, mutate } = useMutation({
    mutationFn: () => renewEach(licenses),
    meta: failureAsToast,
    onSettled: () => void invalidateLicenses(client),
  });
  if (data) return <SeveralRenewed {...data} onClose={onClose} />;
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

type RenewalResults = { renewed: readonly License[]; refused: readonly { machineName: string; message: string }[] };

/** Renews the licences one after another, because the server processes the renewals of one user one at a time. */
async function renewEach(licenses: readonly License[]): Promise<RenewalResults> {
  const renewed: License[] = [];
  const refused: { machineName: string; message: string }[] = [];
  for (const license of licenses) {
    try {
      renewed.push(await renewLicense(license));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      refused.push({ machineName: formatMachine(license.machineName), message: error.message });
    }
  }
  return { renewed, refused };
}

function SeveralRenewed({ renewed, refused, onClose }: RenewalResults & { onClose: () => void }) {
  const archive = useMutation({
    mutationFn: async () =>
      saveFile(
        await zipFiles(createArchiveName(), await Promise.all(renewed.map((license) => downloadLicense(license)))),
      ),
    meta: failureAsToast,
  });
  return (
    <Dialog
      title={renewed.length > 0 ? texts.stepLeft(renewed.length) : texts.notNow}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <span>{ui.close}</span>
          </Button>
          {renewed.length > 0 && (
            <Button
              data-autofocus
              variant="primary"
              icon={<FileArchive aria-hidden="true" />}
              busy={archive.isPending}
              onClick={() => archive.mutate()}
            >
              <span>{texts.downloadAll}</span>
            </Button>
          )}
        </>
      }
    >
      {renewed.length > 0 && <p>{texts.mailed}</p>}
      <ul>
        {renewed.map(({ licenseId, machineName, expiryDate }) => (
          <li key={licenseId}>
            <Link to={`/license/${licenseId}`}>{formatMachine(machineName)}</Link>{' '}
            <span>{texts.renewedUntil(formatDay(expiryDate))}</span>
          </li>
        ))}
      </ul>
      {refused.map(({ machineName, message }) => (
        <Notice key={machineName} tone="warn" title={texts.refused(machineName)}>
          <p>{message}</p>
        </Notice>
      ))}
    </Dialog>
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
        <Button onClick={onClose}>
          <span>{ui.cancel}</span>
        </Button>
        {/* The button to renew has the focus, because renewing early has no disadvantage. */}
        <Button
          data-autofocus
          variant="primary"
          icon={<CalendarSync aria-hidden="true" />}
          busy={isPending}
          onClick={onSubmit}
        >
          <span>{submitLabel}</span>
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
);

/** Returns why the licences cannot be renewed now, and from when they can be renewed. */
export function explainWhyNotRenewable(
  licenses: readonly Pick<LicenseOverview, 'grantEndsOn' | 'renewalOpens'>[],
  now: number,
  isAboutAll = false,
): string {
  const grantEndsOn = licenses.find((license) => license.grantEndsOn !== null)?.grantEndsOn ?? null;
  if (grantEndsOn !== null) return texts.grantEndsOn(formatDay(grantEndsOn));
  if (isAboutAll) return texts.noneNowText;
  const opensAt = licenses[0]?.renewalOpens ?? null;
  return opensAt !== null && Date.parse(opensAt) > now
    ? texts.opens(formatDay(opensAt.slice(0, 10)))
    : texts.notNowText;
}

type NotRenewableProps = { reasonText: string; isAboutAll: boolean; onClose: () => void };

export const NotRenewable = ({ reasonText, isAboutAll, onClose }: NotRenewableProps) => (
  <Dialog
    title={isAboutAll ? texts.noneNow : texts.notNow}
    onClose={onClose}
    footer={
      <Button data-autofocus onClick={onClose}>
        <span>{ui.close}</span>
      </Button>
    }
  >
    <p>{reasonText}</p>
  </Dialog>
);
