import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { TwoStep } from '#portal/features/second-factor/two-step.tsx';
import { ChangePassword } from '#portal/features/session/passwords/change-password.tsx';
import { OwnLogin, OwnSessions } from '#portal/features/session/own-sessions.tsx';
import { DownloadPersonalData } from '#portal/session/editing/download-personal-data.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { personalData } from '#portal/texts/personal-data.ts';
import { Card, Sections, Stack } from '#portal/ui/layout/layout.tsx';
import { passwordLocation } from '#portal/app/routes/password-location.ts';

/** The sign-in settings of the user's own account, and their sessions. */
export function SignInSettings() {
  const location = useLocation();
  const passwordCard = useRef<HTMLDivElement>(null);
  // The browser cannot go to the fragment itself, because it searches for the element before the element is rendered. The effect runs after
  // each navigation, also to the same URL.
  useEffect(() => {
    if (location.hash === passwordLocation.hash) passwordCard.current?.querySelector('button')?.focus();
  }, [location]);
  return (
    <Sections>
      <OwnLogin />
      <div ref={passwordCard} id={passwordLocation.hash}>
        <ChangePassword />
      </div>
      <TwoStep />
      <OwnSessions />
      <Card
        title={personalData.title}
        actions={
          <Stack>
            <DownloadPersonalData userId={useUser().userId} />
          </Stack>
        }
      >
        <p>{personalData.lead}</p>
      </Card>
    </Sections>
  );
}
