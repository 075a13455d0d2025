import { ui as texts } from '#portal/messages/en/ui.ts';
import styles from './error-summary.module.css';
import { Notice } from './notice.tsx';

type ErrorSummaryProps = {
  /** What is wrong, in the order in which the fields stand. */
  errors: readonly { name: string; message: string }[];
  onChoose: (name: string) => void;
};

/** More errors than one sees at once: all of them above the form, each the way to its field. */
export function ErrorSummary({ errors, onChoose }: ErrorSummaryProps) {
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
