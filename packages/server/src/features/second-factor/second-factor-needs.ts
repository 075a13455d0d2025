import type { SecondFactorPolicy } from '#server/platform/security/second-factor-policy.ts';
import type { SecondStepDependencies, SecondStepService } from './check-second-step.ts';

export type SecondFactorDependencies = SecondStepDependencies & {
  steps: SecondStepService;
  randomBytes: (bytes: number) => Uint8Array;
  secondFactorPolicy: SecondFactorPolicy;
};
