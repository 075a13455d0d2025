import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Trash2, UserX } from 'lucide-react';
import { useState } from 'react';
import type { DeletedUser } from '@basics/contract/users/deleted-users.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { ApiProblem, readRequestId } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatCountry } from '#portal/messages/names.ts';
import { formatDay } from '#portal/messages/times.ts';
import { deletedUsers as texts } from '#portal/texts/deleted-users.ts';
import { users as userTexts } from '#portal/texts/users.ts';
import { ui } from '#portal/texts/ui.ts';
import { LoadFailed, Notice } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { Confirm, Dialog, DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import { createDeletedUsersQuery } from '#portal/session/people/deleted-users.queries.ts';
import { invalidateDeletedUsers, deleteUserForGood, restoreUser } from '../administrator.queries.ts';

const formatDeletedUser = ({ name, login }: DeletedUser): string => name || login;

/** The menu of the list of users, which opens the bin. */
export const DeletedUsersMenu = () => (
  <MoreMenu label={userTexts.more} variant="secondary">
    <DialogButton icon={<Trash2 aria-hidden="true" />} label={userTexts.deletedUsers}>
      {(closeDialog) => <DeletedUsers onClose={closeDialog} />}
    </DialogButton>
  </MoreMenu>
);

/** The bin: deleted users who can be restored or deleted for good. */
function DeletedUsers({ onClose }: { onClose: () => void }) {
  const [most, setMost] = useState<number>(limits.page.users);
  const { data, error, refetch } = useQuery(createDeletedUsersQuery(most));
  const { restoration, removal, lostParts } = useBinActions();
  const [userToRemove, setUserToRemove] = useState<DeletedUser | null>(null);
  if (userToRemove)
    return (
      <Confirm
        title={texts.removeTitle(formatDeletedUser(userToRemove))}
        action={texts.remove}
        icon={<Trash2 aria-hidden="true" />}
        busy={removal.isPending}
        onConfirm={() => removal.mutate(userToRemove, { onSettled: () => setUserToRemove(null) })}
        onCancel={() => setUserToRemove(null)}
      >
        <p>{texts.removeText}</p>
      </Confirm>
    );
  return (
    <Dialog title={texts.title} onClose={onClose} footer={<Button onClick={onClose}>{ui.close}</Button>}>
      <Stack>
        <p>{texts.introText}</p>
        {lostParts && (
          <Notice tone="warn" role="alert" title={lostParts.title}>
            <ul>
              {lostParts.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </Notice>
        )}
        {data ? (
          <DeletedList
            users={data.items}
            restoredId={restoration.isPending ? restoration.variables.userId : null}
            onRestore={restoration.mutate}
            onRemove={setUserToRemove}
          />
        ) : error ? (
          <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
        ) : (
          <ItemsLoading loadingText={texts.title} />
        )}
        {data?.hasMore &&
          (most < limits.page.max ? (
            <Button onClick={() => setMost(limits.page.max)}>{texts.more}</Button>
          ) : (
            <p>{texts.newestOnly(most)}</p>
          ))}
      </Stack>
    </Dialog>
  );
}

/** Returns the two actions of the bin, and the assignments and tools that the last restored user did not get back. */
function useBinActions() {
  const client = useQueryClient();
  const toasts = useToasts();
  const { setup } = useSetup();
  const callbacks = {
    onError: (error: Error) => {
      if (error instanceof ApiProblem && error.reaction.shown !== 'signOut') toasts.problem(error.message);
    },
    onSettled: () => invalidateDeletedUsers(client),
  };
  const restoration = useMutation({
    ...callbacks,
    mutationFn: ({ userId }: DeletedUser) => restoreUser(userId),
    onSuccess: ({ needsPassword }, user) =>
      toasts.done((needsPassword ? texts.restoredWithoutPassword : texts.restored)(formatDeletedUser(user))),
  });
  const removal = useMutation({
    ...callbacks,
    mutationFn: ({ userId }: DeletedUser) => deleteUserForGood(userId),
    onSuccess: (_, user) => toasts.done(texts.removed(formatDeletedUser(user))),
  });
  const { data: restored, variables: restoredUser } = restoration;
  const lostPartLabels = [
    ...(restored?.lostAssignments ?? []).map(({ country, brand }) =>
      texts.lostAssignment(formatCountry(country), setup.brands.find(({ id }) => id === brand)?.name ?? brand),
    ),
    ...(restored?.lostTools ?? []).map(texts.lostTool),
  ];
  const lostParts =
    restoredUser && lostPartLabels.length > 0
      ? { title: texts.lostTitle(formatDeletedUser(restoredUser)), items: lostPartLabels }
      : null;
  return { restoration, removal, lostParts };
}

type DeletedListProps = {
  users: readonly DeletedUser[];
  /** The id of the user who is being restored. */
  restoredId: number | null;
  onRestore: (user: DeletedUser) => void;
  onRemove: (user: DeletedUser) => void;
};

function DeletedList({ users, restoredId, onRestore, onRemove }: DeletedListProps) {
  if (users.length === 0) return <p>{texts.empty}</p>;
  return (
    <ItemList>
      {users.map((user) => (
        <ItemRow
          key={user.userId}
          icon={UserX}
          title={formatDeletedUser(user)}
          facts={[
            user.login,
            ...(user.company ? [user.company] : []),
            texts.deleted(formatDay(user.deletedAt.slice(0, 10)), user.deletedBy),
            texts.until(formatDay(user.keptUntil)),
          ]}
          actions={
            <>
              <Button
                icon={<RotateCcw aria-hidden="true" />}
                busy={restoredId === user.userId}
                onClick={() => onRestore(user)}
              >
                {texts.restore} <VisuallyHidden>{formatDeletedUser(user)}</VisuallyHidden>
              </Button>
              <Button icon={<Trash2 aria-hidden="true" />} onClick={() => onRemove(user)}>
                {texts.remove} <VisuallyHidden>{formatDeletedUser(user)}</VisuallyHidden>
              </Button>
            </>
          }
        />
      ))}
    </ItemList>
  );
}
