import { session as texts } from '#portal/messages/en/session.ts';
import { PageHeading } from '#portal/ui/page-heading.tsx';
import { SignInForm } from './sign-in-form.tsx';

export const SignInPage = () => (
  <>
    <PageHeading title={texts.title} lead={texts.lead} />
    <SignInForm />
  </>
);
