import { Plus } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { ErrorText } from '#portal/ui/fields/form-field.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { emptyGrant, type GrantValues, type UserValues } from '../user-fields.tsx';
import type { UserOptions } from '../users.queries.ts';
import styles from '../write/user-form.module.css';
import { GrantRow } from './grant-row.tsx';

type GrantsFieldsProps = {
  options: UserOptions;
  /** The grants as the server stores them. */ storedGrants: readonly GrantValues[];
};

/** The tools for which the user can get licences, with a row for each tool and brand. */
export function GrantsFields({ options, storedGrants }: GrantsFieldsProps) {
  const { control, formState, getValues } = useFormContext<UserValues>();
  const rows = useFieldArray({ control, name: 'tools' });
  const error = findListError(formState.errors.tools);
  const onlyTool = options.tools.length === 1 ? options.tools[0]?.id : undefined;
  return (
    <Card title={labels.tools}>
      <div className={styles.part}>
        <p className={styles.hint}>{texts.form.toolsLead}</p>
        {rows.fields.map(({ id }, index) => (
          <GrantRow
            key={id}
            index={index}
            options={options}
            storedGrants={storedGrants}
            isOnly={rows.fields.length === 1}
            onRemove={() => rows.remove(index)}
          />
        ))}
        {error !== undefined && <ErrorText>{error}</ErrorText>}
        <div>
          <Button
            icon={<Plus aria-hidden="true" />}
            onClick={() => rows.append({ ...emptyGrant, tool: onlyTool ?? '', brand: getValues('brand') })}
          >
            {texts.form.addTool}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Returns the error that concerns a whole list of fields, such as a list without any item. */
const findListError = (error: { message?: string | undefined; root?: { message?: string } } | undefined) =>
  error?.root?.message ?? error?.message;
