import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { TwoStep } from '#portal/features/second-factor/two-step.tsx';
import { ChangePassword } from '#portal/features/session/passwords/change-password.tsx';
import { OwnLogin, OwnSessions } from '#portal/features/session/own-sessions.tsx';
import { passwordLocation } from '#portal/app/routes/password-location.ts';

/** The sign-in settings of the user's own account, and their sessions. */
export function SignInSettings() {
  const location = useLocation();
  const passwordCard = useRef<HTMLDivElement>(null);
  // The browser cannot scroll to the fragment itself, because it searches for the element before the element is
  // rendered. The scrolling runs after each navigation, also to the same URL.
  useEffect(() => {
    const button = location.hash === passwordLocation.hash ? passwordCard.current?.querySelector('button') : null;
    const cardList = passwordCard.current?.parentElement;
    if (!button || !cardList) return undefined;
    button.focus();
    // The cards above the button become longer when their data is loaded, so the page scrolls again while the button
    // has the focus.
    const observer = new ResizeObserver(() => {
      if (document.activeElement === button) button.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(cardList);
    return () => observer.disconnect();
  }, [location]);
  return (
    <>
      <OwnLogin />
      <div ref={passwordCard} id={passwordLocation.hash}>
        <ChangePassword />
      </div>
      <TwoStep />
      <OwnSessions />
    </>
  );
}
