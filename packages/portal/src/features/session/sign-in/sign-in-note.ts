import { useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The login to fill in on the sign-in page. */
    login?: string;
    /** The message to show on the sign-in page. */
    note?: 'passwordSet' | 'loginChanged';
  }
}

/**
 * Returns the login and the kind of message that the previous page passed to the sign-in page. Both values are stored in the history state,
 * never in the address.
 */
export function useSignInNote() {
  const { login = '', note } = useRouter().latestLocation.state;
  return { login, note };
}
