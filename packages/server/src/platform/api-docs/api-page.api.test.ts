import { endpoints } from '@basics/contract/api.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import { describe, expect, test } from 'vitest';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { listProblemCodes } from './openapi.ts';

describe('the API page', () => {
  const portal = suitePortal('SQLite');
  const fetchPath = (url: string) => portal().http.inject(url);
  let page: Promise<string> | undefined;
  /** The page is read once: it is large, and compressing it takes longer than all tests that look at it. */
  const readPage = () => (page ??= fetchPath('/core/api/docs').then(({ body }) => body));

  test('the API page and the OpenAPI document are served, and are never cached (T480)', async () => {
    const { statusCode, headers } = await fetchPath('/core/api/docs');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    const document = await fetchPath('/core/api/openapi.json');
    expect(document.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(document.json().openapi).toMatch(/^3\.1/);
  });

  test('the content security policy of the page forbids inline and external content, and requires Trusted Types', async () => {
    const { headers, body } = await fetchPath('/core/api/docs');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|sandbox|https?:/);
    expect(body).not.toMatch(/<style|<script(?! src="\/)|\son\w+=|\sstyle=|javascript:|https?:\/\//);
    for (const path of ['/core/api/docs/page.js', '/core/api/docs/page.css']) {
      expect(body).toContain(`"${path}"`);
      const file = await fetchPath(path);
      expect(file.statusCode).toBe(200);
      expect(file.headers['x-content-type-options']).toBe('nosniff');
    }
    const script = (await fetchPath('/core/api/docs/page.js')).body;
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|localStorage|sessionStorage|cookie/,
    );
  });

  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'the page describes %s and has a form to try it',
    async (name, endpoint) => {
      const body = await readPage();
      expect(body).toContain(`href="#${name}"`);
      const callSection = new RegExp(`<details class="call" id="${name}">.*?</form>`, 's').exec(body)?.[0] ?? '';
      expect(callSection).toContain(`data-method="${endpoint.method}" data-path="${endpoint.path}"`);
      for (const code of listProblemCodes(endpoint)) {
        expect(callSection).toContain(`<code>${code}</code>`);
        expect(callSection).toContain(problems[code].message.replaceAll("'", '&#39;').replaceAll('"', '&#34;'));
      }
      for (const [, parameter] of endpoint.path.matchAll(/\{(\w+)\}/g))
        expect(callSection).toContain(`name="${parameter}" data-in="path"`);
      expect(callSection.includes('<textarea')).toBe(endpoint.body !== undefined);
    },
  );
});
