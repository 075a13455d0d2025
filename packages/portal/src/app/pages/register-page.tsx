import { RegisterPage } from '#portal/features/registration/register-page.tsx';
import { QueryCacheProvider } from '#portal/app/layouts/query-cache-provider.tsx';

/** The registration form with its lists of options. Public pages have no query cache of their own, so this component adds one. */
export const ComposedRegisterPage = () => (
  <QueryCacheProvider>
    <RegisterPage />
  </QueryCacheProvider>
);
