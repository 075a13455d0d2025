import { humanSites } from '@basics/contract/session/human-sites.ts';
import type { HumanSite } from '@basics/contract/session/human-sites.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { openPortal } from '#server/testing/portal.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

type Kind = HumanSite | 'altcha' | 'off';

/** Opens a portal with the given human verification service, and fetches the headers of a page. */
async function fetchHeaders(kind: Kind, url = '/register') {
  const humanSettings = { kind, siteKey: 'key', secret: 'secret' };
  const portal = await openPortal(await createTestDatabase('SQLite'), { humanSettings, pages: pages.folder });
  const { headers } = await portal.http.inject(url);
  await portal.close();
  const directives = String(headers['content-security-policy'])
    .split(';')
    .map((part) => part.trim());
  const policy = new Map(directives.map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
  return { policy, embedder: headers['cross-origin-embedder-policy'] };
}

/**
 * Returns whether a source expression of a policy permits a URL (CSP 3, 6.7.2.7), for the kinds of sources that
 * `humanSites` lists.
 */
function isPermitted(source: string, address: string): boolean {
  const { origin, pathname, host, protocol } = new URL(address);
  const [, scheme = '', wildcard, hostPart = '', path = ''] = /^(https:)\/\/(\*\.)?([^/]+)(\/.*)?$/.exec(source) ?? [];
  const isHostAllowed = wildcard ? host.endsWith(`.${hostPart}`) : origin === `${scheme}//${hostPart}`;
  return (
    isHostAllowed &&
    protocol === scheme &&
    (path === '' || (path.endsWith('/') ? pathname.startsWith(path) : pathname === path))
  );
}

const allServices = Object.keys(humanSites).filter((name): name is HumanSite => name in humanSites);

describe.each(allServices)('a portal with the human verification service %s', (kind) => {
  test('the Content-Security-Policy of pages allows the script and the frame of the configured service, and nothing of other services', async () => {
    const { policy, embedder } = await fetchHeaders(kind);
    const scriptSources = policy.get('script-src') ?? [];
    expect(scriptSources[0]).toBe("'self'");
    expect(scriptSources.some((source) => isPermitted(source, humanSites[kind].scriptUrl))).toBe(true);
    expect(policy.get('frame-src')).toEqual(humanSites[kind].allowedSources['frame-src']);
    const otherScriptUrls = allServices
      .filter((otherService) => otherService !== kind)
      .map((otherService) => humanSites[otherService].scriptUrl);
    expect(scriptSources.filter((source) => otherScriptUrls.some((address) => isPermitted(source, address)))).toEqual(
      [],
    );
    expect(embedder, 'its frame carries no such header').toBeUndefined();
  });

  test('the configured service changes no other rule of the policy, except that Trusted Types are not required, because its script does not support them', async () => {
    const { policy } = await fetchHeaders(kind);
    const { policy: ownPolicy } = await fetchHeaders('altcha');
    const changedNames = Object.keys(humanSites[kind].allowedSources);
    const changedDirectives = [...ownPolicy.keys()].filter(
      (name) => String(ownPolicy.get(name)) !== String(policy.get(name)),
    );
    expect(changedDirectives.toSorted()).toEqual(
      [...changedNames.filter((name) => ownPolicy.has(name)), 'require-trusted-types-for', 'trusted-types'].toSorted(),
    );
    for (const name of changedNames)
      expect(policy.get(name)?.filter((source) => /unsafe|\*$|^https:$/.test(source))).toEqual([]);
    const apiResponse = await fetchHeaders(kind, '/core/api/brand/data');
    expect(apiResponse.policy.get('script-src')).toBeUndefined();
    expect(apiResponse.policy.has('sandbox')).toBe(true);
  });
});

test.each(['altcha', 'off'] as const)(
  'with the human verification setting "%s", the policy allows nothing external and requires Trusted Types',
  async (kind) => {
    const { policy, embedder } = await fetchHeaders(kind);
    expect([...policy.values()].flat().filter((source) => source.includes('//'))).toEqual([]);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.has('frame-src')).toBe(false);
    expect(embedder).toBe('require-corp');
  },
);
