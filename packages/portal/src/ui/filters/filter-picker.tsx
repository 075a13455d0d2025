import { lists as texts } from '#portal/texts/lists.ts';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';

type FilterPickerProps = {
  label: string;
  placeholder: string;
  choices: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** A filter with many values, which are found by typing. An empty text removes the filter. */
export const FilterPicker = ({ choices, value = '', onChange, ...labels }: FilterPickerProps) => (
  <PickerField
    {...labels}
    options={choices}
    value={value}
    onChange={(chosenValue) => onChange(chosenValue || undefined)}
    unknownError={texts.unknownChoice}
  />
);
