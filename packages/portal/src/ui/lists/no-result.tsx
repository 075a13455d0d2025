import { Button } from '#portal/ui/layout/button.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';

export type NoResultTexts = {
  title: string;
  /** The text when nothing matches, and the label of the link to the whole list. */
  text: string;
  clear: string;
  /** The text when the list has fewer pages than the URL requests, and the label of the link to the first page. */
  page: string;
  toStart: string;
  /** The title in that case, instead of `title`. */
  pageTitle?: string;
};

/** The search parameters of a list without page, search and filters. */
export type Cleared = { readonly pageNumber: undefined };

type NoResultProps = {
  texts: NoResultTexts;
  isPastEnd: boolean;
  cleared: Cleared;
  onChange: (change: Cleared) => void;
};

/** Shown when nothing matches the search or the filters, or when fewer pages match: then search and filters stay. */
export const NoResult = ({ texts, isPastEnd, cleared, onChange }: NoResultProps) =>
  isPastEnd ? (
    <EmptyState
      title={texts.pageTitle ?? texts.title}
      actions={<Button onClick={() => onChange({ pageNumber: undefined })}>{texts.toStart}</Button>}
    >
      <p>{texts.page}</p>
    </EmptyState>
  ) : (
    <EmptyState
      title={texts.title}
      picture="search"
      actions={<Button onClick={() => onChange(cleared)}>{texts.clear}</Button>}
    >
      <p>{texts.text}</p>
    </EmptyState>
  );
