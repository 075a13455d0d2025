import { session } from '@basics/contract/session.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { SessionService } from './session.service.ts';

export function sessionRoutes(door: Door, sessions: SessionService): void {
  serve(door, session.signIn, ({ body, origin }) => sessions.signIn(body, origin));
  serve(door, session.extend, ({ actor, origin }) => sessions.extend(actor, origin));
  serve(door, session.signOut, async ({ actor, origin }) => {
    await sessions.signOut(actor, origin);
    return undefined;
  });
}
