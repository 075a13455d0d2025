import type { SecondFactorKind, secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { readTotpCode } from '@basics/contract/second-factor/totp-code.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Form } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { ProveOwner } from './prove-owner.tsx';
import { beginTotp, confirmTotp } from './second-factor.queries.ts';
import styles from './second-factor.module.css';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';

type StartedSetup = Reply<typeof secondFactor.beginTotp>;
type AddAppProps = {
  kinds: readonly SecondFactorKind[];
  onClose: () => void;
  /** Called with recovery codes if this is the first second step of the user, or else with null. */
  onAdded: (recoveryCodes: string[] | null) => void;
};

/** The dialog that adds an authenticator app. The user proves their identity, scans a QR code, and enters the first code. */
export function AddApp({ kinds, onClose, onAdded }: AddAppProps) {
  const [startedSetup, setStartedSetup] = useState<StartedSetup | null>(null);
  return (
    <Dialog title={texts.app.title} onClose={onClose}>
      {startedSetup ? (
        <FirstCodeStep startedSetup={startedSetup} onClose={onClose} onAdded={onAdded} />
      ) : (
        <ProveOwner
          kinds={kinds}
          action={texts.proof.next}
          onProof={async (proof) => setStartedSetup(await beginTotp(proof))}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

function FirstCodeStep({
  startedSetup,
  onClose,
  onAdded,
}: Omit<AddAppProps, 'kinds'> & { startedSetup: StartedSetup }) {
  const keyElement = useRef<HTMLElement>(null);
  return (
    <div className={styles.form}>
      <p>{texts.app.scan}</p>
      <AppQr uri={startedSetup.uri} />
      <div className={styles.byHand}>
        <p className={styles.small}>{texts.app.byHand}</p>
        <code translate="no" ref={keyElement} className={styles.key}>
          {startedSetup.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={startedSetup.secret} selects={keyElement} label={texts.app.copyKey} />
      </div>
      <CodeForm id={startedSetup.id} onClose={onClose} onAdded={onAdded} />
    </div>
  );
}

function CodeForm({ id, onClose, onAdded }: Omit<AddAppProps, 'kinds'> & { id: number }) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  async function confirmCode(typedCode: string): Promise<void> {
    if (busy) return;
    setProblem(null);
    setError(typedCode.trim() === '' ? fieldMessages.secondFactor : undefined);
    if (typedCode.trim() === '') return input.current?.focus();
    setBusy(true);
    try {
      onAdded((await confirmTotp(id, typedCode)).recoveryCodes);
    } catch (caughtError) {
      if (!(caughtError instanceof ApiProblem)) throw caughtError;
      setBusy(false);
      if (isProblem(caughtError, 'WRONG_SECOND_STEP')) setError(texts.app.wrong);
      else setProblem(caughtError);
      input.current?.select();
    }
  }

  return (
    <Form className={styles.form} onSubmit={() => confirmCode(code)}>
      {problem && <ProblemNotice problem={problem} />}
      <TextField
        ref={input}
        label={texts.app.code}
        hint={texts.app.codeHint}
        error={error}
        name="one-time-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={60}
        value={code}
        onChange={({ currentTarget: { value } }) => {
          setCode(value);
          if (readTotpCode(value) !== null) void confirmCode(value);
        }}
      />
      <div className={styles.footer}>
        <Button variant="quiet" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {texts.app.confirm}
        </Button>
      </div>
    </Form>
  );
}

/** The width of the empty border around the QR code in modules: ISO/IEC 18004 requires four. */
const quietZoneModules = 4;

/** Shows the secret of an authenticator app as a QR code, dark on light in every theme. The code is not cached. */
function AppQr({ uri }: { uri: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    import('uqr')
      .then(({ renderSVG }) =>
        setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { ecc: 'M', border: quietZoneModules }))}`),
      )
      .catch(() => setFailed(true));
  }, [uri]);
  if (hasFailed) return <Notice tone="warn" role="alert" title={texts.app.qrFailed} />;
  return (
    <div className={styles.qr}>{picture ? <img src={picture} alt={texts.app.qr} /> : <Skeleton height="100%" />}</div>
  );
}
