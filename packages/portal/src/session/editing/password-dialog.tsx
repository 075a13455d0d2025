import type { ComponentProps } from 'react';
import { DraftNotice } from '#portal/session/drafts/draft-notice.tsx';
import { PasswordField } from '#portal/ui/fields/password-field.tsx';
import { FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

type PasswordDialogProps = ComponentProps<typeof FormDialog> &
  Pick<ComponentProps<typeof DraftNotice>, 'draft'> & {
    problem: ComponentProps<typeof ProblemNotice>['problem'] | null;
    /** The title of the notice about the problem. */
    failedTitle: string;
    passwordField: Omit<ComponentProps<typeof PasswordField>, 'autoComplete'>;
  };

/** A form dialog whose last field is the password of the signed-in user, with notices about a restored draft and a problem. */
export const PasswordDialog = ({
  draft,
  problem,
  failedTitle,
  passwordField,
  children,
  ...dialog
}: PasswordDialogProps) => (
  <FormDialog {...dialog}>
    <DraftNotice draft={draft} />
    {problem && <ProblemNotice problem={problem} title={failedTitle} />}
    {children}
    <PasswordField {...passwordField} autoComplete="current-password" />
  </FormDialog>
);
