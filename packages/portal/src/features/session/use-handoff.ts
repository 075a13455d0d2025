import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { readToken } from '#portal/api/stored-token.ts';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { findSafePath } from '#portal/session/remembered-path.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { endSession } from '#portal/session/session.queries.ts';
import { ClockIsWrong } from '#portal/session/session.ts';
import { readClaims } from '#portal/session/token.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { readLinkToken } from '#portal/session/link-token.ts';
import { exchangeToken } from './passwords.queries.ts';

type HandoffResult = { token: string; path: string };

export type Handoff =
  | { step: 'working' }
  | { step: 'notFound' }
  | { step: 'asking'; handed: HandoffResult; userName: string }
  | { step: 'failed'; problem: ApiProblem | ClockIsWrong };

/**
 * Signs in from the desktop tool: removes the token from the address and the history, exchanges it for a session, and opens the page
 * of the token. Asks first when another user is signed in here.
 */
export function useHandoff() {
  const router = useRouter();
  const navigate = useNavigate();
  const session = useSession();
  const toasts = useToasts();
  const [token] = useState(() => readLinkToken(router.latestLocation));
  const [handoff, setHandoff] = useState<Handoff>({ step: token === null ? 'notFound' : 'working' });

  async function exchange(given: string): Promise<void> {
    try {
      const handed = await exchangeToken(given);
      const userName = readClaims(handed.token)?.userName ?? '';
      const here = readClaims(readToken())?.userName ?? userName;
      if (here === userName) await enter(handed);
      else setHandoff({ step: 'asking', handed, userName });
    } catch (error) {
      setHandoff(toFailure(error));
    }
  }

  async function enter({ token: fresh, path }: HandoffResult): Promise<void> {
    const former = readToken();
    await session.enter(fresh);
    if (former !== null) endQuietly(former);
    await navigate({ href: findSafePath(path, location.origin) ?? '/', replace: true });
  }

  function endQuietly(ended: string): void {
    endSession(ended).catch(() => toasts.problem(texts.handoff.otherOpen));
  }

  const begin = useEffectEvent(async () => {
    if (token === null) return;
    await navigate({ to: '/auth/temp', search: {}, hash: '', replace: true });
    await exchange(token);
  });
  // oxlint-disable-next-line react/set-state-in-effect -- It is set when the reply arrives.
  useEffect(() => void begin(), []);

  return {
    handoff,
    repeat: () => {
      if (token === null) return;
      setHandoff({ step: 'working' });
      void exchange(token);
    },
    enter: (handed: HandoffResult) => {
      setHandoff({ step: 'working' });
      enter(handed).catch((error: unknown) => setHandoff(toFailure(error)));
    },
    stay: (handed: HandoffResult) => {
      endQuietly(handed.token);
      void navigate({ to: '/', replace: true });
    },
  };
}

function toFailure(error: unknown): Handoff {
  if (error instanceof ClockIsWrong) return { step: 'failed', problem: error };
  if (!(error instanceof ApiProblem)) throw error;
  return error.code === 'TOKEN_NOT_FOUND' ? { step: 'notFound' } : { step: 'failed', problem: error };
}
