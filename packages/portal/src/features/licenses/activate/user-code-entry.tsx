import { Link } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { StepWithHelp } from '#portal/features/licenses/step-with-help.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import type { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { activation as texts } from '#portal/texts/activation.ts';
import { Form } from '#portal/ui/forms/form.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import styles from './activate.module.css';

type UserCodeEntryProps = {
  text: string;
  onChange: (text: string) => void;
  findAttempt: Pick<ReturnType<typeof useAttempt>, 'problem' | 'isBusy'>;
  onSubmit: () => void;
};

/** The field for the code that the PC shows. */
export function UserCodeEntry({ text, onChange, findAttempt, onSubmit }: UserCodeEntryProps) {
  const [isMissing, setMissing] = useState(false);
  return (
    <StepWithHelp title={texts.help.title} help={<Help />}>
      <Card>
        <Form
          className={styles.entry}
          onSubmit={() => {
            const isEmpty = text.trim() === '';
            setMissing(isEmpty);
            if (!isEmpty) onSubmit();
          }}
        >
          {findAttempt.problem && <ProblemNotice problem={findAttempt.problem} />}
          <TextField
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The field is the purpose of the page.
            autoFocus
            label={texts.field}
            hint={texts.hint}
            error={isMissing ? texts.missing : undefined}
            value={text}
            onChange={(event) => {
              setMissing(false);
              onChange(event.currentTarget.value);
            }}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            required
          />
          <Actions>
            <Button type="submit" variant="primary" icon={<ScanSearch aria-hidden="true" />} busy={findAttempt.isBusy}>
              {texts.find}
            </Button>
          </Actions>
        </Form>
      </Card>
    </StepWithHelp>
  );
}

const Help = () => (
  <>
    <p>
      {texts.help.text} <code translate="no">basics activate</code>
    </p>
    <p>
      {texts.help.without} <Link to="/license/verify">{texts.help.toVerify}</Link>
    </p>
  </>
);
