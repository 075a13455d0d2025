import { Button } from '#portal/ui/buttons/button.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { lists } from '#portal/texts/lists.ts';

const defaults = lists.noResult;

/**
 * The texts that are shown when no row matches. `title` and `clear` have defaults; `clear` is the label of the button that shows the whole
 * list.
 */
export type NoResultTexts = { title?: string; text: string; clear?: string };

/** The search parameters of a list without page, search and filters. */
export type ClearedListSearch = { readonly pageNumber: undefined };

type NoResultProps = {
  texts: NoResultTexts;
  isPastEnd: boolean;
  cleared: ClearedListSearch;
  onChange: (change: ClearedListSearch) => void;
};

/**
 * Shown when no row matches the search and the filters, or when the requested page is after the last page. The button of the second message
 * keeps the search and the filters.
 */
export const NoResult = ({ texts, isPastEnd, cleared, onChange }: NoResultProps) =>
  isPastEnd ? (
    <EmptyState
      title={defaults.title}
      actions={<Button onClick={() => onChange({ pageNumber: undefined })}>{defaults.toStart}</Button>}
    >
      <p>{defaults.page}</p>
    </EmptyState>
  ) : (
    <EmptyState
      title={texts.title ?? defaults.title}
      picture="search"
      actions={<Button onClick={() => onChange(cleared)}>{texts.clear ?? defaults.clear}</Button>}
    >
      <p>{texts.text}</p>
    </EmptyState>
  );
