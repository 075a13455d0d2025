import type { HumanSite } from '@basics/contract/human-sites.ts';
import * as z from 'zod/mini';
import { problem } from '#server/platform/problem.ts';

/**
 * The URL at which each service checks an answer. The URLs are fixed, so that no wrong setting can send the secret to
 * another server.
 */
const verificationUrls: Record<HumanSite, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

const verdictSchema = z.object({ success: z.boolean(), score: z.optional(z.number()) });
const minScore = 0.5;
const timeoutMs = 3000;

export type SiteQuestion = { kind: HumanSite; secret: string; answer: string; address: string; fetch: typeof fetch };

/**
 * Returns whether the human verification service accepts the user's answer. Throws BUSY if the service does not reply
 * within three seconds.
 */
export async function askVerificationSite({ kind, secret, answer, address, fetch }: SiteQuestion): Promise<boolean> {
  const verdict = verdictSchema.safeParse(
    await postForm(fetch, verificationUrls[kind], { secret, response: answer, remoteip: address }),
  );
  if (!verdict.success) throw problem('BUSY', { retryAfterSeconds: 5, cause: verdict.error });
  return verdict.data.success && (verdict.data.score ?? 1) >= minScore;
}

async function postForm(fetch: SiteQuestion['fetch'], url: string, form: Record<string, string>): Promise<unknown> {
  try {
    const response = await fetch(url, {
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
