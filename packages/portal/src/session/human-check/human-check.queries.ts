import type { Reply } from '@basics/contract/endpoint.ts';
import { session } from '@basics/contract/session.ts';
import { call } from '#portal/api/call.ts';

/** How this portal distinguishes people from programs. */
export type Offer = Reply<typeof session.humanVerification>;
export type Challenge = NonNullable<Offer['challenge']>;

export const fetchOffer = (): Promise<Offer> => call(session.humanVerification);
