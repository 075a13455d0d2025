import { mail } from '@basics/contract/mail/mail.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { exportLetters, readLetter, readLetterOfUser, searchLetters } from './read-letters.ts';
import { dismissLetter, repeatLetter, requeueLetter } from './requeue-letter.ts';

/** Whether a mail server is configured, and the function that starts sending the e-mails that are due. */
type SendingParts = { delivers: boolean; wake: () => void };

export function mailRoutes(router: Router, { delivers, wake }: SendingParts): void {
  mount(router, mail.search, (call) => searchLetters({ ...call, delivers }, call.body));
  mount(router, mail.export, (call) => exportLetters(call, call.body));
  mount(router, mail.get, (call) => readLetter({ ...call, delivers }, call.params.id));
  mount(router, mail.sendAgain, (call) => requeueLetter({ ...call, wake }, call.params.id));
  mount(router, mail.read, (call) => readLetterOfUser(call, call.params));
  mount(router, mail.repeat, (call) => repeatLetter({ ...call, wake }, call.params));
  mount(router, mail.dismiss, (call) => dismissLetter(call, call.params));
}
