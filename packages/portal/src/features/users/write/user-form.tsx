import { useEffect, useRef, type RefObject } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { UseFormReturn, FieldErrors, FieldPath, Resolver } from 'react-hook-form';
import { DraftNotice } from '#portal/session/drafts/draft-notice.tsx';
import { useFormDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice, type ShownProblem } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { ErrorSummary } from '#portal/ui/forms/error-summary.tsx';
import { FormSaveBar } from '#portal/ui/forms/save-bar.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { useSubmitKey } from '#portal/ui/forms/form.tsx';
import { AccessFields } from './access-fields.tsx';
import { GrantsFields } from '../grants/grants-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { NewUserFields } from './new-user-fields.tsx';
import styles from './user-form.module.css';
import { findChangedFields, hasChangedValues, emptyUserValues } from '../user-fields.tsx';
import type { UserValues } from '../user-fields.tsx';
import type { UserOptions } from '../users.queries.ts';
import { user as texts } from '#portal/texts/user.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { toNestErrors } from '@hookform/resolvers';

export type UserFormProps<Sent> = {
  /** The initial values of the form. When the initial values change, fields that the user has edited keep their values. */
  initialValues: UserValues;
  options: UserOptions;
  /** Whether the form creates an account. Such a form can be sent even if the user has changed nothing. */
  isNew: boolean;
  /** The login of an existing account, which this form cannot change. */
  login?: string;
  /** Why the profile cannot be changed here. */
  fixedProfileReason?: string | undefined;
  /** Renders a notice below the chosen profile. */
  renderProfileNotice?: ((profileID: string) => Elements) | undefined;
  /** Parses the typed values with the API contract. */
  parseValues: (values: UserValues) => ParseResult<Sent>;
  /** Sends the values of the form; errors of the call are shown at the fields or beside Save. */
  sendBody: (sent: Sent) => Promise<void>;
  /** Opens the next page after saving. The form cannot be sent again before the next page is open. */
  leavePage?: () => Promise<void>;
  submitLabel: string;
  submitIcon?: Elements;
  /** Another decision beside the submit button. */
  otherAction?: Elements;
  failedTitle: string;
  /** The path of the page that Cancel opens. */
  cancelPath: string;
  /** A notice about the result of an action that `renderProblem` offered. */
  notice?: Elements;
  /** Renders an error that belongs to no field, or returns null to show the default notice. */
  renderProblem?: (problem: ShownProblem) => Elements;
};

/** The form to create, approve and edit users. Ctrl+Enter saves. */
export function UserForm<Sent>(props: UserFormProps<Sent>) {
  const { initialValues, parseValues, sendBody, leavePage, submitLabel, cancelPath, isNew } = props;
  const form = useForm<UserValues>({ defaultValues: initialValues, resolver: createUserResolver(parseValues) });
  const draft = useFormDraft(form, 'user', initialValues);
  // The values that are stored on the server. The form has unsaved changes if its values differ from the stored values.
  const savedValues = useRef(initialValues);
  const formRef = useSubmitKey();
  const { problem, isBusy, attempt, forget } = useAttempt(isFieldPath, (name, { message }, { shouldFocus }) => {
    form.setError(name, { message });
    if (shouldFocus) form.setFocus(name);
  });
  useRebase({ initialValues, savedValues, form, onRebased: forget });
  const { errors } = form.formState;
  const isDirty = (): boolean => hasChangedValues(savedValues.current, form.getValues());

  async function save(values: UserValues, leave = leavePage): Promise<void> {
    const result = parseValues(values);
    if (!result.success) return;
    await attempt(async () => {
      await sendBody(result.data);
      draft.forget();
      savedValues.current = form.getValues();
      await leave?.();
    });
  }

  return (
    <FormProvider {...form}>
      <form
        className={styles.form}
        noValidate
        ref={formRef}
        onSubmit={(event) => void form.handleSubmit((values) => save(values))(event)}
      >
        <DraftNotice draft={draft} />
        <ErrorSummary errors={listErrors(errors)} onChoose={(name) => isFieldPath(name) && form.setFocus(name)} />
        <UserFields {...props} />
        <FormSaveBar
          submit={submitLabel}
          icon={props.submitIcon}
          busy={isBusy}
          back={cancelPath}
          {...{ isNew, isDirty, otherAction: props.otherAction }}
        >
          {problem && (props.renderProblem?.(problem) ?? <ProblemNotice problem={problem} title={props.failedTitle} />)}
          {props.notice}
        </FormSaveBar>
      </form>
      <UnsavedGuard
        isDirty={isDirty}
        onLeave={draft.forget}
        save={() => form.handleSubmit((values) => save(values, async () => {}))()}
      />
    </FormProvider>
  );
}

