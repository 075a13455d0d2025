import { BadgeCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { overridableRefusals } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Form } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { useLicenseOwner } from '../license-owner.tsx';
import styles from '../verify-license.module.css';

type OverrideLimitsProps = {
  /** The refused code. The draft of the reason is stored for this code. */
  code: string;
  /** The problem code of the refusal. */
  refusalCode: string | undefined;
  busy: boolean;
  /** Sends the reason; calls `onDone` when the server has accepted it. */
  onIssue: (reason: string, onDone: () => void) => void;
  /** Whether the licence belongs to another user. By default, `isOther` is true if the address names another user. */
  isOther?: boolean;
  label?: string;
};

/**
 * Returns the end of a code, which contains its checksum, so it differs for each code. The name of a draft must not contain the whole code,
 * which is secret.
 */
const findLastGroups = (code: string): string => code.split('-').slice(-2).join('-');

/** Lets staff override the limits on PCs and moves of another user. Staff must enter a reason, which is stored. */
export function OverrideLimits({ code, refusalCode, busy, onIssue, ...otherProps }: OverrideLimitsProps) {
  const id = useId();
  const { permissions } = useUser();
  const owner = useLicenseOwner();
  const isOther = otherProps.isOther ?? owner.isOtherUser;
  const { text: reason, write: writeReason, forget } = useTextDraft(`override for ${findLastGroups(code)}`);
  const [error, setError] = useState<string>();
  const isOverridable = refusalCode !== undefined && overridableRefusals.includes(refusalCode);
  if (!isOverridable || !isOther || !permissions.includes('users.edit')) return null;
  return (
    <Form
      aria-labelledby={id}
      className={styles.part}
      onSubmit={() => {
        if (reason.trim() === '') setError(fieldMessages.reason);
        else if (!busy) onIssue(reason, forget);
      }}
    >
      <h3 id={id}>{texts.override.title}</h3>
      <TextField
        label={texts.override.reason}
        hint={texts.override.hint}
        maxLength={limits.text.reason}
        value={reason}
        error={error}
        onChange={({ currentTarget }) => {
          writeReason(currentTarget.value);
          setError(undefined);
        }}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy} icon={<BadgeCheck aria-hidden="true" />}>
          {otherProps.label ?? texts.override.issue}
        </Button>
      </div>
    </Form>
  );
}
