import type { Reply } from '@basics/contract/endpoint.ts';
import type { HumanVerificationKind, session } from '@basics/contract/session.ts';
import { createHash, hkdfSync } from 'node:crypto';
import type { Db } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { askVerificationSite } from './ask-verification-site.ts';
import type { SiteQuestion } from './ask-verification-site.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { claimAnswer } from './used-challenges.repository.ts';

export type HumanSettings = {
  kind: HumanVerificationKind;
  siteKey: string | null;
  /** For ALTCHA the key that signs the portal's challenges, otherwise the secret key of the portal at the verification service. */
  secret: string;
};

export type HumanVerification = {
  /** The data that a browser needs to prove that the user is human. */
  offer(): Promise<Reply<typeof session.humanVerification>>;
  /**
   * Accepts a valid answer. Throws HUMAN_VERIFICATION_NEEDED if it is missing, wrong, too old or used before, and BUSY if the service
   * cannot be reached: otherwise an attacker who blocks the service could pass without an answer.
   */
  require(answer: string | undefined, address: string): Promise<void>;
};

type Dependencies = { settings: HumanSettings; db: Db; clock: Clock; fetch: typeof fetch };

/** Distinguishes humans from programs with the method that the operator has chosen. */
export function createHumanVerification({ settings, db, clock, fetch }: Dependencies): HumanVerification {
  const { kind, siteKey, secret } = settings;
  const proofOfWork = createProofOfWork({ secret, clock });
  return {
    offer: async () => ({ kind, siteKey, challenge: kind === 'altcha' ? await proofOfWork.challenge() : null }),
    async require(answer, address) {
      if (kind === 'off') return;
      if (answer === undefined || answer === '') throw problem('HUMAN_VERIFICATION_NEEDED');
      const id =
        kind === 'altcha'
          ? await proofOfWork.findSolvedNonce(answer)
          : await judgeAnswer({ kind, secret, answer, address, fetch });
      const isFirst = id !== null && (await claimAnswer(db, id, clock()));
      if (!isFirst) throw problem('HUMAN_VERIFICATION_NEEDED');
    },
  };
}

/** The key that signs challenges if the operator sets none, derived from the session key (RFC 5869). */
export const deriveHumanSecret = (key: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(), 'basics-portal human verification', 32)).toString('hex');

async function judgeAnswer(question: SiteQuestion): Promise<string | null> {
  return (await askVerificationSite(question)) ? createHash('sha256').update(question.answer).digest('hex') : null;
}
