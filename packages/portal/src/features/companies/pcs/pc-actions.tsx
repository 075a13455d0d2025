import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarSync, Download, Send } from 'lucide-react';
import type { CompanyPc } from '@basics/contract/companies/company-pcs.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { ConfirmedAct } from '#portal/session/editing/confirmed-act.tsx';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { companies } from '#portal/texts/companies.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { saveFile } from '#portal/ui/files/save-file.ts';
import { VisuallyHidden, type Elements } from '#portal/ui/layout/layout.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { downloadLicense, invalidateCompanies, renewLicense, sendLicense } from '../companies.queries.ts';

const texts = companies.pcs;
const namePc = ({ name }: CompanyPc): string => name || texts.unnamed;
const pickLicense = ({ owner, license }: CompanyPc) => ({ userId: owner.userId, licenseId: license?.licenseId ?? 0 });

/** Renews the licence of a PC. A refusal says why, and who uses the seats. */
export function RenewPc({ pc }: { pc: CompanyPc }) {
  const client = useQueryClient();
  const undo = useUndo();
  const { mutate, isPending } = useMutation({
    mutationFn: () => renewLicense(pickLicense(pc)),
    onSuccess: (reply) => undo.announce(texts.renewed(namePc(pc)), reply),
    onSettled: () => invalidateCompanies(client),
    meta: failureAsToast,
  });
  return (
    <Button size="small" icon={<CalendarSync aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
      <span>{texts.renew}</span> <VisuallyHidden>{namePc(pc)}</VisuallyHidden>
    </Button>
  );
}

/** Returns the function that renews PCs one after the other. PCs that are refused are named, with the first reason. */
export function useRenewPcs(): (pcs: readonly CompanyPc[]) => Promise<void> {
  const client = useQueryClient();
  const toasts = useToasts();
  return async (pcs) => {
    const refused: { name: string; reason: string }[] = [];
    for (const pc of pcs)
      try {
        // One after the other, because each licence takes a seat of the same company.
        // oxlint-disable-next-line no-await-in-loop
        await renewLicense(pickLicense(pc));
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== 422) throw error;
        refused.push({ name: namePc(pc), reason: error.message });
      }
    if (refused.length < pcs.length) toasts.done(texts.renewedAll(pcs.length - refused.length));
    if (refused[0]) toasts.problem(texts.notRenewed(refused.map(({ name }) => name).join(', '), refused[0].reason));
    await invalidateCompanies(client);
  };
}

/** The button that renews all shown PCs that can be renewed. */
export function RenewPcs({ pcs }: { pcs: readonly CompanyPc[] }) {
  const renewPcs = useRenewPcs();
  const renewable = pcs.filter(({ canRenew }) => canRenew);
  if (renewable.length < 2) return null;
  return (
    <div>
      <ConfirmedAct
        icon={<CalendarSync aria-hidden="true" />}
        title={texts.renewAllTitle(renewable.length)}
        text={texts.renewAllText}
        action={texts.renew}
        isSafe
        failed={companies.notSaved}
        run={() => renewPcs(renewable)}
      >
        {texts.renewAll(renewable.length)}
      </ConfirmedAct>
    </div>
  );
}

/** Renders the action that removes a PC, a component of another feature. */
export type RenderRelease = (pc: CompanyPc, onDone: () => void) => Elements;

type PcMenuProps = { pc: CompanyPc; renderRelease: RenderRelease | undefined };

/** The other actions for a PC with a licence: send it to its owner, download its file, and remove the PC. */
export function PcMenu({ pc, renderRelease }: PcMenuProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { owner } = pc;
  const sending = useMutation({
    mutationFn: () => sendLicense(pickLicense(pc)),
    onSuccess: () => toasts.done(texts.sent(owner.name)),
    meta: failureAsToast,
  });
  const download = useMutation({
    mutationFn: () => downloadLicense(pickLicense(pc)),
    onSuccess: saveFile,
    meta: failureAsToast,
  });
  return (
    <MoreMenu label={texts.menu(namePc(pc))}>
      <Button
        variant="quiet"
        icon={<Send aria-hidden="true" />}
        busy={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {texts.send(owner.name)}
      </Button>
      <Button
        variant="quiet"
        icon={<Download aria-hidden="true" />}
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        {texts.download}
      </Button>
      {renderRelease?.(pc, () => void invalidateCompanies(client))}
    </MoreMenu>
  );
}
