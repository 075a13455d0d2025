import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useSessionState } from '#portal/session/session-context.tsx';
import { createDraftKey } from './draft-store.ts';

/** Returns the key of the draft of a form. The key does not change while the form is open, even when the session ends. */
export function useDraftKey(form: string): string {
  const { user } = useSessionState();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [key] = useState(() => createDraftKey(user?.userId ?? null, path, form));
  return key;
}
