import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createHmac, randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { minutes, type Clock } from '#server/platform/clock/clock.ts';

/**
 * The cost of ALTCHA's proof of work: the browser searches for the number whose derived key (PBKDF2 with `cost` rounds) has the required
 * beginning. The number is at most `maxNumber`, so the search takes a quarter of a second. A person waits this time once, but a program
 * that tries many passwords waits at every attempt. The server derives only one key to check the solution.
 */
const cost = 1000;
const [minNumber, maxNumber] = [100, 400];
const lifetimeMs = minutes(10);

const hexSchema = z.string().check(z.regex(/^[0-9a-f]{1,128}$/));
/**
 * The browser's answer to a challenge. The browser sends it as JSON in base64. The signature covers the parameters of the challenge, so
 * that nobody can change them to make the search easier.
 */
const solutionSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: hexSchema,
      salt: hexSchema,
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: hexSchema,
      keySignature: hexSchema,
      data: z.object({ until: z.int() }),
    }),
    signature: hexSchema,
  }),
  solution: z.object({ counter: z.int(), derivedKey: hexSchema }),
});

type Challenge = z.infer<typeof solutionSchema>['challenge'];

export type ProofOfWork = {
  challenge(): Promise<Challenge>;
  /**
   * Returns the nonce of the challenge that the answer solves. Returns null if the answer is wrong, or if the challenge is too old or not
   * from this portal.
   */
  findSolvedNonce(answer: string): Promise<string | null>;
};

export function createProofOfWork({ secret, clock }: { secret: string; clock: Clock }): ProofOfWork {
  const hmacSignatureSecret = createHmac('sha256', secret).update('challenge').digest('hex');
  const hmacKeySignatureSecret = createHmac('sha256', secret).update('key').digest('hex');
  const secrets = { hmacSignatureSecret, hmacKeySignatureSecret };
  return {
    async challenge() {
      const signedChallenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(minNumber, maxNumber),
        // `until` replaces the library's field `expiresAt`, which the library would compare with the machine's clock instead of the
        // portal's `clock`.
        data: { until: Math.floor((clock() + lifetimeMs) / 1000) },
        deriveKey,
        ...secrets,
      });
      return solutionSchema.shape.challenge.parse(signedChallenge);
    },
    async findSolvedNonce(answer) {
      const parseResult = solutionSchema.safeParse(decodeJson(answer));
      if (!parseResult.success) return null;
      const { challenge, solution } = parseResult.data;
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      const { nonce, data } = challenge.parameters;
      return verified && data.until * 1000 > clock() ? nonce : null;
    },
  };
}

function decodeJson(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
  } catch {
    // An answer that is not JSON in base64 is treated as a wrong solution.
    return null;
  }
}
