import { forms as texts } from '#portal/texts/forms.ts';
import styles from './error-summary.module.css';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';

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

type FieldErrorLike = { message?: string | undefined } | undefined;

/** Lists the errors of the fields with the given names, in the order of the names. */
export const listWrongFields = <Name extends string>(
  fieldNames: readonly Name[],
  errors: { readonly [Each in Name]?: FieldErrorLike },
): { name: Name; message: string }[] =>
  fieldNames.flatMap((name) => {
    const message = errors[name]?.message;
    return message === undefined ? [] : [{ name, message }];
  });

type NameErrors = { firstName?: FieldErrorLike; lastName?: FieldErrorLike };

/** Returns the hint of a field for a name: if only this name is missing, the person may have only one name. */
export function findNameHint(name: string, { firstName, lastName }: NameErrors): { hint?: string } {
  const isOnlyFirstMissing = firstName?.message === fieldMessages.firstName && !lastName;
  const isOnlyLastMissing = lastName?.message === fieldMessages.lastName && !firstName;
  const isOnlyName = (name === 'firstName' && isOnlyFirstMissing) || (name === 'lastName' && isOnlyLastMissing);
  return isOnlyName ? { hint: fieldMessages.oneName } : {};
}
