import { useQueryClient } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useEffect } from 'react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { ui } from '#portal/texts/ui.ts';
import { formatDay } from '#portal/messages/times.ts';
import { ProblemNotice, type ShownProblem } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { useReason } from '#portal/session/editing/use-reason.ts';
import { Form, useSubmitKey } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { DialogButton, Dialog } from '#portal/ui/overlays/dialog.tsx';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { invalidateLicenses, revokeLicense } from './license-admin.queries.ts';
import { formatMachine } from './license-format.tsx';
import styles from './license-admin.module.css';

/** A button that revokes a licence after a dialog has asked for the reason. */
export function RevokeLicense({ license }: { license: License }) {
  const client = useQueryClient();
  const machine = formatMachine(license.machineName);
  return (
    <DialogButton
      variant="quiet"
      icon={<Ban aria-hidden="true" />}
      label={
        <>
          <span>{texts.revoke.action}</span> <VisuallyHidden>{texts.revoke.ofPc(machine)}</VisuallyHidden>
        </>
      }
    >
      {(closeDialog) => (
        <Dialog title={texts.revoke.title(machine)} onClose={closeDialog}>
          <RevokeForm
            license={license}
            isInDialog
            onCancel={closeDialog}
            onRevoked={closeDialog}
            onReload={() => {
              closeDialog();
              void invalidateLicenses(client);
            }}
          />
        </Dialog>
      )}
    </DialogButton>
  );
}

type RevokeFormProps = {
  license: License;
  /** Whether the form is shown in a dialog, which already has a title and a frame. */
  isInDialog?: boolean;
  onCancel: () => void;
  onRevoked: () => void;
  /** Called to show the current state of the licence after someone else has revoked it. */
  onReload: () => void;
};

/** The form that explains the effect of revoking and asks for the reason. Ctrl+Enter revokes. */
export function RevokeForm({ license, isInDialog = false, onCancel, onRevoked, onReload }: RevokeFormProps) {
  const client = useQueryClient();
  const { announce } = useUndo();
  const formRef = useSubmitKey();
  const machine = formatMachine(license.machineName);
  const title = texts.revoke.title(machine);
  const { field, problem, isBusy, submit } = useReason({
    name: `revoke ${license.licenseId}`,
    act: async (reason) => {
      announce(texts.revoke.done(machine), await revokeLicense(license, reason));
      onRevoked();
      void invalidateLicenses(client);
    },
  });
  useEffect(() => field.ref.current?.focus(), [field.ref]);

  return (
    <Form className={isInDialog ? styles.ask : styles.framed} ref={formRef} aria-label={title} onSubmit={submit}>
      {!isInDialog && <h3>{title}</h3>}
      <p>{texts.revoke.text(formatDay(license.expiryDate))}</p>
      {problem && <RevokeProblem problem={problem} onReload={onReload} />}
      <TextArea {...field} data-autofocus label={texts.revoke.reason} hint={texts.revoke.reasonHint} />
      {/* The buttons have the same order as in every dialog. */}
      <div className={isInDialog ? styles.footer : styles.actions}>
        <Button onClick={onCancel}>{ui.cancel}</Button>
        <Button type="submit" variant="danger" busy={isBusy} icon={<Ban aria-hidden="true" />}>
          {texts.revoke.submit}
        </Button>
      </div>
    </Form>
  );
}

/** Shows that someone else has already revoked the licence, or that revoking failed. */
const RevokeProblem = ({ problem, onReload }: { problem: ShownProblem; onReload: () => void }) =>
  isProblem(problem, 'ALREADY_REVOKED') ? (
    <StaleNotice title={texts.revoke.stale} load={texts.revoke.reload} onReload={onReload} />
  ) : (
    <ProblemNotice problem={problem} title={texts.revoke.failed} />
  );
