import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { session, type HumanVerificationKind } from '@basics/contract/session/session.ts';
import { createHash, hkdfSync } from 'node:crypto';
import type { Db } from '#server/database/foundation.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { problem, type Problem } from '#server/platform/problem.ts';
import { serverTexts } from '#server/platform/texts/language.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { claimAnswer } from '../security/one-time-tokens.repository.ts';
import type { HumanSite } from '@basics/contract/session/human-sites.ts';
import * as z from 'zod/mini';

export type HumanSettings = {
  kind: HumanVerificationKind;
  siteKey: string | null;
  /** For ALTCHA, the key that signs the portal's challenges; for other services, the secret key that the service gave to the portal. */
  secret: string;
};

export type HumanVerification = {
  /** False if the operator has switched human verification off: then `requireHuman` accepts everybody. */
  isOn: boolean;
  /** Returns the data that a browser needs to prove that the user is human. */
  createOffer(): Promise<Reply<typeof session.humanVerification>>;
  /**
   * Accepts a valid answer. Throws HUMAN_VERIFICATION_NEEDED if the answer is missing, wrong, too old or already used. Throws BUSY if the
   * service cannot be reached, so that an attacker who blocks the service is not let through.
   */
  requireHuman(answer: string | undefined, address: string): Promise<void>;
};

type Dependencies = { settings: HumanSettings; db: Db; clock: Clock; fetch: typeof fetch };

/** Creates the functions that distinguish humans from programs, by the method that the operator has chosen. */
export function createHumanVerification({ settings, db, clock, fetch }: Dependencies): HumanVerification {
  const { kind, siteKey, secret } = settings;
  const proofOfWork = createProofOfWork({ secret, clock });
  return {
    isOn: kind !== 'off',
    createOffer: async () => ({ kind, siteKey, challenge: kind === 'altcha' ? await proofOfWork.challenge() : null }),
    async requireHuman(answer, address) {
      if (kind === 'off') return;
      if (answer === undefined || answer === '') throw createProblem();
      const id =
        kind === 'altcha'
          ? await proofOfWork.findSolvedNonce(answer)
          : await judgeAnswer({ kind, secret, answer, address, fetch });
      const isFirstUse = id !== null && (await claimAnswer(db, id, clock()));
      if (!isFirstUse) throw createProblem();
    },
  };
}

/** The problem says where a client gets a challenge, and in which field it sends the answer. */
const createProblem = (): Problem =>
  problem('HUMAN_VERIFICATION_NEEDED', {
    fields: {
      humanVerification: serverTexts().fieldFaults.humanVerification(`GET ${apiBase}${session.humanVerification.path}`),
    },
  });

/** Derives the key that signs challenges from the session key (RFC 5869), for an operator who sets no such key. */
export const deriveHumanSecret = (key: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(), 'basics-portal human verification', 32)).toString('hex');

async function judgeAnswer(question: SiteQuestion): Promise<string | null> {
  return (await askVerificationSite(question)) ? createHash('sha256').update(question.answer).digest('hex') : null;
}

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

type SiteQuestion = { kind: HumanSite; secret: string; answer: string; address: string; fetch: typeof fetch };

/**
 * Returns whether the human verification service accepts the user's answer. Throws BUSY if the service does not reply
 * within three seconds.
 */
async function askVerificationSite({ kind, secret, answer, address, fetch }: SiteQuestion): Promise<boolean> {
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
