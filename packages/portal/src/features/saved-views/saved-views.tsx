import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { fromQueryString } from '#portal/api/query-string.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { savedViews as texts } from '#portal/texts/saved-views.ts';
import { Form } from '#portal/ui/forms/form.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { Button, IconButton } from '#portal/ui/buttons/button.tsx';
import { Popover } from '#portal/ui/popovers/popover.tsx';
import { failureAsToast } from '#portal/api/query-client.ts';
import { useSaveView, viewsQuery } from './saved-views.queries.ts';
import styles from './saved-views.module.css';

/** The search parameters for the page of a list. The page of a list is not saved, so a saved view opens at the first page. */
const pageParameters = ['pageNumber', 'after', 'before'];

/** A button that opens the saved views of the list on this page, with a form to save the current view. */
export function SavedViews() {
  const { listPath, query } = useCurrentView();
  const [isOpened, setOpened] = useState(false);
  return (
    <Popover
      label={texts.title}
      renderTrigger={(triggerProps) => (
        <IconButton
          label={texts.title}
          icon={<Bookmark aria-hidden="true" />}
          onClick={() => setOpened(true)}
          {...triggerProps}
        />
      )}
    >
      {() => (
        <div className={styles.views}>
          {isOpened && <SavedViewList listPath={listPath} />}
          {query !== '' && <SaveView key={query} listPath={listPath} query={query} />}
        </div>
      )}
    </Popover>
  );
}

/** Returns the path of the list, and its keyword, filters, sort order and columns as a query string. */
function useCurrentView() {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const search = new URLSearchParams(searchStr);
  for (const parameterName of pageParameters) search.delete(parameterName);
  return { listPath: pathname, query: search.toString() };
}

function SavedViewList({ listPath }: { listPath: string }) {
  const { data } = useQuery(viewsQuery);
  const saveMutation = useSaveView(failureAsToast);
  const listViews = data?.items.filter((view) => view.list === listPath) ?? [];
  if (listViews.length === 0) return <p>{texts.none}</p>;
  return (
    <ul aria-label={texts.title}>
      {listViews.map(({ name, query }) => (
        <li key={name}>
          <Link to={listPath} search={fromQueryString(query)}>
            {name}
          </Link>
          <IconButton
            label={texts.remove(name)}
            icon={<X aria-hidden="true" />}
            onClick={() => saveMutation.mutate({ list: listPath, name, query: null })}
          />
        </li>
      ))}
    </ul>
  );
}

function SaveView({ listPath, query }: { listPath: string; query: string }) {
  const { text: name, write: setName, forget } = useTextDraft('name of a view');
  const [error, setError] = useState<string>();
  const saveMutation = useSaveView();
  const problem = saveMutation.error;

  function saveView(): void {
    if (name.trim() === '') return setError(texts.missing);
    return saveMutation.mutate(
      { list: listPath, name: name.trim(), query },
      {
        onSuccess: () => {
          setName('');
          forget();
        },
        onError: (failure) => setError(failure instanceof ApiProblem ? failure.fields['name'] : undefined),
      },
    );
  }

  return (
    <Form onSubmit={saveView}>
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
      <Button type="submit" busy={saveMutation.isPending}>
        {texts.save}
      </Button>
    </Form>
  );
}
