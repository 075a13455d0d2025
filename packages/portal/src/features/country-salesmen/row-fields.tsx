import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { Controller } from 'react-hook-form';
import { Check, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { createCountryOptions } from '#portal/messages/names.ts';
import { formatList } from '#portal/messages/formats.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import styles from './country-salesman.module.css';
import type { Options, Salesman } from './country-salesmen.queries.ts';
import { formatPerson } from './name-formatter.ts';
import type { EditScope } from './use-edit-scope.ts';
import type { RowEditor } from './use-row-editor.ts';

type FieldProps = { editor: RowEditor; options: Options };

/**
 * The id of the form of the edited row. The fields are in different table cells, so each field names its form by this
 * id.
 */
const formId = 'assignment';

const createEscapeHandler = ({ close }: RowEditor) => ({
  form: formId,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  },
});

export const CountryField = ({ editor, options, scope }: FieldProps & { scope: EditScope }) => (
  <div className={styles.inRow}>
    <Controller
      name="country"
      control={editor.form.control}
      render={({ field, fieldState }) => (
        <PickerField
          {...field}
          {...createEscapeHandler(editor)}
          label={texts.country}
          placeholder={texts.country}
          options={createCountryOptions(options.countries.filter(({ code }) => scope.countries?.has(code) ?? true))}
          unknownError={scope.countries === null ? texts.unknownCountry : texts.notYourCountry}
          error={fieldState.error?.message}
        />
      )}
    />
  </div>
);

export const BrandField = ({ editor, options }: FieldProps) => (
  <div className={styles.inRow}>
    <Select
      {...editor.form.register('brand')}
      {...createEscapeHandler(editor)}
      label={texts.brand}
      placeholder={texts.choose}
      options={options.brands.map(({ id, name }) => ({ value: id, label: name }))}
      error={editor.form.formState.errors.brand?.message}
    />
  </div>
);

export function SalesmanField({ editor, options }: FieldProps) {
  const { form, otherAssignments, row } = editor;
  return (
    <div className={styles.inRow}>
      <Controller
        name="salesmanId"
        control={form.control}
        render={({ field, fieldState }) => (
          <PickerField
            {...field}
            {...createEscapeHandler(editor)}
            label={texts.salesman}
            placeholder={texts.salesman}
            options={listSalesmen(options.salesmen, row?.salesman)}
            unknownError={texts.unknownSalesman}
            error={otherAssignments.isDuplicate ? fieldMessages.assignmentTaken : fieldState.error?.message}
          />
        )}
      />
      {!otherAssignments.isDuplicate && otherAssignments.salesmen.length > 0 && (
        <p className={styles.shared}>{describeSharing(otherAssignments.salesmen)}</p>
      )}
    </div>
  );
}

export const RowButtons = ({ editor }: { editor: RowEditor }) => (
  <>
    <form id={formId} className={styles.rowForm} noValidate onSubmit={(event) => void editor.submit(event)}>
      {editor.problem && <ProblemNotice problem={editor.problem} title={texts.saveFailed} />}
      <div className={styles.rowButtons}>
        <Button
          type="submit"
          variant="primary"
          busy={editor.form.formState.isSubmitting}
          icon={<Check aria-hidden="true" />}
        >
          {texts.save}
        </Button>
        <Button icon={<X aria-hidden="true" />} onClick={editor.close}>
          {ui.cancel}
        </Button>
      </div>
    </form>
    <UnsavedGuard isDirty={() => editor.isDirty} onLeave={editor.forget} />
  </>
);

/** Lists the salesmen who can be assigned, and the current salesman of the row, even if that account is no longer active. */
function listSalesmen(salesmen: readonly Salesman[], currentSalesman: Salesman | undefined) {
  const salesmanOptions = salesmen.map((salesman) => ({
    value: String(salesman.userId),
    label: formatPerson(salesman),
  }));
  if (!currentSalesman?.userId || salesmen.some(({ userId }) => userId === currentSalesman.userId))
    return salesmanOptions;
  return [
    { value: String(currentSalesman.userId), label: texts.inactive(formatPerson(currentSalesman)) },
    ...salesmanOptions,
  ];
}

const describeSharing = (otherSalesmen: readonly Salesman[]): string =>
  (otherSalesmen.length === 1 ? texts.shared : texts.sharedByMany)(formatList(otherSalesmen.map(formatPerson)));
