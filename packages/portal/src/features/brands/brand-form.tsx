import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import { DraftNotice } from '#portal/session/drafts/draft-notice.tsx';
import { useFormDraft } from '#portal/session/drafts/use-form-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { ErrorSummary } from '#portal/ui/forms/error-summary.tsx';
import { SaveActions } from '#portal/ui/forms/save-actions.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { useSubmitKey } from '#portal/ui/forms/use-submit-key.ts';
import { BrandFields } from './brand-fields.tsx';
import { toHostMessage, listErrors, findField, isField, createResolver } from './brand-values.ts';
import type { BrandValues, Reading } from './brand-values.ts';
import styles from './brand.module.css';
import { ColourFields } from './colour-fields.tsx';

type BrandFormProps<Sent> = {
  base: BrandValues;
  /** The numbers to choose from; absent for an existing brand, whose id, theme and number are fixed. */
  numbers?: readonly number[];
  read: (values: BrandValues) => Reading<Sent>;
  /** Saves the brand; a thrown problem appears at the fields or beside Save. */
  send: (sent: Sent) => Promise<void>;
  onSent: () => void;
  onReload?: () => unknown;
  submit: string;
};

/** All fields of a brand except its images and texts. Ctrl+Enter saves. */
export function BrandForm<Sent>({ base, numbers, read, send, onSent, onReload, submit }: BrandFormProps<Sent>) {
  const form = useForm<BrandValues>({ defaultValues: base, resolver: createResolver(read) });
  const draft = useFormDraft(form, 'brand', base);
  const [saved, setSaved] = useState(() => JSON.stringify(base));
  const element = useSubmitKey();
  const { problem, isBusy, attempt } = useAttempt();
  const { errors } = form.formState;

  async function save(values: BrandValues): Promise<void> {
    const reading = read(values);
    if (!reading.success) return;
    await attempt(async () => {
      try {
        await send(reading.data);
      } catch (error) {
        if (error instanceof ApiProblem && place(error, values)) return;
        throw error;
      }
      draft.forget();
      setSaved(JSON.stringify(form.getValues()));
      onSent();
    });
  }

  /** Whether the form has a field for each error. */
  function place({ fields }: ApiProblem, values: BrandValues): boolean {
    const told = Object.entries(fields).map(([path, message]) => ({
      field: findField(path),
      message: toHostMessage(path, message, values),
    }));
    for (const { field, message } of told) if (isField(field)) form.setError(field, { message });
    const first = told.map(({ field }) => field).find(isField);
    if (first !== undefined) form.setFocus(first);
    return first !== undefined;
  }

  /** Loads the current brand; the typed values are discarded. */
  function reload(): unknown {
    draft.forget();
    return onReload?.();
  }

  const submitForm = form.handleSubmit(save);
  return (
    <FormProvider {...form}>
      <form className={styles.form} noValidate ref={element} onSubmit={(event) => void submitForm(event)}>
        <DraftNotice draft={draft} />
        <ErrorSummary errors={listErrors(errors)} onChoose={(name) => isField(name) && form.setFocus(name)} />
        <BrandFields numbers={numbers} />
        <ColourFields />
        <SaveActions submit={submit} busy={isBusy} back="/admin/brands" labels={texts.form}>
          {problem &&
            (isProblem(problem, 'STALE') && onReload ? (
              <StaleNotice {...texts.stale} onReload={reload} />
            ) : (
              <ProblemNotice problem={problem} title={texts.form.failed} />
            ))}
        </SaveActions>
      </form>
      <UnsavedGuard isDirty={() => JSON.stringify(form.getValues()) !== saved} onLeave={draft.forget} />
    </FormProvider>
  );
}
