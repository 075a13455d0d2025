import { useState } from 'react';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

/** If an act has more records than this number, the number must be typed before it deletes or takes something away. */
const maxWithoutNumber = 10;

type TypedNumberOptions = {
  /** The number of all records of the act, if the act deletes or takes something away from only `count` of them. */
  of?: number;
  label?: string;
};

/** Asks for the number of records before many records are deleted: `numberField` is the field, null for a few records. */
export function useTypedNumber(
  count: number,
  { of = count, label = texts.typeNumber(count) }: TypedNumberOptions = {},
): { isNumberMissing: boolean; numberField: Elements } {
  const [typedText, setTypedText] = useState('');
  if (count === 0 || of <= maxWithoutNumber) return { isNumberMissing: false, numberField: null };
  return {
    isNumberMissing: typedText.trim() !== String(count),
    numberField: (
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typedText}
        onChange={({ currentTarget }) => setTypedText(currentTarget.value)}
      />
    ),
  };
}
