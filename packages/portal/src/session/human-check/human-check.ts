import type { HumanSite } from '@basics/contract/session/human-sites.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { fetchHumanVerification } from './human-check.queries.ts';

/** The state of the check. A portal without a check goes back to `idle`. In the state `asking`, the check waits until the user has answered the question of a verification service. */
export type HumanState =
  | { step: 'idle' | 'checking' | 'passed' | 'failed' }
  | { step: 'asking'; kind: HumanSite; siteKey: string; onAnswer: (answer: string) => void };

export type HumanCheck = {
  state: () => HumanState;
  subscribe: (listener: () => void) => () => void;
  /** Starts the check before the form is sent, so that the user does not wait for it. */
  start: () => void;
  /**
   * Runs `attempt` with an answer of the check. The server accepts each answer once: if the server asks again, `attempt` runs with a new
   * answer.
   */
  send: <T>(attempt: (humanVerification: string | undefined) => Promise<T>) => Promise<T>;
};

type Answer = { text: string | undefined; validUntil: number };

/**
 * How long the portal uses an answer of a verification service, in milliseconds. The services accept an answer for at least two minutes
 * (hCaptcha, reCAPTCHA: 120 s).
 */
const siteAnswerMs = 100_000;
/** The time in milliseconds that is reserved for the request, so that an answer is still valid when it arrives at the server. */
const marginMs = 20_000;

/**
 * Creates the human check of one form. The check proves to the server that a person uses the form, in most portals without a question to
 * the user.
 */
export function createHumanCheck(): HumanCheck {
  let currentState: HumanState = { step: 'idle' };
  let pendingAnswer: Promise<Answer> | null = null;
  const listeners = new Set<() => void>();

  function setState(newState: HumanState): void {
    currentState = newState;
    for (const listener of listeners) listener();
  }

  async function prepareAnswer(): Promise<Answer> {
    setState({ step: 'checking' });
    try {
      const humanAnswer = await requestAnswer(setState);
      setState({ step: humanAnswer.text === undefined ? 'idle' : 'passed' });
      return humanAnswer;
    } catch (error) {
      pendingAnswer = null;
      setState({ step: 'failed' });
      throw error;
    }
  }

  function start(): void {
    // A failed check is repeated, and its error is shown, when the form is sent.
    if (pendingAnswer === null) (pendingAnswer = prepareAnswer()).catch(() => {});
  }

  async function takeAnswer(): Promise<string | undefined> {
    const humanAnswer = await (pendingAnswer ??= prepareAnswer());
    pendingAnswer = null;
    if (humanAnswer.text === undefined || humanAnswer.validUntil > Date.now()) return humanAnswer.text;
    return takeAnswer();
  }

  return {
    state: () => currentState,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    send: async <T>(attempt: (humanVerification: string | undefined) => Promise<T>): Promise<T> => {
      try {
        return await attempt(await takeAnswer());
      } catch (error) {
        if (!isProblem(error, 'HUMAN_VERIFICATION_NEEDED')) throw error;
        return attempt(await takeAnswer());
      }
    },
  };
}

async function requestAnswer(setState: (newState: HumanState) => void): Promise<Answer> {
  const { kind, siteKey, challenge } = await fetchHumanVerification();
  if (kind === 'altcha' && challenge) {
    const { solveChallenge } = await import('./solve-challenge.ts');
    const validUntil = challenge.parameters.data.until * 1000 - marginMs;
    return { text: await solveChallenge(challenge), validUntil: validUntil };
  }
  if (kind === 'off' || kind === 'altcha' || siteKey === null) return { text: undefined, validUntil: Infinity };
  const siteAnswer = await new Promise<string>((onAnswer) => setState({ step: 'asking', kind, siteKey, onAnswer }));
  return { text: siteAnswer, validUntil: Date.now() + siteAnswerMs };
}
