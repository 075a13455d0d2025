import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarSync } from 'lucide-react';
import type { Machine } from '@basics/contract/license-admin.ts';
import type { License } from '@basics/contract/licenses.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { formatDay } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { saveFile } from '#portal/ui/content/save-file.ts';
import { createArchiveName, zipFiles } from '#portal/ui/content/zip-files.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { downloadLicense, invalidateLicenses, renewLicense } from './license-admin.queries.ts';
import { formatMachine } from './license-format.ts';

/** Returns whether the licence of a PC can be renewed now, with or without a new code. `now` is in milliseconds. */
export const canRenew = ({ license, renewalOpens, grantEndsOn }: Machine, now: number): boolean =>
  license !== null && grantEndsOn === null && (renewalOpens === null || Date.parse(renewalOpens) <= now);

/** Returns the licence of a PC if it can be renewed now without a new code, because it is still valid. `now` is in milliseconds. */
export const findRenewableLicense = (machine: Machine, now: number): License | null =>
  machine.holdsSeat && machine.renewalOpens !== null && canRenew(machine, now) ? machine.license : null;

/**
 * Renews the licence of a PC and downloads the new licence file. For an expired licence, the component links to the
 * page for a new code from the PC.
 */
export function RenewMachine({ userId, machine, now }: { userId: number; machine: Machine; now: number }) {
  const license = findRenewableLicense(machine, now);
  return license ? <RenewButton license={license} /> : <RenewWithCode userId={userId} machineName={machine.name} />;
}

function RenewButton({ license }: { license: License }) {
  const machineName = formatMachine(license.machineName);
  const { isPending, mutate } = useRenewal(license);
  return (
    <Button icon={<CalendarSync aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
      {texts.machines.renew} <VisuallyHidden>{texts.machines.renewPc(machineName)}</VisuallyHidden>
    </Button>
  );
}

/** Returns a mutation that renews a licence and saves its new file. `onDone` is called after success and after a failure. */
export const useRenewal = (license: License, onDone?: () => void) =>
  useRenewalMutation(async () => {
    const renewedLicense = await renewLicense(license);
    saveFile(await downloadLicense(renewedLicense));
    return texts.machines.renewed(formatMachine(license.machineName), formatDay(renewedLicense.expiryDate));
  }, onDone);

/**
 * Returns a mutation that renews several licences and saves their files in one ZIP file. If some licences cannot be
 * renewed, the files of the other licences are saved. `onDone` is called after success and after a failure.
 */
export const useRenewalOfAll = (renewable: readonly License[], onDone?: () => void) => {
  const toasts = useToasts();
  return useRenewalMutation(async () => {
    const { files, problems } = await renewEach(renewable);
    const [firstProblem] = problems;
    if (files.length > 0) saveFile(await zipFiles(createArchiveName(), files));
    if (!firstProblem) return texts.machines.renewedAll(files.length);
    if (files.length === 0) throw firstProblem;
    toasts.problem(texts.machines.renewedSome(files.length, problems.length, firstProblem.message));
    return null;
  }, onDone);
};

/** Renews each licence and downloads its file, one after another, because the server processes the renewals of one user one at a time. */
async function renewEach(renewable: readonly License[]) {
  const files: Awaited<ReturnType<typeof downloadLicense>>[] = [];
  const problems: ApiProblem[] = [];
  for (const license of renewable) {
    try {
      files.push(await downloadLicense(await renewLicense(license)));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problems.push(error);
    }
  }
  return { files, problems };
}

/** Renews all licences of a user that can be renewed now, and saves their files in one ZIP file. */
export function RenewAll({ machines, now }: { machines: readonly Machine[]; now: number }) {
  const renewable = machines.flatMap((machine) => findRenewableLicense(machine, now) ?? []);
  const { isPending, mutate } = useRenewalOfAll(renewable);
  if (renewable.length < 2 && !isPending) return null;
  return (
    <Button icon={<CalendarSync aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
      {texts.machines.renewAll(renewable.length)}
    </Button>
  );
}

/**
 * Runs a renewal, shows its message unless it is null, and reloads the lists. The lists are reloaded after a failure, too, because some
 * licences may have been renewed.
 */
function useRenewalMutation(runRenewal: () => Promise<string | null>, onDone?: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: runRenewal,
    onSuccess: (message) => {
      if (message !== null) toasts.done(message);
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.reaction.shown === 'inPlace') toasts.problem(error.message);
    },
    onSettled: () => {
      onDone?.();
      return invalidateLicenses(client);
    },
  });
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
