import type { SecondFactor, SecondFactorKind } from '@basics/contract/second-factor.ts';
import { Trash2 } from 'lucide-react';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { AddApp } from './add-app.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { ProveOwner } from './prove-owner.tsx';
import { RenameFactor } from './rename-factor.tsx';
import { removeFactor, renewRecoveryCodes } from './second-factor.queries.ts';

/** The change that the dialog makes. */
export type TwoStepChange =
  { action: 'addApp' | 'addPasskey' | 'renew' } | { action: 'rename' | 'remove'; factor: SecondFactor };

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
