import { useState } from 'react';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { BackToSignIn, ForgotForm, MailSent } from './forgot-form.tsx';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <MailSent email={sentTo} onOtherAddress={() => setSentTo(null)} />;
  return (
    <>
      <PageHeading title={texts.forgotTitle} introText={texts.forgotLead} />
      <ForgotForm submitLabel={texts.sendLink} failureTitle={texts.forgotFailed} onSent={setSentTo} />
      <BackToSignIn />
    </>
  );
}
