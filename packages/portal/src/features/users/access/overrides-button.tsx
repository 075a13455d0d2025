import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
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
import { createOverridesQuery, endOverride, grantOverride } from '../administrator.queries.ts';
import { formatUser } from '../user-format.tsx';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useReason } from '#portal/session/editing/use-reason.ts';
import { DateField } from '#portal/ui/pickers/date-field.tsx';
import { Select, TextArea } from '#portal/ui/fields/form-field.tsx';

/** The button with the number of permissions that a user has in addition to the profile. It opens the dialog with these permissions. */
export function OverridesButton({ user }: { user: User }) {
  const { data } = useQuery(createOverridesQuery(user.userId));
  return (
    <DialogButton icon={<KeyRound aria-hidden="true" />} label={texts.open(data?.items.length ?? 0)}>
      {(closeDialog) => <OverridesDialog user={user} onClose={closeDialog} />}
    </DialogButton>
  );
}

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

type AddOverrideProps = { userId: number; grantable: readonly Permission[] };

/** The form that gives the user one more permission, with a last day and a reason. */
function AddOverride({ userId, grantable }: AddOverrideProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [usualLastDay] = useState(() => findUsualLastDay(new Date()));
  const draft = useValuesDraft(`permission of ${userId}`, { chosen: '', until: usualLastDay });
  const { chosen, until } = draft.values;
  const permission = grantable.find((grantablePermission) => grantablePermission === chosen);
  const { field, problem, isBusy, submit } = useReason({
    name: `permission ${userId}`,
    act: async (reason) => {
      if (permission === undefined) return;
      await grantOverride(userId, permission, { until, reason });
      toasts.done(texts.added);
      draft.change({ chosen: '' });
      draft.forget();
      await client.invalidateQueries(createOverridesQuery(userId));
    },
  });
  return (
    <section aria-label={texts.add}>
      <Stack>
        {problem && <ProblemNotice problem={problem} title={texts.saveFailed} />}
        <Select
          label={texts.permission}
          placeholder={texts.choose}
          options={grantable
            .map((grantablePermission) => ({
              value: grantablePermission,
              label: texts.permissions[grantablePermission],
            }))
            .toSorted((one, other) => one.label.localeCompare(other.label))}
          value={permission ?? ''}
          onChange={({ target }) => draft.change({ chosen: target.value })}
        />
        <DateField label={texts.lastDay} value={until} onChange={(text) => draft.change({ until: text })} />
        <TextArea {...field} label={texts.reason} />
        <div>
          <Button
            variant="primary"
            busy={isBusy}
            disabled={permission === undefined || until === ''}
            onClick={() => void submit()}
          >
            {texts.submit}
          </Button>
        </div>
      </Stack>
    </section>
  );
}

/** A permission is usually given for an absence: for two weeks, in the time zone of the browser. */
const findUsualLastDay = (now: Date): string =>
  new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + 14)).toISOString().slice(0, 10);
