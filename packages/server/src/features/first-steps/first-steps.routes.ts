import { firstSteps } from '@basics/contract/first-steps/first-steps.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { findDoneSetUpSteps } from './first-steps.repository.ts';

/** Host names that can be used only on the computer of the server. */
const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Mounts the call that lists which steps of the set-up are done, by the data that each step creates. `delivers` says whether a mail server is
 * configured, so that e-mails are sent.
 */
export function firstStepsRoutes(router: Router, { delivers }: { delivers: boolean }): void {
  mount(router, firstSteps.list, async ({ db, actor, publicUrl }) => ({
    mail: delivers,
    host: !localHosts.has(new URL(publicUrl).hostname),
    ...(await findDoneSetUpSteps(db, actor.userId)),
  }));
}
