import type { HumanSite } from '@basics/contract/human-sites.ts';
import { isProblem } from '#portal/api/api-problem.ts';

/** Where the check stands; `asking` waits for the person to answer the widget of a service. */
export type HumanState =
  | { step: 'idle' | 'checking' | 'passed' | 'off' | 'failed' }
  | { step: 'asking'; kind: HumanSite; siteKey: string; onAnswer: (answer: string) => void };

export type HumanCheck = {
  state: () => HumanState;
  subscribe: (listener: () => void) => () => void;
  /** Starts ahead of time, so that nobody waits when he sends. */
  begin: () => void;
  /** Sends with an answer, each of which the server takes once; with a fresh one should it want another. */
  send: <T>(attempt: (humanVerification: string | undefined) => Promise<T>) => Promise<T>;
};

type Answer = { text: string | undefined; goodUntil: number };

/** A service's answer is good for two minutes or more (hCaptcha, reCAPTCHA: 120 s). */
const siteAnswerMs = 100_000;
/** So that an answer does not grow too old on its way. */
const marginMs = 20_000;

/** Shows the server that a person is there, in most portals without asking him anything. One for a form. */
export function createHumanCheck(): HumanCheck {
  let state: HumanState = { step: 'idle' };
  let pending: Promise<Answer> | null = null;
  const listeners = new Set<() => void>();

  function become(next: HumanState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function find(): Promise<Answer> {
    become({ step: 'checking' });
    try {
      const answer = await answerTo(become);
      become({ step: answer.text === undefined ? 'off' : 'passed' });
      return answer;
    } catch (error) {
      pending = null;
      become({ step: 'failed' });
      throw error;
    }
  }

  function begin(): void {
    // What failed here is tried again, and told, when the form is sent.
    if (pending === null) (pending = find()).catch(() => {});
  }

  async function take(): Promise<string | undefined> {
    const answer = await (pending ??= find());
    pending = null;
    if (answer.text === undefined || answer.goodUntil > Date.now()) return answer.text;
    return take();
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin,
    send: async <T>(attempt: (humanVerification: string | undefined) => Promise<T>): Promise<T> => {
      try {
        return await attempt(await take());
      } catch (error) {
        if (!isProblem(error, 'HUMAN_VERIFICATION_NEEDED')) throw error;
        return attempt(await take());
      }
    },
  };
}

async function answerTo(become: (next: HumanState) => void): Promise<Answer> {
  const { fetchOffer } = await import('./human-check.queries.ts');
  const { kind, siteKey, challenge } = await fetchOffer();
  if (kind === 'altcha' && challenge) {
    const { solveChallenge } = await import('./solve-challenge.ts');
    const goodUntil = challenge.parameters.data.until * 1000 - marginMs;
    return { text: await solveChallenge(challenge), goodUntil };
  }
  if (kind === 'off' || kind === 'altcha' || siteKey === null) return { text: undefined, goodUntil: Infinity };
  const text = await new Promise<string>((onAnswer) => become({ step: 'asking', kind, siteKey, onAnswer }));
  return { text, goodUntil: Date.now() + siteAnswerMs };
}
