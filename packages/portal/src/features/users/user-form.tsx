import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { DraftNotice } from '#portal/session/drafts/draft-notice.tsx';
import { useFormDraft } from '#portal/session/drafts/use-form-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import type { ShownProblem } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { ErrorSummary } from '#portal/ui/forms/error-summary.tsx';
import { SaveActions } from '#portal/ui/forms/save-actions.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { useSubmitKey } from '#portal/ui/forms/use-submit-key.ts';
import { AccessFields } from './access-fields.tsx';
import { GrantsFields } from './grants-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { listErrors, isPath, createResolver } from './user-form-errors.ts';
import type { Reading } from './user-form-errors.ts';
import styles from './user-form.module.css';
import { findChangedFields, areDifferent } from './user-values.ts';
import type { UserValues } from './user-fields.tsx';
import type { UserOptions } from './users.queries.ts';

export type UserFormProps<Sent> = {
  /** The initial values of the form; when they change, typed values are kept. */
  base: UserValues;
  options: UserOptions;
  /** The account exists: its login cannot be changed. */
  login?: string;
  /** Why the profile cannot be changed here. */
  profileFixed?: string | undefined;
  /** Parses the typed values with the contract. */
  read: (values: UserValues) => Reading<Sent>;
  /** Sends the form. Its errors are shown at the fields or beside Save. */
  send: (sent: Sent) => Promise<void>;
  /** Leaves the page after saving, when nothing differs any more. Until then the form cannot be sent again. */
  leave?: () => Promise<void>;
  submit: string;
  failed: string;
  /** The page to go back to. */
  cancel: string;
  /** The result of the action that `renderProblem` offered. */
  answer?: ReactNode;
  /** Renders an error that belongs to no field; returns true when it has handled the error. */
  renderProblem?: (problem: ShownProblem) => ReactNode;
};

/** One form to create, approve and edit users: identity, profile and brand, country, tools. Ctrl+Enter saves. */
export function UserForm<Sent>(props: UserFormProps<Sent>) {
  const { base, options, read, send, leave, submit, cancel } = props;
  const form = useForm<UserValues>({ defaultValues: base, resolver: createResolver(read) });
  const draft = useFormDraft(form, 'user', base);
  // The values last known to the server: differences from them are unsaved.
  const saved = useRef(base);
  const element = useSubmitKey();
  const { problem, isBusy, attempt, forget } = useAttempt(isPath, (name, { message }, { shouldFocus }) => {
    form.setError(name, { message });
    if (shouldFocus) form.setFocus(name);
  });
  useRebase({ base, saved, form, onRebased: forget });
  const { errors } = form.formState;

  async function save(values: UserValues): Promise<void> {
    const reading = read(values);
    if (!reading.success) return;
    await attempt(async () => {
      await send(reading.data);
      draft.forget();
      saved.current = form.getValues();
      await leave?.();
    });
  }

  return (
    <FormProvider {...form}>
      <form className={styles.form} noValidate ref={element} onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <DraftNotice draft={draft} />
        <ErrorSummary errors={listErrors(errors)} onChoose={(name) => isPath(name) && form.setFocus(name)} />
        <IdentityFields login={props.login} />
        <AccessFields options={options} profileFixed={props.profileFixed} />
        <GrantsFields options={options} granted={base.tools} />
        <SaveActions submit={submit} busy={isBusy} back={cancel} words={texts.form}>
          {problem && (props.renderProblem?.(problem) ?? <ProblemNotice problem={problem} title={props.failed} />)}
          {props.answer}
        </SaveActions>
      </form>
      <UnsavedGuard isDirty={() => areDifferent(saved.current, form.getValues())} onLeave={draft.forget} />
    </FormProvider>
  );
}

type Rebase = {
  base: UserValues;
  saved: RefObject<UserValues>;
  form: UseFormReturn<UserValues>;
  onRebased: () => void;
};

/** Applies a newer base below the typed values: fields that differ from the saved values stay unchanged. */
function useRebase({ base, saved, form, onRebased }: Rebase): void {
  useEffect(() => {
    if (saved.current === base) return;
    const typed = form.getValues();
    const kept = findChangedFields(saved.current, typed);
    saved.current = base;
    form.reset(base);
    for (const name of kept) form.setValue(name, typed[name], { shouldDirty: true });
    onRebased();
    // Only a new base is a reason.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [base]);
}
