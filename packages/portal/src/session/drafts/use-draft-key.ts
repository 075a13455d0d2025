import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useSessionState } from '#portal/session/session-context.tsx';
import { draftKey } from './draft-store.ts';

/** Where this form keeps its draft; the same as long as it is open, also when the session ends meanwhile. */
export function useDraftKey(form: string): string {
  const { user } = useSessionState();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [key] = useState(() => draftKey(user?.userId ?? null, path, form));
  return key;
}
