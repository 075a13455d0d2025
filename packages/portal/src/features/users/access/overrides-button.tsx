import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { PermissionOverride } from '@basics/contract/users/permission-overrides.ts';
import type { User } from '@basics/contract/users/users.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { overrides as texts } from '#portal/texts/overrides.ts';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { DialogButton, Dialog } from '#portal/ui/overlays/dialog.tsx';
import { AddOverride } from './add-override.tsx';
import { createOverridesQuery, endOverride } from './overrides.queries.ts';
import { formatUser } from '../user-format.tsx';

/** The button that opens the dialog with the permissions that a user has in addition to the profile. */
export const OverridesButton = ({ user }: { user: User }) => (
  <DialogButton icon={<KeyRound aria-hidden="true" />} label={texts.open}>
    {(closeDialog) => <OverridesDialog user={user} onClose={closeDialog} />}
  </DialogButton>
);

function OverridesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const overridesQuery = useQuery(createOverridesQuery(user.userId));
  return (
    <Dialog title={texts.title(formatUser(user))} onClose={onClose}>
      <Stack>
        <p>{texts.lead}</p>
        {overridesQuery.isPending && <ItemsLoading loadingText={texts.loading} />}
        <QueryFailed query={overridesQuery} title={texts.failed} />
        {overridesQuery.data?.items.length === 0 && <p>{texts.none}</p>}
        {overridesQuery.data && overridesQuery.data.items.length > 0 && (
          <ItemList>
            {overridesQuery.data.items.map((override) => (
              <OverrideRow key={override.permission} userId={user.userId} override={override} />
            ))}
          </ItemList>
        )}
        {overridesQuery.data && <AddOverride userId={user.userId} grantable={overridesQuery.data.grantable} />}
      </Stack>
    </Dialog>
  );
}

function OverrideRow({ userId, override }: { userId: number; override: PermissionOverride }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { permission, until, grantedBy, reason } = override;
  const endMutation = useMutation({
    mutationFn: () => endOverride(userId, permission),
    onSuccess: () => {
      toasts.done(texts.ended);
      return client.invalidateQueries(createOverridesQuery(userId));
    },
    onError: (error) => toasts.problem(`${texts.saveFailed}. ${error.message}`),
  });
  return (
    <ItemRow
      icon={KeyRound}
      title={texts.permissions[permission]}
      facts={[texts.until(formatShortDate(until)), ...(grantedBy === null ? [] : [texts.grantedBy(grantedBy)]), reason]}
      actions={
        <Button busy={endMutation.isPending} onClick={() => endMutation.mutate()}>
          {texts.end} <VisuallyHidden>{texts.permissions[permission]}</VisuallyHidden>
        </Button>
      }
    />
  );
}