type UserFieldsProps = Pick<
  UserFormProps<unknown>,
  'login' | 'initialValues' | 'options' | 'fixedProfileReason' | 'renderProfileNotice'
>;

const UserFields = ({ login, initialValues, options, fixedProfileReason, renderProfileNotice }: UserFieldsProps) =>
  login === undefined ? (
    <NewUserFields options={options} initialValues={initialValues} />
  ) : (
    <>
      <IdentityFields login={login} />
      <AccessFields {...{ options, fixedProfileReason, renderProfileNotice }} />
      <GrantsFields options={options} storedGrants={initialValues.tools} />
    </>
  );

type RebaseOptions = {
  initialValues: UserValues;
  savedValues: RefObject<UserValues>;
  form: UseFormReturn<UserValues>;
  onRebased: () => void;
};

/** Applies newer initial values to the form. Fields that the user has changed keep their typed values. */
function useRebase({ initialValues, savedValues, form, onRebased }: RebaseOptions): void {
  useEffect(() => {
    if (savedValues.current === initialValues) return;
    const typedValues = form.getValues();
    const changedFields = findChangedFields(savedValues.current, typedValues);
    savedValues.current = initialValues;
    form.reset(initialValues);
    for (const name of changedFields) form.setValue(name, typedValues[name], { shouldDirty: true });
    onRebased();
    // The effect runs only when the initial values change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [initialValues]);
}

/** The result of parsing the form values with a schema of the API contract. */
type ParseResult<Sent> =
  | { success: true; data: Sent }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };

/** Creates a resolver for the form library. The resolver shows the error messages of the API contract at the fields. */
const createUserResolver =
  <Sent,>(parseValues: (values: UserValues) => ParseResult<Sent>): Resolver<UserValues> =>
  (values, _context, options) => {
    const result = parseValues(values);
    if (result.success) return { values, errors: {} };
    const fieldErrors: FieldErrors = {};
    for (const { path, message } of result.error.issues) fieldErrors[path.join('.')] ??= { type: 'custom', message };
    return { values: {}, errors: toNestErrors(fieldErrors, options) };
  };

const grantPath = /^tools\.\d+\.(?:tool|brand|configTools|validFrom|validTo)$/;

/** Whether a path of the request body is a field of the form. */
const isFieldPath = (path: string): path is FieldPath<UserValues> => path in emptyUserValues || grantPath.test(path);

/** Returns all errors as a flat list, in the order of the fields. */
const listErrors = (errors: FieldErrors<UserValues>): { name: string; message: string }[] =>
  Object.keys(emptyUserValues).flatMap((name) =>
    findNestedErrors(Object.entries(errors).find(([field]) => field === name)?.[1], name),
  );

function findNestedErrors(error: unknown, name: string): { name: string; message: string }[] {
  if (typeof error !== 'object' || error === null) return [];
  if ('message' in error && typeof error.message === 'string')
    return [{ name, message: formatErrorInSummary(name, error.message) }];
  const innerErrors = Object.entries(error).filter(([key]) => key !== 'ref' && key !== 'type');
  return innerErrors.flatMap(([key, value]) => findNestedErrors(value, key === 'root' ? name : `${name}.${key}`));
}

/** Adds the name of the tool to an error in the summary, because the fields of all tools have the same labels. */
function formatErrorInSummary(name: string, message: string): string {
  const [, index] = /^tools\.(\d+)\./.exec(name) ?? [];
  return index === undefined ? message : texts.form.ofGrant(texts.form.nextGrant(Number(index) + 1), message);
}
