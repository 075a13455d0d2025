import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { CrmPicker } from './crm-picker.tsx';
import styles from './user-form.module.css';
import type { UserValues } from './user-values.ts';

/** Who it is, and for which company. The address is typed twice as long as it is not anybody's login yet. */
export function IdentityFields({ login }: { login: string | undefined }) {
  const { control } = useFormContext<UserValues>();
  return (
    <Card title={texts.form.identity}>
      <div className={styles.part}>
        {login === undefined ? <LoginFields /> : <Fact name={texts.form.login}>{login}</Fact>}
        <NameFields />
        <Controller
          name="crmAccount"
          control={control}
          render={({ field, fieldState }) => (
            <CrmPicker
              value={field.value}
              onChange={field.onChange}
              ref={field.ref}
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
    </Card>
  );
}

// Apart from the login, which is registered, and so looked at, before these.
function NameFields() {
  const { register, formState } = useFormContext<UserValues>();
  const { errors } = formState;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          {...register('firstName')}
          label={texts.form.firstName}
          autoComplete="off"
          error={errors.firstName?.message}
        />
        <TextField
          {...register('lastName')}
          label={texts.form.lastName}
          autoComplete="off"
          error={errors.lastName?.message}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          {...register('company')}
          optional
          label={texts.form.company}
          autoComplete="off"
          error={errors.company?.message}
        />
        <TextField
          {...register('phone')}
          optional
          type="tel"
          label={texts.form.phone}
          autoComplete="off"
          error={errors.phone?.message}
        />
      </div>
    </>
  );
}

function LoginFields() {
  const { register, formState, control, trigger } = useFormContext<UserValues>();
  const { errors, isSubmitted } = formState;
  const email = useWatch({ control, name: 'email' });
  // Whether they match depends on both.
  const recheck = (): void => {
    if (isSubmitted && email !== '') void trigger('email');
  };
  return (
    <div className={styles.pair}>
      <TextField
        {...register('login', { onBlur: recheck })}
        type="email"
        label={texts.form.login}
        hint={texts.form.loginHint}
        autoComplete="off"
        error={errors.login?.message}
      />
      <TextField
        {...register('email')}
        type="email"
        label={texts.form.email}
        hint={texts.form.emailHint}
        autoComplete="off"
        error={errors.email?.message}
      />
    </div>
  );
}

export const Fact = ({ name, children }: { name: string; children: string }) => (
  <dl className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </dl>
);
