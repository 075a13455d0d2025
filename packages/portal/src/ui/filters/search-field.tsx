import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import styles from './list-filters.module.css';
import { TextField } from '#portal/ui/fields/form-field.tsx';

type SearchFieldProps = {
  label: string;
  /** The keyword in the URL. */
  keyword: string | undefined;
  /** Whether the rows of the keyword have not arrived yet. */
  isSearching?: boolean;
  /**
   * Changes the keyword and requests the first page. With `replace`, the search replaces the previous search in the history of the browser.
   */
  onChange: (change: { keyword: string | undefined; pageNumber: undefined }, how: { replace: boolean }) => void;
};

/** The time in milliseconds between the last key and the start of the search. */
const searchDelayMs = 200;

/**
 * Searches while the user types. When the keyword in the URL changes in another way (Back, a link, a removed filter), the field shows the
 * new keyword. Enter and the down arrow lead into the rows that were found.
 */
export function SearchField({ label, keyword = '', isSearching = false, onChange }: SearchFieldProps) {
  const [text, setText] = useState(keyword);
  const [lastKeyword, setKnown] = useState(keyword);
  const [sentKeyword, setAsked] = useState(keyword);
  /** Whether Enter was pressed before the rows of the keyword arrived. */
  const leadsOn = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (keyword !== lastKeyword) {
    setKnown(keyword);
    if (keyword !== sentKeyword) setText(keyword);
  }

  useEffect(() => {
    if (!leadsOn.current || isSearching || keyword !== sentKeyword) return;
    leadsOn.current = false;
    focusFirstRow();
  }, [isSearching, keyword, sentKeyword]);

  function requestSearch(newKeyword: string): void {
    clearTimeout(timer.current);
    setAsked(newKeyword);
    onChange({ keyword: newKeyword || undefined, pageNumber: undefined }, { replace: true });
  }

  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === keyword && !isSearching) return focusFirstRow();
          leadsOn.current = text.trim() !== '';
          return requestSearch(text.trim());
        }}
      >
        <TextField
          type="search"
          label={label}
          placeholder={label}
          value={text}
          maxLength={limits.text.keyword}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            focusFirstRow();
          }}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            leadsOn.current = false;
            clearTimeout(timer.current);
            timer.current = setTimeout(() => requestSearch(value.trim()), searchDelayMs);
          }}
        />
        <Search aria-hidden="true" />
      </form>
    </search>
  );
}

/** Focuses the link or the button that opens the first row of the list on the page. */
function focusFirstRow(): void {
  const rows = [...document.querySelectorAll('main tbody tr:not([inert])')];
  const opener = rows.map((row) => row.querySelector<HTMLElement>('a[href], button:not(:disabled)')).find(Boolean);
  opener?.focus();
}
