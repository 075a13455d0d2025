import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BulkResult } from '@basics/contract/calls/bulk.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { renewals } from '@basics/contract/licenses/renewals.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { MassEffects } from '#portal/session/editing/mass-effects.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { bulk } from '#portal/texts/bulk.ts';
import { renewals as texts } from '#portal/texts/renewals.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { invalidateLicenses } from '../license-admin.queries.ts';
import { createPackQuery, sendPack } from './renewals.queries.ts';

type RenewalPackDialogProps = { userId: number; name: string; onClose: () => void };

/** The dialog that shows what a renewal pack contains, and sends the pack. */
export function RenewalPackDialog({ userId, name, onClose }: RenewalPackDialogProps) {
  const client = useQueryClient();
  const packPreview = useQuery(createPackQuery(userId));
  const sendMutation = useMutation({
    mutationFn: () => sendPack(userId),
    onSuccess: () => invalidateLicenses(client),
  });
  const pack = sendMutation.data ?? packPreview.data;
  const touches = packPreview.data?.touches;
  const problem = sendMutation.error ?? packPreview.error;
  return (
    <Dialog
      title={texts.pack.title(name)}
      isWide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.close}</Button>
          {!sendMutation.isSuccess && (
            <Button
              variant="primary"
              busy={sendMutation.isPending}
              disabled={!pack}
              onClick={() => sendMutation.mutate()}
            >
              {texts.pack.submit(pack?.licenses.length ?? 0)}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {problem instanceof ApiProblem && <ProblemNotice problem={problem} title={texts.pack.failed} />}
        <p>
          <span>{texts.pack.text}</span> {pack && <span>{texts.pack.recipient(pack.recipient)}</span>}{' '}
          {touches && <span>{bulk.touches(touches.people, touches.companies)}</span>}
        </p>
        {!pack && !problem && <ItemsLoading loadingText={texts.loading} />}
        {sendMutation.isSuccess && <output>{texts.pack.done}</output>}
        {pack && (
          <MassEffects
            rows={pack.licenses.map(({ licenseId, machineName, owner, login }) => ({
              id: licenseId,
              name: texts.pack.row(machineName || texts.unnamed, owner, login),
            }))}
            results={pack.licenses.map(toResult)}
            isFinished={sendMutation.isSuccess}
          />
        )}
      </Stack>
    </Dialog>
  );
}

type PackedLicense = Reply<typeof renewals.sendPack>['licenses'][number];

const toResult = ({ licenseId, isRenewed, message }: PackedLicense): BulkResult => ({
  id: licenseId,
  outcome: 'done',
  effect: isRenewed ? 'renewed' : 'sent',
  ...(message !== undefined && { message }),
});
