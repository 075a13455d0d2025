import { mail } from '@basics/contract/mail.ts';
import type { Mail } from '#server/mail/create-mail.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import { exportLetters, readLetter, searchLetters } from './read-letters.ts';
import { dismissLetter, repeatLetter, requeueLetter } from './requeue-letter.ts';

export function mailRoutes(router: Router, sending: Pick<Mail, 'delivers' | 'wake'>): void {
  mount(router, mail.search, (call) => searchLetters(call, sending, call.body));
  mount(router, mail.export, (call) => exportLetters(call, call.body));
  mount(router, mail.get, (call) => readLetter(call, sending, call.params.id));
  mount(router, mail.sendAgain, (call) => requeueLetter(call, sending, call.params.id));
  mount(router, mail.repeat, (call) => repeatLetter(call, sending, call.params));
  mount(router, mail.dismiss, (call) => dismissLetter(call, call.params));
}
