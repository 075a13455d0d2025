import type { SecondFactorKind } from '@basics/contract/second-factor.ts';
import type { Reply } from '@basics/contract/endpoint.ts';
import type { secondFactor } from '@basics/contract/second-factor.ts';
import { words } from '@basics/contract/words.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { AppQr } from './app-qr.tsx';
import { ProveOwner } from './prove-owner.tsx';
import { beginTotp, confirmTotp } from './second-factor.queries.ts';
import styles from './second-factor.module.css';

type StartedSetup = Reply<typeof secondFactor.beginTotp>;
type AddAppProps = {
  kinds: readonly SecondFactorKind[];
  onClose: () => void;
  /** With recovery codes where it is the first second step. */
  onAdded: (recoveryCodes: string[] | null) => void;
};

/** Adds an authenticator app: proof of identity, QR code, first code. */
export function AddApp({ kinds, onClose, onAdded }: AddAppProps) {
  const [begun, setBegun] = useState<StartedSetup | null>(null);
  return (
    <Dialog title={texts.app.title} onClose={onClose}>
      {begun ? (
        <FirstCode begun={begun} onClose={onClose} onAdded={onAdded} />
      ) : (
        <ProveOwner
          kinds={kinds}
          action={texts.proof.next}
          onProof={async (proof) => setBegun(await beginTotp(proof))}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

function FirstCode({ begun, onClose, onAdded }: Omit<AddAppProps, 'kinds'> & { begun: StartedSetup }) {
  const key = useRef<HTMLElement>(null);
  return (
    <div className={styles.form}>
      <p>{texts.app.scan}</p>
      <AppQr uri={begun.uri} />
      <div className={styles.byHand}>
        <p className={styles.small}>{texts.app.byHand}</p>
        <code ref={key} className={styles.key}>
          {begun.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={begun.secret} selects={key} label={texts.app.copyKey} />
      </div>
      <CodeForm id={begun.id} onClose={onClose} onAdded={onAdded} />
    </div>
  );
}

function CodeForm({ id, onClose, onAdded }: Omit<AddAppProps, 'kinds'> & { id: number }) {
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  async function confirm(): Promise<void> {
    if (busy) return;
    setProblem(null);
    setError(code.trim() === '' ? words.secondFactor : undefined);
    if (code.trim() === '') return field.current?.focus();
    setBusy(true);
    try {
      onAdded((await confirmTotp(id, code)).recoveryCodes);
    } catch (caught) {
      if (!(caught instanceof ApiProblem)) throw caught;
      setBusy(false);
      if (isProblem(caught, 'WRONG_SECOND_STEP')) setError(texts.app.wrong);
      else setProblem(caught);
      field.current?.select();
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      {problem && <ProblemNotice problem={problem} />}
      <TextField
        ref={field}
        label={texts.app.code}
        hint={texts.app.codeHint}
        error={error}
        name="one-time-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={60}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <div className={styles.footer}>
        <Button variant="quiet" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {texts.app.confirm}
        </Button>
      </div>
    </form>
  );
}
