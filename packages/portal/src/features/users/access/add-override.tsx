import { useQueryClient } from '@tanstack/react-query';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import { useValuesDraft } from '#portal/session/drafts/use-values-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useReason } from '#portal/session/editing/use-reason.ts';
import { overrides as texts } from '#portal/texts/overrides.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { DateField } from '#portal/ui/pickers/date-field.tsx';
import { Select, TextArea } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { createOverridesQuery, grantOverride } from './overrides.queries.ts';

type AddOverrideProps = { userId: number; grantable: readonly Permission[] };

/** The form that gives the user one more permission, with a last day and a reason. */
export function AddOverride({ userId, grantable }: AddOverrideProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const draft = useValuesDraft(`permission of ${userId}`, { chosen: '', until: '' });
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
          options={grantable.map((grantablePermission) => ({
            value: grantablePermission,
            label: texts.permissions[grantablePermission],
          }))}
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
