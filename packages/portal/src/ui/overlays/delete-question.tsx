import { Trash2 } from 'lucide-react';
import { Confirm } from './confirm.tsx';
import { useTypedNumber } from './use-typed-number.tsx';
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

/** Asks before several records are deleted, and names the first of them. */
export function DeleteQuestion({ names, deleteTexts, ...confirmProps }: DeleteQuestionProps) {
  const { isNumberMissing, numberField } = useTypedNumber(names.length);
  return (
    <Confirm
      {...confirmProps}
      title={deleteTexts.title(names.length)}
      action={deleteTexts.action(names.length)}
      icon={<Trash2 aria-hidden="true" />}
      disabled={isNumberMissing}
    >
      <p>{deleteTexts.consequence}</p>
      <ul className={styles.names}>
        {names.slice(0, maxListedNames).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {names.length > maxListedNames && <li>{deleteTexts.more(names.length - maxListedNames)}</li>}
      </ul>
      {numberField}
    </Confirm>
  );
}
