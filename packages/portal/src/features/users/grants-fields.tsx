import { Plus } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { ErrorText } from '#portal/ui/forms/error-text.tsx';
import { GrantRow } from './grant-row.tsx';
import { findListError } from './user-form-errors.ts';
import styles from './user-form.module.css';
import { emptyGrant } from './user-fields.tsx';
import type { GrantValues, UserValues } from './user-fields.tsx';
import type { UserOptions } from './users.queries.ts';

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
