import {
  hasRightCount,
  operatorsByType,
  type ListFilter,
  type ListOperator,
} from '@basics/contract/calls/list-fields.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { lists } from '#portal/texts/lists.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { Form } from '#portal/ui/forms/form.tsx';
import { DayField } from '#portal/ui/pickers/date-field.tsx';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { foldName } from '#portal/ui/pickers/use-picker.ts';
import { toFieldValue, type ShownField } from './field-filters.ts';
import styles from './list-filters.module.css';

const texts = lists.fieldFilters;

type FilterEditorProps = {
  field: ShownField;
  filter: ListFilter;
  onApply: (filter: ListFilter) => void;
  onCancel: () => void;
};

/** Chooses the operator and the values of a filter. The first field has the focus; Escape cancels. */
export function FilterEditor({ field, filter, onApply, onCancel }: FilterEditorProps) {
  const operators = operatorsByType[field.type];
  const [op, setOp] = useState<ListOperator>(operators.find((one) => one === filter.op) ?? operators[0]);
  const [values, setValues] = useState<ListFilter['values']>(filter.values);
  const [error, setError] = useState<string>();

  function apply(): void {
    const edited = { field: filter.field, op, values: values.filter((value) => value !== '') };
    const isValid = hasRightCount(edited) && edited.values.every((value) => field.value.safeParse(value).success);
    if (isValid) onApply(edited);
    else setError(texts.incomplete);
  }

  return (
    <Form
      ref={focusFirstField}
      onSubmit={apply}
      className={styles.editor}
      onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && onCancel()}
    >
      <Select
        label={texts.operatorOf(field.label)}
        options={operators.map((one) => ({ value: one, label: texts.operators[one] }))}
        value={op}
        onChange={({ currentTarget }) => {
          const chosen = operators.find((one) => one === currentTarget.value);
          if (chosen) setOp(chosen);
          setValues([]);
          setError(undefined);
        }}
      />
      <ValueFields
        {...{ field, op, values, error }}
        onChange={(newValues) => {
          setValues(newValues);
          setError(undefined);
        }}
      />
      <div className={styles.editorActions}>
        <Button type="submit" variant="primary">
          {texts.apply}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </Form>
  );
}

const focusFirstField = (form: HTMLFormElement | null): void => form?.querySelector('select')?.focus();

type ValueFieldsProps = {
  field: ShownField;
  op: ListOperator;
  values: ListFilter['values'];
  error: string | undefined;
  onChange: (values: ListFilter['values']) => void;
};

function ValueFields({ field, op, values, error, onChange }: ValueFieldsProps) {
  const [first, second] = values;
  if (op === 'oneOf' || op === 'noneOf') return <ChosenValues {...{ field, values, error, onChange }} />;
  if (op === 'isEmpty' || op === 'isNotEmpty' || op === 'yes' || op === 'no') return null;
  if (op === 'before' || op === 'after' || op === 'between')
    return (
      <>
        <DayField
          label={op === 'between' ? texts.firstDay : texts.day}
          day={toText(first)}
          onDay={(day) => onChange(op === 'between' ? [day ?? '', second ?? ''] : [day ?? ''])}
        />
        {op === 'between' && (
          <DayField label={texts.lastDay} day={toText(second)} onDay={(day) => onChange([first ?? '', day ?? ''])} />
        )}
        {error !== undefined && <p role="alert">{error}</p>}
      </>
    );
  const isNumber = field.type !== 'text';
  return (
    <TextField
      label={op === 'inNext' || op === 'inLast' ? texts.dayCount : field.label}
      inputMode={isNumber ? 'numeric' : 'text'}
      value={String(first ?? '')}
      error={error}
      onChange={({ currentTarget: { value } }) => onChange([isNumber && /^\d+$/.test(value) ? Number(value) : value])}
    />
  );
}

const toText = (value: string | number | undefined): string | undefined =>
  value === undefined ? value : String(value);

/** The chosen values of a field, each with a button that removes it, and a field that adds a value. */
function ChosenValues({ field, values, error, onChange }: Omit<ValueFieldsProps, 'op'>) {
  const choices = field.choices ?? [];
  const labelOf = (value: string | number): string =>
    choices.find((choice) => choice.value === String(value))?.label ?? String(value);
  return (
    <>
      <ul className={styles.values} aria-label={texts.values(field.label)}>
        {values.map((value) => (
          <li key={value}>
            <button
              type="button"
              className={styles.chip}
              aria-label={texts.removeValue(labelOf(value))}
              onClick={() => onChange(values.filter((one) => one !== value))}
            >
              <span>{labelOf(value)}</span>
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <EntryField
        label={field.label}
        error={error}
        entries={choices.filter((choice) => !values.some((value) => String(value) === choice.value))}
        onChoose={({ value }) => onChange([...values, toFieldValue(field, value)])}
      />
    </>
  );
}

type NamedEntry = { value: string; label: string };

type EntryFieldProps<Entry> = {
  label: string;
  placeholder?: string;
  error?: string | undefined;
  entries: readonly Entry[];
  onChoose: (entry: Entry) => void;
};

/** A field that finds entries by their words. Enter chooses the first entry; then the field is empty again and keeps the focus. */
export function EntryField<Entry extends NamedEntry>({ label, entries, onChoose, ...input }: EntryFieldProps<Entry>) {
  const [text, setText] = useState('');
  const found = findEntries(entries, text);

  function choose(entry: Entry | undefined): void {
    setText('');
    if (entry) onChoose(entry);
  }

  return (
    <PickerField
      {...input}
      label={label}
      options={found}
      value=""
      onChange={(value) => choose(found.find((entry) => entry.value === value))}
      search={{
        onSearch: setText,
        opensEmpty: true,
        chosenOption: undefined,
        status: found.length === 0 ? texts.unknown : texts.count(found.length),
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || text.trim() === '') return;
        // Enter does not submit the form of an editor.
        event.preventDefault();
        choose(found[0]);
      }}
    />
  );
}

/** The most entries that the list shows. */
const maxEntries = 50;

/** Finds the entries with all words of a text; those that begin with the text come first. */
function findEntries<Entry extends NamedEntry>(entries: readonly Entry[], text: string): Entry[] {
  const folded = foldName(text);
  const words = folded.split(/\s+/);
  const found = entries.filter(({ label }) => words.every((word) => foldName(label).includes(word)));
  const isFirst = ({ label }: Entry): boolean => foldName(label).startsWith(folded);
  return [...found.filter(isFirst), ...found.filter((entry) => !isFirst(entry))].slice(0, maxEntries);
}
