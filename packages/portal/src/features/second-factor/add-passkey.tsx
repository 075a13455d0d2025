import type { SecondFactorKind, ProofOfPerson } from '@basics/contract/second-factor/second-factor.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { FingerprintPattern } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { ProveOwner } from './prove-owner.tsx';
import styles from './second-factor.module.css';
import { PasskeyNotUsed } from '#portal/session/passkeys.tsx';
import { addPasskey, beginPasskey } from './second-factor.queries.ts';

type AddPasskeyProps = {
  kinds: readonly SecondFactorKind[];
  onClose: () => void;
  onAdded: (recoveryCodes: string[] | null) => void;
};

/** The dialog that adds a passkey. The browser asks whether to use this device, a phone or a security key. */
export function AddPasskey({ kinds, onClose, onAdded }: AddPasskeyProps) {
  const { text: name, write: setName, forget } = useTextDraft('name of a passkey', texts.passkey.usual);
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function validateName(): boolean {
    setMissing(name.trim() === '');
    if (name.trim() === '') input.current?.focus();
    return name.trim() !== '';
  }

  return (
    <Dialog title={texts.passkey.title} onClose={onClose}>
      <ProveOwner
        kinds={kinds}
        action={texts.passkey.make}
        icon={<FingerprintPattern aria-hidden="true" />}
        onProof={async (proof) => {
          const recoveryCodes = await createPasskey(proof, name);
          forget();
          onAdded(recoveryCodes);
        }}
        onCancel={onClose}
        isReady={validateName}
      >
        <p className={styles.small}>{texts.passkey.lead}</p>
        <TextField
          ref={input}
          data-autofocus
          label={texts.passkey.name}
          hint={texts.passkey.nameHint}
          maxLength={80}
          value={name}
          error={isMissing && name.trim() === '' ? fieldMessages.factorName : undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </ProveOwner>
    </Dialog>
  );
}

/**
 * Creates and registers a passkey. Returns recovery codes if the passkey is the first second step of the user. Throws PasskeyNotUsed or
 * ApiProblem.
 */
async function createPasskey(proof: ProofOfPerson, name: string): Promise<string[] | null> {
  const [{ token, options }, { startRegistration }] = await Promise.all([
    beginPasskey(proof),
    import('@simplewebauthn/browser'),
  ]);
  const response = await startRegistration({ optionsJSON: options }).catch((cause: unknown) => {
    throw new PasskeyNotUsed(isAlreadyRegistered(cause) ? texts.passkey.known : texts.passkey.notMade, { cause });
  });
  return (await addPasskey({ token, response, name })).recoveryCodes;
}

/** Whether the device already has a passkey for the given account (WebAuthn, section 5.1.3). */
const isAlreadyRegistered = (cause: unknown): boolean => cause instanceof Error && cause.name === 'InvalidStateError';
