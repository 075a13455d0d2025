import { ui as texts } from '#portal/texts/ui.ts';
import styles from './error-summary.module.css';
import { Notice } from '#portal/ui/feedback/notice.tsx';

type ErrorSummaryProps<Name extends string> = {
  /** What is wrong, in the order in which the fields stand. */
  errors: readonly { name: Name; message: string }[];
  onChoose: (name: Name) => void;
};

/** More errors than one sees at once: all of them above the form, each the way to its field. */
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
