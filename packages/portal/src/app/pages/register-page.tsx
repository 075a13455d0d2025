import { RegisterPage } from '#portal/features/registration/register-page.tsx';
import { ServerState } from '#portal/app/layouts/server-state.tsx';

/** The registration form with its lists of options. Public pages have no query cache of their own, so this component adds one. */
export const ComposedRegisterPage = () => (
  <ServerState>
    <RegisterPage />
  </ServerState>
);
