import { apiBase } from '@basics/contract/calls/limits.ts';
import { signingIn } from '@basics/contract/session/signing-in.ts';
import { workAccountCallbackPath, workAccounts as calls } from '@basics/contract/session/work-account.ts';
import { readIdCookie } from '#server/platform/http/request-origin.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import {
  allowPasswords,
  confirmWorkAccount,
  disconnectWorkAccount,
  listWorkAccounts,
  refusePasswords,
} from './manage-work-accounts.ts';
import { answerWorkSignIn, findBrowserKey, startWorkSignIn, type WorkAccounts } from './work-sign-in.ts';

/** The path of the calls that sign people in. */
const signInPath = `${apiBase}/auth`;

/** Mounts the sign-in with a work account. `workAccounts` is null if no identity provider is configured. */
export function workAccountRoutes(
  router: Router,
  { workAccounts, secureUrl }: { workAccounts: WorkAccounts | null; secureUrl: boolean },
): void {
  // Each sign-in has a cookie of its own, so that several can be open, and so has its result. The provider is another site, and the browser
  // comes back from it: `Lax`.
  const createCookie = (key: string, value: string, seconds: number): string =>
    `${key}=${value}; Path=${signInPath}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secureUrl ? '; Secure' : ''}`;
  mount(router, signingIn.startWorkSignIn, async (call) => {
    if (!workAccounts) throw problem('PAGE_NOT_FOUND');
    const { url, browser, key, seconds } = await startWorkSignIn(call, workAccounts, call.body.path ?? '/');
    call.setCookie(createCookie(key, browser, seconds));
    return { url };
  });
  mount(router, calls.list, (call) => listWorkAccounts(call, workAccounts));
  mount(router, calls.confirm, (call) =>
    confirmWorkAccount(call, workAccounts, { userId: call.params.id, until: Date.parse(call.body.until) }),
  );
  mount(router, calls.allowPasswords, allowPasswords);
  mount(router, calls.refusePasswords, refusePasswords);
  mount(router, calls.disconnect, (call) => disconnectWorkAccount(call, call.params.id));

  // The provider sends the browser to this address. It is not in the API contract, because it answers with a page.
  router.http.get(workAccountCallbackPath, async (request, reply) => {
    if (!workAccounts) throw problem('PAGE_NOT_FOUND');
    const { database, clock } = router.parts;
    const query = (request.raw.url ?? '').split('?').slice(1).join('?');
    const key = findBrowserKey(query);
    const browser = readIdCookie(request.headers.cookie, key);
    const answered = await answerWorkSignIn({ database, at: clock() }, workAccounts, { query, browser });
    const cookies = [createCookie(key, '', 0)];
    if (answered && browser !== null) cookies.push(createCookie(answered.key, browser, answered.seconds));
    // The token is in the fragment, which is in no log and no Referer header.
    return reply
      .header('cache-control', 'no-store')
      .header('set-cookie', cookies)
      .redirect(answered ? `/auth/temp#token=${answered.token}` : '/auth/temp', 303);
  });
}
