import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { lists as texts } from '#portal/texts/lists.ts';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import styles from './pagination.module.css';

/** Larger numbers are refused by the server. */
const mostPages = 100_000;

type PageNumberFieldProps = {
  pageNumber: number;
  /** Absent where the length of the list is not known. */
  pages: number | undefined;
  search: (page: { pageNumber: number | undefined }) => Record<string, unknown>;
};

/** The number of the page, and the way to any other by its number. */
export function PageNumberField({ pageNumber, pages, search }: PageNumberFieldProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(String(pageNumber));
  const [shown, setShown] = useState(pageNumber);
  if (pageNumber !== shown) {
    setShown(pageNumber);
    setText(String(pageNumber));
  }

  function open(): void {
    const wanted = Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), pages ?? mostPages, mostPages);
    setText(String(wanted));
    if (wanted === pageNumber) return;
    void navigate({
      to: '.',
      search: search({ pageNumber: wanted === 1 ? undefined : wanted }),
      resetScroll: false,
    });
  }

  return (
    <form
      className={styles.number}
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <TextField
        label={texts.pageNumber}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        maxLength={6}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onBlur={open}
      />
      {pages !== undefined && <span>{texts.pagesInAll(pages)}</span>}
    </form>
  );
}
