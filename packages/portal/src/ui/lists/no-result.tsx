import { Button } from '#portal/ui/layout/button.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';

export type NoResultWords = {
  title: string;
  /** Nothing fits what was asked for, and the way back to everything. */
  text: string;
  clear: string;
  /** The list is shorter than the address says, and the way to its first page. */
  page: string;
  toStart: string;
  /** Stands over that in place of `title`. */
  pageTitle?: string;
};

/** What the address asks a list for, taken out of it: its page, its search, its filters. */
export type Cleared = { readonly pageNumber: undefined };

type NoResultProps = {
  words: NoResultWords;
  isPastEnd: boolean;
  cleared: Cleared;
  onChange: (change: Cleared) => void;
};

/** Nothing fits the search or the filters; or something does, but fewer pages of it: then search and filters stay. */
export const NoResult = ({ words, isPastEnd, cleared, onChange }: NoResultProps) =>
  isPastEnd ? (
    <EmptyState
      title={words.pageTitle ?? words.title}
      actions={<Button onClick={() => onChange({ pageNumber: undefined })}>{words.toStart}</Button>}
    >
      <p>{words.page}</p>
    </EmptyState>
  ) : (
    <EmptyState title={words.title} actions={<Button onClick={() => onChange(cleared)}>{words.clear}</Button>}>
      <p>{words.text}</p>
    </EmptyState>
  );
