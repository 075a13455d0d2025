import { useQuery } from '@tanstack/react-query';
import { MailPage } from '#portal/features/mail/mail-page.tsx';
import { describeWaitingMail } from '#portal/features/status/judge-status.ts';
import { statusReport } from '#portal/features/status/status.queries.ts';
import { mail as texts } from '#portal/texts/mail.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';

/** The outbox, with the reason why no e-mail is sent, which the status of the portal knows. */
export const ComposedMailPage = () => <MailPage heldNotice={<HeldNotice />} />;

function HeldNotice() {
  const { data } = useQuery(statusReport);
  return (
    <Notice tone="warn">
      <p>{(data && describeWaitingMail(data.mail)) ?? texts.notSent}</p>
    </Notice>
  );
}
