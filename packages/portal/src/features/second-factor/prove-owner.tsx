import type { ProofOfPerson, SecondFactorKind } from '@basics/contract/second-factor/second-factor.ts';
import { FingerprintPattern } from 'lucide-react';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { ui } from '#portal/texts/ui.ts';
import { requestPasskey, WherePasskeysWork } from '#portal/session/passkeys.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Form } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { PasswordField } from '#portal/ui/fields/password-field.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import styles from './second-factor.module.css';
import { useProof } from './use-proof.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type ProveOwnerProps = {
  /** The kinds of second step that the user has. A second step of one of these kinds can be used instead of the password. */
  kinds: readonly SecondFactorKind[];
  /** The label of the button that continues, for example "Remove". */
  action: string;
  icon?: Elements;
  isDangerous?: boolean;
  /** Called with the proof of identity. If the function throws an error about the proof, the field shows this error. */
  onProof: (proof: ProofOfPerson) => Promise<void>;
  onCancel: () => void;
  /** Further fields of the form. `isReady` returns whether these fields are valid. */
  children?: Elements;
  isReady?: () => boolean;
};

/** The form in which the user proves their identity by password, code or passkey before an action. */
export function ProveOwner(props: ProveOwnerProps) {
  const { kinds, action, icon, isDangerous = false, onProof, onCancel, children, isReady = () => true } = props;
  const proof = useProof(onProof, isReady);
  const { problem } = proof;
  return (
    <Form className={styles.form} onSubmit={() => proof.submit()}>
      {problem && <ProblemNotice problem={problem} />}
      {children}
      <ProofField proof={proof} />
      {kinds.length > 0 && (
        <div className={styles.ways}>
          <Button
            variant="quiet"
            otherLabel={proof.way === 'password' ? texts.proof.byPassword : texts.proof.byCode}
            onClick={proof.change}
          >
            {proof.way === 'password' ? texts.proof.byCode : texts.proof.byPassword}
          </Button>
          {kinds.includes('passkey') && (
            <WherePasskeysWork>
              <Button
                variant="quiet"
                icon={<FingerprintPattern aria-hidden="true" />}
                onClick={() => void proof.run(async () => ({ passkey: await requestPasskey() }))}
              >
                {texts.proof.byPasskey}
              </Button>
            </WherePasskeysWork>
          )}
        </div>
      )}
      <div className={styles.footer}>
        <Button variant="quiet" onClick={onCancel}>
          {ui.cancel}
        </Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} icon={icon} busy={proof.busy}>
          {action}
        </Button>
      </div>
    </Form>
  );
}

function ProofField({ proof: { way, text, setText, error, field } }: { proof: ReturnType<typeof useProof> }) {
  const fieldProps = {
    ref: field,
    value: text,
    error,
    // Focuses the field when the dialog opens and when the method changes.
    'data-autofocus': true,
    autoFocus: true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setText(currentTarget.value),
  };
  if (way === 'code') {
    return (
      <TextField
        key={way}
        {...fieldProps}
        label={texts.proof.code}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
      />
    );
  }
  return (
    <PasswordField
      key={way}
      {...fieldProps}
      label={texts.proof.password}
      hint={texts.proof.passwordHint}
      autoComplete="current-password"
    />
  );
}
