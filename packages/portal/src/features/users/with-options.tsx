import { useQuery } from '@tanstack/react-query';
import { user as texts } from '#portal/texts/user.ts';
import { FormSkeleton, RetryNotice } from './form-states.tsx';
import { userOptions } from './users.queries.ts';
import type { UserOptions } from './users.queries.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

/** Loads the options of the form and renders the children with them. While the options are loading, shows a skeleton. */
export function WithOptions({ children }: { children: (options: UserOptions) => Elements }) {
  const options = useQuery(userOptions);
  if (options.data) return children(options.data);
  if (!options.error) return <FormSkeleton />;
  return (
    <RetryNotice failedTitle={texts.form.optionsFailed} error={options.error} onRetry={() => void options.refetch()} />
  );
}
