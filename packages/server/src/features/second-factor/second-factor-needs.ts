import type { SecondFactorPolicy } from '#server/platform/security/second-factor-policy.ts';
import type { SecondStepNeeds, SecondStepService } from './check-second-step.ts';

export type SecondFactorNeeds = SecondStepNeeds & {
  steps: SecondStepService;
  chance: (bytes: number) => Uint8Array;
  secondFactorPolicy: SecondFactorPolicy;
};
