import type { FieldErrors } from 'react-hook-form';
import { registration as texts } from '#portal/messages/en/registration.ts';
import { Notice } from '#portal/ui/notice.tsx';
import styles from './register.module.css';

type ErrorSummaryProps<Name extends string> = {
  names: readonly Name[];
  errors: FieldErrors<Record<Name, unknown>>;
  onChoose: (name: Name) => void;
};

/** More errors than one sees at once: all of them above the form, each the way to its field. */
export function ErrorSummary<Name extends string>({ names, errors, onChoose }: ErrorSummaryProps<Name>) {
  const entries: [string, { message?: unknown } | undefined][] = Object.entries(errors);
  const wrong = names.flatMap((name) => {
    const message = entries.find(([of]) => of === name)?.[1]?.message;
    return typeof message === 'string' ? [{ name, message }] : [];
  });
  if (wrong.length <= 3) return null;
  return (
    <Notice tone="danger" role="alert" title={texts.problems(wrong.length)}>
      <ul className={styles.summary}>
        {wrong.map(({ name, message }) => (
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
