import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import styles from './list-filters.module.css';
import { TextField } from '#portal/ui/fields/form-field.tsx';

type SearchFieldProps = {
  label: string;
  /** The keyword in the URL. */
  keyword: string | undefined;
  /**
   * Changes the keyword and requests the first page. With `replace`, the search replaces the previous search in the history of the browser.
   */
  onChange: (change: { keyword: string | undefined; pageNumber: undefined }, how: { replace: boolean }) => void;
};

/** The time in milliseconds between the last key and the start of the search. */
const searchDelayMs = 200;

/**
 * Searches while the user types. When the keyword in the URL changes in another way (Back, a link, a removed filter), the field shows the
 * new keyword.
 */
export function SearchField({ label, keyword = '', onChange }: SearchFieldProps) {
  const [text, setText] = useState(keyword);
  const [lastKeyword, setKnown] = useState(keyword);
  const [sentKeyword, setAsked] = useState(keyword);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (keyword !== lastKeyword) {
    setKnown(keyword);
    if (keyword !== sentKeyword) setText(keyword);
  }

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
          requestSearch(text.trim());
        }}
      >
        <TextField
          type="search"
          label={label}
          placeholder={label}
          value={text}
          maxLength={limits.text.keyword}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => requestSearch(value.trim()), searchDelayMs);
          }}
        />
        <Search aria-hidden="true" />
      </form>
    </search>
  );
}
