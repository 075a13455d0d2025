import { useEffect, useRef, useState } from 'react';
import { limits } from '@basics/contract/limits.ts';
import { TextField } from '#portal/ui/forms/text-field.tsx';

type SearchFieldProps = {
  label: string;
  /** What the address asks for. */
  keyword: string | undefined;
  /** What is found begins at its first page; in the browser's history a search takes the place of the one before. */
  onChange: (change: { keyword: string | undefined; pageNumber: undefined }, how: { replace: boolean }) => void;
};

/** Who types is not asked after at once: this many milliseconds after the last key. */
const pause = 200;

/** Searches while one types; follows the address when that changes by itself (Back, a link, a filter taken back). */
export function SearchField({ label, keyword = '', onChange }: SearchFieldProps) {
  const [text, setText] = useState(keyword);
  const [known, setKnown] = useState(keyword);
  const [asked, setAsked] = useState(keyword);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (keyword !== known) {
    setKnown(keyword);
    if (keyword !== asked) setText(keyword);
  }

  function ask(wanted: string): void {
    clearTimeout(timer.current);
    setAsked(wanted);
    onChange({ keyword: wanted || undefined, pageNumber: undefined }, { replace: true });
  }

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(text.trim());
        }}
      >
        <TextField
          type="search"
          label={label}
          value={text}
          maxLength={limits.text.keyword}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => ask(value.trim()), pause);
          }}
        />
      </form>
    </search>
  );
}
