import { useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The login to fill in on the sign-in page. */
    login?: string;
    /** The message to show on the sign-in page. */
    note?: 'passwordSet' | 'loginChanged' | 'connectWorkAccount';
    /** Why the last session ended, as a sentence to show on the sign-in page. */
    sessionEnd?: string;
    /** The token with which this sign-in connects a work account. */
    workAccount?: string;
  }
}

/**
 * Returns the login, the kind of message, why the last session ended, and the token of a work account that the previous page passed to the sign-in page. The values are stored in the history state,
 * never in the address.
 */
export function useSignInNote() {
  const { login = '', note, sessionEnd, workAccount } = useRouter().latestLocation.state;
  return { login, note, sessionEnd, workAccount };
}
