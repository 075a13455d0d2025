import { Save } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import type { ApiProblem } from '#portal/api/api-problem.ts';
import { user as texts } from '#portal/messages/en/user.ts';
import { ProblemNotice } from '#portal/session/problem-notice.tsx';
import { Button } from '#portal/ui/button.tsx';
import { ErrorSummary } from '#portal/ui/error-summary.tsx';
import { LinkButton } from '#portal/ui/link-button.tsx';
import { UnsavedGuard } from '#portal/ui/unsaved-guard.tsx';
import { useSubmitKey } from '#portal/ui/use-submit-key.ts';
import { useSending } from './use-sending.ts';
import { AccessFields } from './access-fields.tsx';
import { GrantsFields } from './grants-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { errorsIn, isPath, resolverOf } from './user-form-errors.ts';
import type { Reading } from './user-form-errors.ts';
import styles from './user-form.module.css';
import { changedFields, differ } from './user-values.ts';
import type { UserValues } from './user-values.ts';
import type { UserOptions } from './users.queries.ts';

export type UserFormProps<Sent> = {
  /** What the form begins with; when it changes, what was typed is kept on top of the new. */
  base: UserValues;
  options: UserOptions;
  /** An account that is there: its login stays. */
  login?: string;
  /** Why the profile cannot be chosen here. */
  profileFixed?: string | undefined;
  /** Reads what was typed by the contract. */
  read: (values: UserValues) => Reading<Sent>;
  /** Sends it. What it throws stands at the fields or above the form; the page then leaves. */
  send: (sent: Sent) => Promise<void>;
  /** What is done once it is sent; nothing differs any more. */
  onSent: () => void;
  submit: string;
  failed: string;
  /** The page to go back to. */
  cancel: string;
  /** Says what stands in the way beyond the fields; true when it has taken it. */
  renderProblem?: (problem: ApiProblem) => ReactNode;
};

/** One form for creating, approving and editing: identity, profile and brand, place, tools. Ctrl+Enter saves. */
export function UserForm<Sent>(props: UserFormProps<Sent>) {
  const { base, options, read, send, submit, cancel } = props;
  const form = useForm<UserValues>({ defaultValues: base, resolver: resolverOf(read) });
  // As it was last known to the server: what differs from it would be lost.
  const saved = useRef(base);
  const element = useSubmitKey();
  const {
    problem,
    forget,
    submit: sendOnce,
  } = useSending({
    form,
    read,
    send,
    onSent: () => {
      saved.current = form.getValues();
      props.onSent();
    },
  });
  useRebase({ base, saved, form, onRebased: forget });
  const { errors, isSubmitting } = form.formState;
  const save = form.handleSubmit(sendOnce);
  return (
    <FormProvider {...form}>
      <form className={styles.form} noValidate ref={element} onSubmit={(event) => void save(event)}>
        {problem && (props.renderProblem?.(problem) ?? <ProblemNotice problem={problem} title={props.failed} />)}
        <ErrorSummary errors={errorsIn(errors)} onChoose={(name) => isPath(name) && form.setFocus(name)} />
        <IdentityFields login={props.login} />
        <AccessFields options={options} profileFixed={props.profileFixed} />
        <GrantsFields options={options} granted={base.tools} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={isSubmitting} icon={<Save aria-hidden="true" />}>
            {submit}
          </Button>
          <LinkButton to={cancel} variant="quiet">
            {texts.form.cancel}
          </LinkButton>
          <span className={styles.shortcut}>{texts.form.shortcut}</span>
        </div>
      </form>
      <UnsavedGuard isDirty={() => differ(saved.current, form.getValues())} />
    </FormProvider>
  );
}

type Rebase = {
  base: UserValues;
  saved: RefObject<UserValues>;
  form: UseFormReturn<UserValues>;
  onRebased: () => void;
};

/** A newer base comes below what was typed: the fields that differ from what was saved stay as they are. */
function useRebase({ base, saved, form, onRebased }: Rebase): void {
  useEffect(() => {
    if (saved.current === base) return;
    const typed = form.getValues();
    const kept = changedFields(saved.current, typed);
    saved.current = base;
    form.reset(base);
    for (const name of kept) form.setValue(name, typed[name], { shouldDirty: true });
    onRebased();
    // Only a new base is a reason.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [base]);
}
