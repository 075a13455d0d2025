import type { SecondFactor } from '@basics/contract/second-factor.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { useRef, useState } from 'react';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Form } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { renameFactor } from './second-factor.queries.ts';
import styles from './second-factor.module.css';

type RenameFactorProps = { factor: SecondFactor; onClose: () => void; onRenamed: () => void };

export function RenameFactor({ factor, onClose, onRenamed }: RenameFactorProps) {
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
