import { lazy, Suspense } from 'react';
import { session as texts } from '#portal/messages/en/session.ts';
import { PageHeading } from '#portal/ui/page-heading.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInNote } from './sign-in-note.ts';
import styles from './sign-in-page.module.css';
import { useSignIn } from './use-sign-in.ts';

const Notice = lazy(async () => ({ default: (await import('#portal/ui/notice.tsx')).Notice }));
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

export function SignInPage() {
  const signIn = useSignIn();
  const { note } = useSignInNote();
  if (signIn.second) {
    return (
      <Suspense>
        <SecondStep signIn={signIn} wanted={signIn.second} />
      </Suspense>
    );
  }
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {note && (
        <div className={styles.note}>
          <Suspense>
            <Notice tone="ok" title={texts.notes[note]} />
          </Suspense>
        </div>
      )}
      <SignInForm signIn={signIn} />
    </>
  );
}
