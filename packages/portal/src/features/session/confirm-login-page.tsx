import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmLinkForm } from '#portal/session/links/confirm-link-form.tsx';
import { LinkCodeEntry } from '#portal/session/links/link-code-form.tsx';
import { useLinkToken } from '#portal/session/links/link-token.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { changeLogin as texts } from '#portal/texts/change-login.ts';
import { passwords } from '#portal/texts/passwords.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { confirmLogin } from './sign-in.queries.ts';

/** The page that opens from the link in an e-mail, on which a user confirms a new login. */
export function ConfirmLoginPage() {
  const session = useSession();
  const navigate = useNavigate();
  const toasts = useToasts();
  const token = useLinkToken();
  const [isExpired, setExpired] = useState(false);
  if (token === null) return <MissingLink />;
  if (isExpired) return <ExpiredLink />;

  async function confirmNewLogin(linkToken: string): Promise<void> {
    const { userId, login } = await confirmLogin(linkToken);
    const { user } = session.state();
    if (user !== null && user.userId !== userId) {
      toasts.done(passwords.otherAccount.loginChanged(login, user.userEmail));
      return navigate({ to: '/', replace: true });
    }
    session.leave(); // All sessions have ended, including the one of this browser.
    await navigate({ to: '/sign-in', state: { login, note: 'loginChanged' }, replace: true });
  }

  return (
    <>
      <PageHeading title={texts.confirmTitle} introText={texts.confirmLead} />
      <ConfirmLinkForm
        label={texts.confirm}
        failedTitle={texts.confirmFailed}
        confirmLink={() => confirmNewLogin(token)}
        onLinkExpired={() => setExpired(true)}
      />
    </>
  );
}

const MissingLink = () => (
  <LinkCodeEntry>
    <p>{texts.askAgain}</p>
    <LinkButton to="/sign-in">{texts.toSignIn}</LinkButton>
  </LinkCodeEntry>
);

const ExpiredLink = () => (
  <>
    <PageHeading title={texts.confirmTitle} />
    <Notice
      tone="warn"
      role="alert"
      title={texts.ended}
      actions={<LinkButton to="/sign-in">{texts.toSignIn}</LinkButton>}
    >
      <p>{texts.endedNext}</p>
    </Notice>
  </>
);
