import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { GrantsFields } from '../grants/grants-fields.tsx';
import { findChangedFields, isFieldName, type FieldName, type UserValues } from '../user-fields.tsx';
import type { UserOptions } from '../users.queries.ts';
import { BrandField, CanReceiveMail, CountryField, LanguageField, ProfileField } from './access-fields.tsx';
import { CompanyFields, LoginFields, nameFields, TextFields } from './identity-fields.tsx';
import styles from './user-form.module.css';

const moreFields: ReadonlySet<FieldName> = new Set(['company', 'phone', 'crmAccount', 'language', 'canReceiveMail']);

type NewUserFieldsProps = { options: UserOptions; initialValues: UserValues };

/**
 * The fields of a new account: those that are required, then all others under More. The tools are there too if there is only one, which is
 * chosen and gets the brand of the user. More opens by itself for a value of a draft, and for an error.
 */
export function NewUserFields({ options, initialValues }: NewUserFieldsProps) {
  const { formState, getValues } = useFormContext<UserValues>();
  const isToolChosen = options.tools.length === 1;
  const isInMore = (name: FieldName): boolean => moreFields.has(name) || (name === 'tools' && isToolChosen);
  const [hadError, setHadError] = useState(false);
  const hasError = Object.keys(formState.errors).some((name) => isFieldName(name) && isInMore(name));
  if (hasError && !hadError) setHadError(true);
  const tools = <GrantsFields options={options} storedGrants={initialValues.tools} />;
  return (
    <>
      <div className={styles.part}>
        <LoginFields />
        <TextFields names={nameFields} />
        <div className={styles.pair}>
          <ProfileField options={options} fixedReason={undefined} />
          <BrandField options={options} />
        </div>
        <div className={styles.pair}>
          <CountryField options={options} />
          <span />
        </div>
      </div>
      {!isToolChosen && tools}
      <Disclosure
        key={String(hadError)}
        label={texts.form.more}
        startsOpen={hadError || findChangedFields(initialValues, getValues()).some(isInMore)}
      >
        {() => (
          <MoreFields hasError={hadError}>
            <CompanyFields />
            <div className={styles.pair}>
              <CanReceiveMail />
              <LanguageField options={options} />
            </div>
            {isToolChosen && tools}
          </MoreFields>
        )}
      </Disclosure>
    </>
  );
}

/** The fields under More. If they opened because of an error, its field gets the focus, unless a field above it has an error too. */
function MoreFields({ hasError, children }: { hasError: boolean; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasError && document.activeElement?.getAttribute('aria-invalid') !== 'true')
      part.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasError]);
  return (
    <div ref={part} className={styles.part}>
      {children}
    </div>
  );
}
