import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { BulkResult } from '@basics/contract/calls/bulk.ts';
import { customerProfiles } from '@basics/contract/calls/permissions.ts';
import { formatProfile } from '#portal/messages/names.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import type { SelectedAll } from '#portal/ui/selection/use-selection.ts';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { BulkDialog, createBulkDraftName } from './bulk-dialog.tsx';
import { listDoneIds } from './mass-effects.tsx';
import type { BulkRow } from './preview-all.ts';
import { bulkOptions, decideRequests, sampleRequests, type RequestDecision } from './bulk.queries.ts';

const customerProfileIds: readonly number[] = customerProfiles;

type DecideRequestsProps = { rows: readonly BulkRow[]; all?: SelectedAll | null; onDone: () => void };

/** A button that opens a dialog to make one decision about the selected requests. */
export function DecideRequests(props: DecideRequestsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ListChecks aria-hidden="true" />} onClick={() => setOpen(true)}>
        {texts.open.requests}
      </Button>
      {isOpen && <DecideDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const emptyValues = { choice: 'approve', reason: '', profile: '' };

function DecideDialog({ rows, all, onDone, onClose }: DecideRequestsProps & { onClose: () => void }) {
  const draft = useValuesDraft(createBulkDraftName('decision', rows, all), emptyValues);
  const { announceMass } = useUndo();
  const { choice, reason } = draft.values;
  const endDraft = (next: () => void): void => {
    draft.forget();
    next();
  };
  // Only profiles of customers are offered, because staff may approve many requests without reading each of them.
  const optionsQuery = useQuery(bulkOptions);
  const profiles = optionsQuery.data?.profiles.filter(({ id }) => customerProfileIds.includes(id)) ?? [];
  const profile = profiles.find(({ id }) => String(id) === draft.values.profile)?.id;
  const decision: RequestDecision =
    choice === 'approve'
      ? { decision: 'approve', ...(profile !== undefined && { profileID: profile }) }
      : { decision: 'reject', reason };
  return (
    <BulkDialog
      title={texts.title.requests(all?.count ?? rows.length)}
      rows={rows}
      all={all}
      choice={JSON.stringify(decision)}
      isComplete={choice === 'approve' || reason.trim() !== ''}
      summary={choice === 'approve' ? texts.decisions.approve : texts.because(texts.decisions.reject, reason)}
      undoText={choice === 'approve' ? texts.undo.approval : texts.undo.mass}
      readSample={sampleRequests(decision)}
      action={texts.run[decision.decision]}
      run={async (target, isPreview, previewedResults) => {
        const sentDecision = isPreview ? decision : withProfiles(decision, previewedResults);
        const reply = await decideRequests(target, sentDecision, isPreview);
        announceMass(texts.undoable.requests(listDoneIds(reply.results).length), reply.undoIds);
        return reply;
      }}
      onDone={() => endDraft(onDone)}
      onClose={() => endDraft(onClose)}
    >
      <Select
        label={texts.what}
        options={Object.entries(texts.decisions).map(([value, label]) => ({ value, label }))}
        value={choice}
        onChange={({ target }) => draft.change({ choice: target.value })}
        data-autofocus
      />
      {choice === 'approve' && (
        <OtherProfile
          optionsQuery={optionsQuery}
          profiles={profiles}
          value={String(profile ?? '')}
          onChange={(id) => draft.change({ profile: id })}
        />
      )}
      {choice === 'reject' && (
        <TextField
          label={texts.reason}
          value={reason}
          onChange={({ currentTarget }) => draft.change({ reason: currentTarget.value })}
        />
      )}
    </BulkDialog>
  );
}

type OtherProfileProps = {
  optionsQuery: Pick<UseQueryResult, 'error' | 'refetch'>;
  profiles: readonly { id: number }[];
  value: string;
  onChange: (profile: string) => void;
};

const OtherProfile = ({ optionsQuery, profiles, value, onChange }: OtherProfileProps) => (
  <>
    <QueryFailed query={optionsQuery} title={texts.optionsFailed} />
    <Select
      label={texts.otherProfile}
      hint={texts.otherProfileHint}
      placeholder={texts.noProfile}
      options={profiles.map(({ id }) => ({ value: String(id), label: formatProfile(id) }))}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </>
);

/** Returns an approval with the profiles that its preview showed. */
const withProfiles = (
  decision: RequestDecision,
  previewedResults: readonly Pick<BulkResult, 'id' | 'profileID'>[],
): RequestDecision =>
  decision.decision === 'approve'
    ? {
        ...decision,
        profiles: previewedResults.flatMap(({ id, profileID }) => (profileID === undefined ? [] : [{ id, profileID }])),
      }
    : decision;
