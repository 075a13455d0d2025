import { useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Who is about to sign in, and what he has just done. */
    login?: string;
    note?: 'passwordSet';
  }
}

/** What the page before has left for the sign-in page; it stands in the history, never in the address. */
export function useSignInNote() {
  const { login = '', note } = useRouter().latestLocation.state;
  return { login, note };
}
