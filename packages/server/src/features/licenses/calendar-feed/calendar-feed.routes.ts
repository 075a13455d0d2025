import { licenses } from '@basics/contract/licenses.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import { noPagePolicy } from '#server/platform/http/secure-headers.ts';
import { sendWithRevalidation } from '#server/platform/http/send-fresh.ts';
import { problem } from '#server/platform/problem.ts';
import type { CalendarFeedService } from './calendar-feed.service.ts';

export function calendarFeedRoutes(router: Router, service: CalendarFeedService): void {
  mount(router, licenses.calendar, ({ actor }) => service.find(actor));
  mount(router, licenses.createCalendar, ({ actor, origin }) => service.create(actor, origin));
  mount(router, licenses.endCalendar, ({ actor, origin }) => service.end(actor, origin));
  // The feed is outside the API, because calendar programs read it without a session. A token of 32 bytes in base64url has 43 characters.
  router.http.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const token = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1];
    if (token === undefined) throw problem('RESULTS_NOT_FOUND');
    const text = await service.read(token, request.ip);
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-security-policy', noPagePolicy)
      .header('referrer-policy', 'no-referrer');
    return sendWithRevalidation(request, reply, text);
  });
}
