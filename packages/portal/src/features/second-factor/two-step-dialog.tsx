import type { SecondFactor, SecondFactorKind } from '@basics/contract/second-factor/second-factor.ts';
import { Trash2 } from 'lucide-react';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { AddApp } from './add-app.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { ProveOwner } from './prove-owner.tsx';
import { removeFactor, renewRecoveryCodes, renameFactor } from './second-factor.queries.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { useRef, useState } from 'react';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Form } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import styles from './second-factor.module.css';

/** The change that the dialog makes. */
export type TwoStepChange =
  | { action: 'addApp' | 'addPasskey' | 'renew' }
  | { action: 'rename' | 'remove'; factor: SecondFactor };

type TwoStepDialogProps = {
  change: TwoStepChange;
  factors: readonly SecondFactor[];
  onClose: () => void;
  /** Called after the change with new recovery codes, or with null if the change creates none. */
  onDone: (recoveryCodes: string[] | null) => void;
};

/** The dialog for one change of two-step sign-in. */
export function TwoStepDialog({ change, factors, onClose, onDone }: TwoStepDialogProps) {
  const toasts = useToasts();
  const kinds = listKinds(factors);
  const closeWithMessage = (message: string, codes: string[] | null = null): void => {
    toasts.done(message);
    onDone(codes);
  };
  if (change.action === 'addApp')
    return (
      <AddApp kinds={kinds} onClose={onClose} onAdded={(codes) => closeWithMessage(texts.twoStep.appAdded, codes)} />
    );
  if (change.action === 'addPasskey')
    return (
      <AddPasskey
        kinds={kinds}
        onClose={onClose}
        onAdded={(codes) => closeWithMessage(texts.twoStep.passkeyAdded, codes)}
      />
    );
  if (change.action === 'rename')
    return (
      <RenameFactor
        factor={change.factor}
        onClose={onClose}
        onRenamed={() => closeWithMessage(texts.twoStep.renamed)}
      />
    );
  if (change.action !== 'remove')
    return (
      <Dialog title={texts.recovery.renewTitle} onClose={onClose}>
        <p>{texts.recovery.renewText}</p>
        <ProveOwner
          kinds={kinds}
          action={texts.recovery.renewAction}
          onProof={async (proof) => onDone(await renewRecoveryCodes(proof))}
          onCancel={onClose}
        />
      </Dialog>
    );
  const { id, name } = change.factor;
  return (
    <Dialog title={texts.remove.title(name)} role="alertdialog" onClose={onClose}>
      <p>{factors.length === 1 ? texts.remove.last : texts.remove.text}</p>
      <ProveOwner
        kinds={kinds}
        action={texts.remove.action}
        icon={<Trash2 aria-hidden="true" />}
        isDangerous
        onProof={async (proof) => {
          await removeFactor(id, proof);
          closeWithMessage(texts.twoStep.removed(name));
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}

const listKinds = (factors: readonly SecondFactor[]): SecondFactorKind[] => [
  ...new Set(factors.map(({ kind }) => kind)),
];

type RenameFactorProps = { factor: SecondFactor; onClose: () => void; onRenamed: () => void };

function RenameFactor({ factor, onClose, onRenamed }: RenameFactorProps) {
  const field = useRef<HTMLInputElement>(null);
  const { text: name, write: setName, forget } = useTextDraft(`name of step ${factor.id}`, factor.name);
  const [isMissing, setMissing] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();

  async function saveName(): Promise<void> {
    setMissing(name.trim() === '');
    if (name.trim() === '') return field.current?.focus();
    await attempt(async () => {
      await renameFactor(factor.id, name);
      forget();
      onRenamed();
    });
  }

  return (
    <Dialog title={texts.rename.title} onClose={onClose}>
      <Form className={styles.form} onSubmit={saveName}>
        {problem && <ProblemNotice problem={problem} />}
        <TextField
          ref={field}
          data-autofocus
          label={texts.rename.name}
          maxLength={80}
          value={name}
          error={isMissing && name.trim() === '' ? fieldMessages.factorName : undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <div className={styles.footer}>
          <Button variant="quiet" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {texts.rename.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
