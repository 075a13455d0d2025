import { forms as texts } from '#portal/texts/forms.ts';
import styles from './error-summary.module.css';
import { Notice } from '#portal/ui/feedback/notice.tsx';

type ErrorSummaryProps<Name extends string> = {
  /** The errors, in the order of the fields. */
  errors: readonly { name: Name; message: string }[];
  onChoose: (name: Name) => void;
};

/** A list of all errors above the form, each a link to its field. */
export function ErrorSummary<Name extends string>({ errors, onChoose }: ErrorSummaryProps<Name>) {
  if (errors.length <= 3) return null;
  return (
    <Notice tone="danger" role="alert" title={texts.fieldProblems(errors.length)}>
      <ul className={styles.summary}>
        {errors.map(({ name, message }) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(name)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
