import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import { DraftNotice } from '#portal/session/drafts/draft-notice.tsx';
import { useFormDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice, type ShownProblem } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { ErrorSummary } from '#portal/ui/forms/error-summary.tsx';
import { FormSaveBar } from '#portal/ui/forms/save-bar.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { useSubmitKey } from '#portal/ui/forms/form.tsx';
import { BrandFields } from './brand-fields.tsx';
import { toHostMessage, listErrors, findField, isFormField, createResolver } from './brand-values.ts';
import type { BrandValues, ParseResult } from './brand-values.ts';
import styles from './brand.module.css';
import { ColourFields, ThemePreviews } from './theme/colour-fields.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type BrandFormProps<Sent> = {
  initialValues: BrandValues;
  /** The free brand numbers for a new brand; undefined for an existing brand, whose id, theme and number cannot change. */
  freeNumbers?: readonly number[];
  parseValues: (values: BrandValues) => ParseResult<Sent>;
  /**
   * Saves the brand. If `sendBody` throws a problem, the form shows the problem at the fields or beside the button
   * Save.
   */
  sendBody: (parsedBody: Sent) => Promise<void>;
  onSent: () => void;
  onReload?: () => unknown;
  submitLabel: string;
};

/** The form for all data of a brand except its images and legal texts. Ctrl+Enter saves. */
export function BrandForm<Sent>(props: BrandFormProps<Sent>) {
  const { initialValues, freeNumbers, parseValues, sendBody, onSent, onReload, submitLabel } = props;
  const form = useForm<BrandValues>({ defaultValues: initialValues, resolver: createResolver(parseValues) });
  const draft = useFormDraft(form, 'brand', initialValues);
  const [savedValues, setSavedValues] = useState(() => JSON.stringify(initialValues));
  const formRef = useSubmitKey();
  const { problem, isBusy, attempt } = useAttempt();
  const { errors } = form.formState;
  const isDirty = (): boolean => JSON.stringify(form.getValues()) !== savedValues;

  async function saveBrand(values: BrandValues): Promise<void> {
    const result = parseValues(values);
    if (!result.success) return;
    await attempt(async () => {
      try {
        await sendBody(result.data);
      } catch (error) {
        if (error instanceof ApiProblem && showFieldErrors(error, values)) return;
        throw error;
      }
      draft.forget();
      setSavedValues(JSON.stringify(form.getValues()));
      onSent();
    });
  }

  /** Shows the errors of the server at their fields. Returns false if no error belongs to a field. */
  function showFieldErrors({ fields }: ApiProblem, values: BrandValues): boolean {
    const fieldErrors = Object.entries(fields).map(([path, message]) => ({
      field: findField(path),
      message: toHostMessage(path, message, values),
    }));
    for (const { field, message } of fieldErrors) if (isFormField(field)) form.setError(field, { message });
    const firstField = fieldErrors.map(({ field }) => field).find(isFormField);
    if (firstField !== undefined) form.setFocus(firstField);
    return firstField !== undefined;
  }

  /** Discards the typed values and loads the current brand. */
  function reloadBrand(): unknown {
    draft.forget();
    return onReload?.();
  }

  const handleSubmit = form.handleSubmit(saveBrand);
  return (
    <FormProvider {...form}>
      <form className={styles.form} noValidate ref={formRef} onSubmit={(event) => void handleSubmit(event)}>
        <DraftNotice draft={draft} />
        <ErrorSummary errors={listErrors(errors)} onChoose={(name) => isFormField(name) && form.setFocus(name)} />
        <BrandParts freeNumbers={freeNumbers}>
          <FormSaveBar
            submit={submitLabel}
            busy={isBusy}
            back="/admin/brands"
            isNew={freeNumbers !== undefined}
            isDirty={isDirty}
          >
            {problem && <SaveProblem problem={problem} onReload={onReload && reloadBrand} />}
          </FormSaveBar>
        </BrandParts>
      </form>
      <UnsavedGuard isDirty={isDirty} onLeave={draft.forget} {...(!freeNumbers && { save: handleSubmit })} />
    </FormProvider>
  );
}

type BrandPartsProps = { freeNumbers: readonly number[] | undefined; children: Elements };

/** The fields with the save bar (`children`), and the previews of the colours below or beside the fields. */
const BrandParts = ({ freeNumbers, children }: BrandPartsProps) => (
  <div className={styles.sides}>
    <div className={styles.fields}>
      <BrandFields freeNumbers={freeNumbers} />
      <ColourFields />
    </div>
    <ThemePreviews />
    {children}
  </div>
);

type SaveProblemProps = { problem: ShownProblem; onReload: (() => unknown) | undefined };

const SaveProblem = ({ problem, onReload }: SaveProblemProps) =>
  isProblem(problem, 'STALE') && onReload ? (
    <StaleNotice {...texts.stale} onReload={onReload} />
  ) : (
    <ProblemNotice problem={problem} title={texts.form.failed} />
  );
