import type { HumanSite } from '@basics/contract/human-sites.ts';
import * as z from 'zod/mini';
import { problem } from '#server/platform/problem.ts';

/**
 * The address at which each service checks an answer; fixed, so that no configuration can send the secret elsewhere.
 */
const places: Record<HumanSite, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

const verdict = z.object({ success: z.boolean(), score: z.optional(z.number()) });
const leastScore = 0.5;
const timeoutMs = 3000;

export type Question = { kind: HumanSite; secret: string; answer: string; address: string; fetch: typeof fetch };

/** Whether the service accepts this answer; throws BUSY if it does not reply within three seconds. */
export async function askSite({ kind, secret, answer, address, fetch }: Question): Promise<boolean> {
  const said = verdict.safeParse(await ask(fetch, places[kind], { secret, response: answer, remoteip: address }));
  if (!said.success) throw problem('BUSY', { retryAfterSeconds: 5, cause: said.error });
  return said.data.success && (said.data.score ?? 1) >= leastScore;
}

async function ask(fetch: Question['fetch'], place: string, form: Record<string, string>): Promise<unknown> {
  try {
    const response = await fetch(place, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return await response.json();
  } catch (cause) {
    throw problem('BUSY', { retryAfterSeconds: 5, cause });
  }
}
