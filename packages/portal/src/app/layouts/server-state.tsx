import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createQueryClient } from '#portal/api/query-client.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';

/** What one user has read from the server: it lives and dies with his session, so that the next never sees it. */
export function ServerState({ children }: { children: ReactNode }) {
  const toasts = useToasts();
  const [client] = useState(() => createQueryClient((problem) => toasts.problem(problem.message)));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
