import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { readToken } from '#portal/api/browser-store.ts';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { findSafePath } from '#portal/session/remembered-path.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { endSession } from '#portal/session/session.queries.ts';
import { ClockIsWrong } from '#portal/session/session.ts';
import { readClaims } from '#portal/session/token.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { readLinkToken } from '#portal/session/links/link-token.ts';
import { exchangeToken } from '../sign-in.queries.ts';

type HandoffResult = { token: string; path: string };

export type Handoff =
  | { step: 'working' }
  | { step: 'notFound' }
  | { step: 'asking'; handoffResult: HandoffResult; userName: string }
  | { step: 'failed'; problem: ApiProblem | ClockIsWrong };

/**
 * Signs in a user who comes from the desktop tool or from the identity provider. It removes the token from the address and the history, exchanges the token for a
 * session, and opens the page that belongs to the token. If another user is signed in, the page asks first.
 */
export function useHandoff() {
  const router = useRouter();
  const navigate = useNavigate();
  const session = useSession();
  const toasts = useToasts();
  const [token] = useState(() => readLinkToken(router.latestLocation));
  const [handoff, setHandoff] = useState<Handoff>({ step: token === null ? 'notFound' : 'working' });

  async function exchangeAndEnter(handoffToken: string): Promise<void> {
    try {
      const handoffResult = await exchangeToken(handoffToken);
      const userName = readClaims(handoffResult.token)?.userName ?? '';
      const signedInUserName = readClaims(readToken())?.userName ?? userName;
      if (signedInUserName === userName) await enter(handoffResult);
      else setHandoff({ step: 'asking', handoffResult, userName });
    } catch (error) {
      if (isProblem(error, 'WORK_ACCOUNT_NOT_CONNECTED')) return connectWorkAccount(handoffToken, error.fields.login);
      setHandoff(toFailure(error));
    }
  }

  /** Opens the sign-in page: the sign-in with the password connects the work account. */
  const connectWorkAccount = (workAccount: string, login = ''): Promise<void> =>
    navigate({ to: '/sign-in', replace: true, state: { note: 'connectWorkAccount', login, workAccount } });

  async function enter({ token: newToken, path }: HandoffResult): Promise<void> {
    const previousToken = readToken();
    await session.enter(newToken);
    if (previousToken !== null) endSessionInBackground(previousToken);
    await navigate({ href: findSafePath(path, location.origin) ?? '/', replace: true });
  }

  function endSessionInBackground(endedToken: string): void {
    endSession(endedToken).catch(() => toasts.problem(texts.handoff.otherOpen));
  }

  const startHandoff = useEffectEvent(async () => {
    if (token === null) return;
    await navigate({ to: '/auth/temp', search: {}, hash: '', replace: true });
    await exchangeAndEnter(token);
  });
  // oxlint-disable-next-line react/set-state-in-effect -- The state is set later, when the reply arrives.
  useEffect(() => void startHandoff(), []);

  return {
    handoff,
    retry: () => {
      if (token === null) return;
      setHandoff({ step: 'working' });
      void exchangeAndEnter(token);
    },
    switchAccount: (handoffResult: HandoffResult) => {
      setHandoff({ step: 'working' });
      enter(handoffResult).catch((error: unknown) => setHandoff(toFailure(error)));
    },
    stayWithCurrent: (handoffResult: HandoffResult) => {
      endSessionInBackground(handoffResult.token);
      void navigate({ to: '/', replace: true });
    },
  };
}

function toFailure(error: unknown): Handoff {
  if (error instanceof ClockIsWrong) return { step: 'failed', problem: error };
  if (!(error instanceof ApiProblem)) throw error;
  return error.code === 'TOKEN_NOT_FOUND' ? { step: 'notFound' } : { step: 'failed', problem: error };
}
