import { licenses } from '@basics/contract/licenses/licenses.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import { noPagePolicy, sendWithRevalidation } from '#server/platform/http/response-headers.ts';
import { problem } from '#server/platform/problem.ts';
import { createFeed, endFeed, readCalendar, readFeed } from './calendar-feed.ts';

export function calendarFeedRoutes(router: Router): void {
  mount(router, licenses.calendar, readFeed);
  mount(router, licenses.createCalendar, createFeed);
  mount(router, licenses.endCalendar, endFeed);
  // The feed is outside the API, because calendar programs read it without a session. A token of 32 bytes in base64url has 43 characters.
  router.http.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const token = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1];
    if (token === undefined) throw problem('RESULTS_NOT_FOUND');
    const { clock, ...parts } = router.parts;
    const text = await readCalendar(parts, { token, ipAddress: request.ip, at: clock() });
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-security-policy', noPagePolicy)
      .header('referrer-policy', 'no-referrer');
    return sendWithRevalidation(request, reply, text);
  });
}
