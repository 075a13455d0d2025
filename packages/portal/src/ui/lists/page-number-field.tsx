import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { lists as texts } from '#portal/texts/lists.ts';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import styles from './pagination.module.css';

/** The maximum page number; the server refuses larger numbers. */
const maxPageNumber = 100_000;

type PageNumberFieldProps = {
  pageNumber: number;
  /** The number of pages; undefined when the length of the list is not known. */
  pages: number | undefined;
  search: (page: { pageNumber: number | undefined }) => Record<string, unknown>;
};

/** A field that shows the number of the page, and opens another page by its number. */
export function PageNumberField({ pageNumber, pages, search }: PageNumberFieldProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(String(pageNumber));
  const [shownPage, setShown] = useState(pageNumber);
  if (pageNumber !== shownPage) {
    setShown(pageNumber);
    setText(String(pageNumber));
  }

  function openPage(): void {
    const pageToOpen = Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), pages ?? maxPageNumber, maxPageNumber);
    setText(String(pageToOpen));
    if (pageToOpen === pageNumber) return;
    void navigate({
      to: '.',
      search: search({ pageNumber: pageToOpen === 1 ? undefined : pageToOpen }),
      resetScroll: false,
    });
  }

  return (
    <form
      className={styles.number}
      onSubmit={(event) => {
        event.preventDefault();
        openPage();
      }}
    >
      <TextField
        label={texts.pageNumber}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        maxLength={6}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onBlur={openPage}
      />
      {pages !== undefined && <span>{texts.pagesInAll(pages)}</span>}
    </form>
  );
}
