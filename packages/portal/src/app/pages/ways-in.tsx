import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { TwoStep } from '#portal/features/second-factor/two-step.tsx';
import { ChangePassword } from '#portal/features/session/change-password.tsx';
import { OwnSessions } from '#portal/features/session/own-sessions.tsx';
import { passwordPlace } from '#portal/app/password-place.ts';

/** How somebody gets into his account, and where he is in it now. */
export function WaysIn() {
  const location = useLocation();
  const password = useRef<HTMLDivElement>(null);
  // Not by the platform: it looks for the place before this is there. Each coming counts, also by the same address.
  useEffect(() => {
    if (location.hash === passwordPlace.hash) password.current?.querySelector('button')?.focus();
  }, [location]);
  return (
    <>
      <div ref={password} id={passwordPlace.hash}>
        <ChangePassword />
      </div>
      <TwoStep />
      <OwnSessions />
    </>
  );
}
