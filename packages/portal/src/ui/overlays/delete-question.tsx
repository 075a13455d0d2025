import { Trash2 } from 'lucide-react';
import { Confirm } from './confirm.tsx';
import styles from '#portal/ui/lists/selection.module.css';

export type DeleteWords = {
  action: (count: number) => string;
  title: (count: number) => string;
  consequence: string;
  /** Says how many records there are in addition to the listed names. */
  more: (count: number) => string;
};

type DeleteQuestionProps = {
  names: readonly { id: number; name: string }[];
  words: DeleteWords;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

const maxListedNames = 5;

/** Asks before several records are deleted, and names the first of them. */
export const DeleteQuestion = ({ names, words, ...confirmProps }: DeleteQuestionProps) => (
  <Confirm
    {...confirmProps}
    title={words.title(names.length)}
    action={words.action(names.length)}
    icon={<Trash2 aria-hidden="true" />}
  >
    <p>{words.consequence}</p>
    <ul className={styles.names}>
      {names.slice(0, maxListedNames).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
      {names.length > maxListedNames && <li>{words.more(names.length - maxListedNames)}</li>}
    </ul>
  </Confirm>
);
