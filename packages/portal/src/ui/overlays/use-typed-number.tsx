import { useState } from 'react';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import type { Elements } from '#portal/ui/layout/elements.ts';

/** If there are more records than this number, the number must be typed before a deletion. */
const maxWithoutNumber = 10;

/** Asks for the number of records before many records are deleted: `numberField` is the field, null for a few records. */
export function useTypedNumber(count: number): { isNumberMissing: boolean; numberField: Elements } {
  const [typedText, setTypedText] = useState('');
  if (count <= maxWithoutNumber) return { isNumberMissing: false, numberField: null };
  return {
    isNumberMissing: typedText.trim() !== String(count),
    numberField: (
      <TextField
        label={texts.typeNumber(count)}
        inputMode="numeric"
        autoComplete="off"
        value={typedText}
        onChange={({ currentTarget }) => setTypedText(currentTarget.value)}
      />
    ),
  };
}
