import type { Body } from '@basics/contract/calls/endpoint.ts';
import { session } from '@basics/contract/session/session.ts';
import { call } from '#portal/api/call.ts';

/** Returns the page and the token of the link in an e-mail, for the code in the same e-mail. */
export const openLinkByCode = (body: Body<typeof session.openLink>) => call(session.openLink, { body });
