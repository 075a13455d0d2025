import { Suspense } from 'react';
import { session as texts } from '#portal/texts/session.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInNote } from './sign-in-note.ts';
import styles from './sign-in-page.module.css';
import { useSignIn } from './use-sign-in.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';

const SecondStep = createLazyPart(async () => (await import('./second-step.tsx')).SecondStep);

export function SignInPage() {
  const signIn = useSignIn();
  const { note, sessionEnd } = useSignInNote();
  if (signIn.acceptedSteps) {
    return (
      <Suspense>
        <SecondStep signIn={signIn} acceptedSteps={signIn.acceptedSteps} />
      </Suspense>
    );
  }
  return (
    <>
      <PageHeading title={texts.title} />
      {note && <p className={styles.note}>{texts.notes[note]}</p>}
      {sessionEnd && <p className={styles.sessionEnd}>{sessionEnd}</p>}
      <SignInForm signIn={signIn} />
    </>
  );
}
