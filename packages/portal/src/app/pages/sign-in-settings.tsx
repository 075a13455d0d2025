import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { TwoStep } from '#portal/features/second-factor/two-step.tsx';
import { ChangePassword } from '#portal/features/session/change-password.tsx';
import { OwnLogin } from '#portal/features/session/own-login.tsx';
import { OwnSessions } from '#portal/features/session/own-sessions.tsx';
import { passwordLocation } from '#portal/app/password-location.ts';

/** The sign-in settings of the user's own account, and their sessions. */
export function SignInSettings() {
  const location = useLocation();
  const password = useRef<HTMLDivElement>(null);
  // The browser cannot scroll to the fragment itself, because it looks for the element before it is rendered. This runs after each navigation, also to the same URL.
  useEffect(() => {
    if (location.hash === passwordLocation.hash) password.current?.querySelector('button')?.focus();
  }, [location]);
  return (
    <>
      <OwnLogin />
      <div ref={password} id={passwordLocation.hash}>
        <ChangePassword />
      </div>
      <TwoStep />
      <OwnSessions />
    </>
  );
}
