import { RegisterPage } from '#portal/features/registration/register-page.tsx';
import { ServerState } from '#portal/app/layouts/server-state.tsx';

/** The form for an account, with the lists that it asks for: the public pages hold no server state of their own. */
export const ComposedRegisterPage = () => (
  <ServerState>
    <RegisterPage />
  </ServerState>
);
