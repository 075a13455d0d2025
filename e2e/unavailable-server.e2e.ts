import type { Page } from '@playwright/test';
import { createServer as createHttpServer, request as sendRequest } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { startPostgres } from '@basics/server/testing/postgres.ts';
import { expect, openPage, openSignedIn, test } from './test.ts';
import { followPath } from './quiet-page.ts';

const locateHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const locateNotice = (page: Page) => page.getByRole('alert').getByText('The portal cannot be reached, trying again');

/** Starts PostgreSQL behind a port that can be closed, so that a portal loses its database and gets it back with its data. */
async function startStoppableDatabase() {
  const postgres = await startPostgres();
  const address = new URL(postgres.url);
  const databasePort = Number(address.port);
  address.port = String(await findFreePort());
  const sockets = new Set<Socket>();
  let server: Server;

  async function start(): Promise<void> {
    server = createServer((socket) => {
      const connection = connect(databasePort, '127.0.0.1');
      for (const each of [socket, connection]) {
        sockets.add(each);
        each.on('error', () => {}).on('close', () => [socket, connection].forEach((end) => end.destroy()));
      }
      socket.pipe(connection).pipe(socket);
    }).listen(Number(address.port), '127.0.0.1');
    await once(server, 'listening');
  }

  async function stop(): Promise<void> {
    server.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await once(server, 'close');
  }

  await start();
  return {
    url: address.href,
    start,
    stop,
    remove: async () => {
      await stop();
      await postgres.stop();
    },
  };
}

/** Lists the paths of the calls and of the checks of readiness that a page sends from now on. */
function listCalls(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(core\/api|health)\//.test(pathname)) paths.push(pathname);
  });
  return paths;
}

test('without its database the portal shows every page and waits, asks rarely, and continues when the database is back; after two minutes it signs out (T018)', async ({
  page,
  consoleErrors,
  startOwnPortal,
}) => {
  const database = await startStoppableDatabase();
  const { address, stop } = await startOwnPortal({ args: ['--demo'], environment: { DATABASE_URL: database.url } });
  await page.clock.install();
  await openSignedIn(page, `${address}/account`, 'viewer@demo.example');
  await expect(locateHeading(page, 'My Account')).toBeVisible();
  await expect(page.locator('html[data-shown]')).toBeAttached();

  await test.step('the database stops under an open page: the page stays, and its queries wait', async () => {
    // On a busy machine, the page would otherwise still load its lists when the database stops.
    await page.waitForLoadState('networkidle');
    await database.stop();
    const calls = listCalls(page);
    await followPath(page, '/release-notes');
    await expect(locateNotice(page)).toBeVisible();
    await expect(locateHeading(page, 'Release notes')).toBeVisible();
    const callCount = calls.length;
    await page.clock.runFor('00:30');
    // The answer waits a second for the database, and names 4 seconds in Retry-After.
    expect(calls.slice(callCount).every((path) => path === '/health/ready')).toBe(true);
    expect(calls.length - callCount).toBeLessThanOrEqual(6);
    await database.start();
    await expect(locateNotice(page)).toBeHidden();
    await expect(page.getByRole('article').first()).toBeVisible();
  });

  await test.step('without the database, a browser gets every page', async () => {
    await database.stop();
    for (const path of [
      '/',
      '/sign-in',
      '/users',
      '/users/7/edit',
      '/register',
      '/terms',
      '/no-such-page',
      '/gone.php',
    ]) {
      const response = await page.request.get(`${address}${path}`, { headers: { accept: 'text/html' } });
      expect([path, response.headers()['content-type']]).toEqual([path, 'text/html; charset=utf-8']);
      expect(await response.text()).toContain('<div id="root"><');
    }
  });

  await test.step('a page is loaded without the database: a notice and a button are shown, and the page comes back by itself', async () => {
    const calls = listCalls(page);
    await page.goto(`${address}/account`);
    await expect(locateNotice(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await page.clock.runFor('00:30');
    expect(calls.filter((path) => path === '/core/api/user')).toHaveLength(1);
    expect(calls.length).toBeLessThanOrEqual(8);
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    await database.start();
    await expect(locateHeading(page, 'My Account')).toBeVisible();
    await expect(locateNotice(page)).toBeHidden();
  });

  await test.step('the error screen loads its page again when the database is back', async () => {
    await database.stop();
    await page.goto(`${address}/licence-checker.html`);
    await expect(page.getByText('Something went wrong. Please try again later.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
    // The portal itself does not start on this screen: it would replace the screen by another page.
    expect(await page.evaluate(() => [...document.scripts].map(({ src }) => new URL(src).pathname))).toEqual([
      '/error-page.js',
    ]);
    // The page asks by itself, so the download can begin before the start of the database has been noticed here.
    const download = page.waitForEvent('download');
    await database.start();
    await download;
  });

  await test.step('after two minutes, the session ends with the reason', async () => {
    await database.stop();
    await page.goto(`${address}/account`);
    await expect(locateNotice(page)).toBeVisible();
    await page.clock.runFor('02:00');
    await expect(locateHeading(page, 'Sign in')).toBeVisible();
    await expect(page.getByRole('main').getByText('The portal is busy. Try again in a moment.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  await page.goto('about:blank');
  await stop();
  await database.remove();
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/status of 50[03]/);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a worker is installed only with its pages, and a page that it has not stored is the answer of the server, also of a gateway', async ({
    page,
    demo,
    consoleErrors,
  }) => {
    const refusedPaths: string[] = [];
    let isRefused = (path: string): boolean => path === '/app-shell';
    const gateway = createHttpServer((request, response) => {
      const path = request.url ?? '/';
      if (isRefused(path)) {
        refusedPaths.push(path);
        response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
        return;
      }
      const { method, headers } = request;
      const forwarded = sendRequest(`${demo.address}${path}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      forwarded.on('error', () => response.destroy());
      request.pipe(forwarded);
    });
    const port = await findFreePort();
    gateway.listen(port, '127.0.0.1');
    await once(gateway, 'listening');
    const address = `http://localhost:${port}`;
    const isInstalled = () =>
      page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active));

    await openPage(page, `${address}/sign-in`);
    await expect.poll(() => refusedPaths).toContain('/app-shell');
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    isRefused = () => false;
    await openPage(page, `${address}/sign-in`);
    await expect.poll(isInstalled).toBe(true);

    await page.evaluate(async () => {
      for (const name of await caches.keys())
        for (const path of ['/sign-in', '/app-shell']) await (await caches.open(name)).delete(path);
    });
    isRefused = (path) => !path.startsWith('/assets/');
    await page.goto(`${address}/sign-in`);
    await expect(locateHeading(page, 'Bad gateway')).toBeVisible();
    isRefused = () => false;
    await openPage(page, `${address}/sign-in`);
    await expect(locateHeading(page, 'Sign in')).toBeVisible();
    await page.goto('about:blank');
    gateway.closeAllConnections();
    gateway.close();
    for (const consoleError of consoleErrors.splice(0))
      expect(consoleError).toMatch(/status of 502|ServiceWorker|net::ERR_/);
  });
});
