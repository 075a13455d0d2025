import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { session } from '@basics/contract/session/session.ts';
import { call } from '#portal/api/call.ts';

/** The reply that names the method by which this portal distinguishes people from programs. */
export type HumanVerification = Reply<typeof session.humanVerification>;
export type Challenge = NonNullable<HumanVerification['challenge']>;

export const fetchHumanVerification = (): Promise<HumanVerification> => call(session.humanVerification);
