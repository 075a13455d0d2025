import { useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The login to fill in, and the action that was completed before. */
    login?: string;
    note?: 'passwordSet' | 'loginChanged';
  }
}

/** Reads the note of the previous page to the sign-in page; it is stored in the history, never in the address. */
export function useSignInNote() {
  const { login = '', note } = useRouter().latestLocation.state;
  return { login, note };
}
