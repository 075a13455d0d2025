import { useState } from 'react';
import { Trash2 } from 'lucide-react';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { Confirm } from './confirm.tsx';
import styles from '#portal/ui/lists/selection.module.css';

export type DeleteTexts = {
  action: (count: number) => string;
  title: (count: number) => string;
  consequence: string;
  /** Says how many records there are in addition to the listed names. */
  more: (count: number) => string;
};

type DeleteQuestionProps = {
  names: readonly { id: number; name: string }[];
  deleteTexts: DeleteTexts;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

const maxListedNames = 5;

/** From more records than this on, the number of them must be typed. */
const maxWithoutNumber = 10;

/** Asks before several records are deleted, and names the first of them. */
export function DeleteQuestion({ names, deleteTexts, ...confirmProps }: DeleteQuestionProps) {
  const [typed, setTyped] = useState('');
  const needsNumber = names.length > maxWithoutNumber;
  return (
    <Confirm
      {...confirmProps}
      title={deleteTexts.title(names.length)}
      action={deleteTexts.action(names.length)}
      icon={<Trash2 aria-hidden="true" />}
      disabled={needsNumber && typed.trim() !== String(names.length)}
    >
      <p>{deleteTexts.consequence}</p>
      <ul className={styles.names}>
        {names.slice(0, maxListedNames).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {names.length > maxListedNames && <li>{deleteTexts.more(names.length - maxListedNames)}</li>}
      </ul>
      {needsNumber && (
        <TextField
          label={texts.typeNumber(names.length)}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </Confirm>
  );
}
