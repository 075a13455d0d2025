/**
 * Measures how fast pages appear on a phone: `node bench/first-paint.ts [runs]`. Chromium opens pages of a demo portal, with 1.6 Mbit/s, a
 * latency of 150 ms, a CPU that is four times slower, and an empty cache. Prints for each page the median times, the bytes and the requests
 * until a user can work with the page. Also prints the load of the machine, on which the times depend. The page itself records when it can
 * be used. Requests that start later, such as for the typeface and the scripts of other pages, are not counted.
 */
import { startPortal } from '../e2e/running-portal.ts';
import { printPageTimes, readySelector, type PageCase } from './slow-phone.ts';

const pageCases: readonly PageCase[] = [
  { name: 'sign-in', path: '/sign-in', signedIn: false, shown: 'input[name=password]', usable: readySelector },
  {
    name: 'sign-in, second visit',
    path: '/sign-in',
    signedIn: false,
    shown: 'input[name=password]',
    usable: readySelector,
    again: true,
  },
  { name: 'users', path: '/users', signedIn: true, shown: 'tbody td a' },
  { name: 'home', path: '/', signedIn: true, shown: 'main h1', usable: 'main section h2' },
  { name: 'verify', path: '/license/verify', signedIn: true, shown: 'main textarea', usable: readySelector },
  { name: 'release notes', path: '/release-notes', signedIn: false, shown: 'main h1', usable: 'main article' },
];

const portal = await startPortal({ args: ['--demo'], environment: { HUMAN_VERIFICATION: 'off' } });
try {
  await printPageTimes(portal.address, pageCases, Number(process.argv[2] ?? 3));
} finally {
  await portal.stop();
}
