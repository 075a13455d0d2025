import { useState } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import { findRole, staffProfiles } from '@basics/contract/calls/permissions.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatProfile } from '#portal/messages/names.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { savedViews as texts } from '#portal/texts/saved-views.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { Form } from '#portal/ui/forms/form.tsx';
import { useSaveView, type View } from './saved-views.queries.ts';

type EditViewProps = {
  path: string;
  query: string;
  /** The view that the tabs show, if the user may change it. */
  view: View | undefined;
  close: () => void;
};

/** Saves what the list shows under a name, for the user or for all staff, or changes or removes the view that the list shows. */
export function EditView({ path, query, view, close }: EditViewProps) {
  const isAdministrator = findRole(useUser().profileID) === 'Administrator';
  const { text, write: setName, forget } = useTextDraft('name of a view');
  const name = text === '' ? (view?.name ?? '') : text;
  const [opensFor, setOpensFor] = useState(view?.opensFor);
  const [error, setError] = useState<string>();
  const saveMutation = useSaveView();
  const problem = saveMutation.error;

  function saveView(newQuery: string | null): void {
    if (name.trim() === '') return setError(texts.missing);
    const shared = newQuery === null ? view?.opensFor : opensFor;
    const changed = newQuery === null && view ? view.name : name.trim();
    return saveMutation.mutate(
      { list: path, name: changed, query: newQuery, ...(shared && { opensFor: shared }) },
      {
        onSuccess: () => {
          forget();
          setName('');
          close();
        },
        onError: (failure) => setError(failure instanceof ApiProblem ? failure.fields['name'] : undefined),
      },
    );
  }

  return (
    <Form onSubmit={() => saveView(query)}>
      {problem instanceof ApiProblem && problem.fields['name'] === undefined && (
        <ProblemNotice problem={problem} title={texts.failed} />
      )}
      <TextField
        label={texts.name}
        value={name}
        maxLength={limits.text.name}
        error={error}
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          setError(undefined);
        }}
      />
      {isAdministrator && <SharingFields opensFor={opensFor} onChange={setOpensFor} />}
      <Button type="submit" busy={saveMutation.isPending}>
        {texts.save}
      </Button>
      {view && (
        <Button variant="quiet" onClick={() => saveView(null)}>
          {texts.remove(view.name)}
        </Button>
      )}
    </Form>
  );
}

type OpensFor = NonNullable<View['opensFor']>;
type SharingFieldsProps = { opensFor: OpensFor | undefined; onChange: (opensFor: OpensFor | undefined) => void };

/** Whether the view is shared, and the profiles for which the list opens with it. */
const SharingFields = ({ opensFor, onChange }: SharingFieldsProps) => (
  <>
    <Checkbox
      label={texts.share}
      checked={opensFor !== undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? [] : undefined)}
    />
    {opensFor && (
      <fieldset>
        <legend>{texts.opensFor}</legend>
        {staffProfiles.map((profile) => (
          <Checkbox
            key={profile}
            label={formatProfile(profile)}
            checked={opensFor.includes(profile)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...opensFor, profile] : opensFor.filter((other) => other !== profile))
            }
          />
        ))}
      </fieldset>
    )}
  </>
);
