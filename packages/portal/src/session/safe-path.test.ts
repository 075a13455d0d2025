import { expect, test } from 'vitest';
import { findSafePath } from './remembered-path.ts';

const origin = 'https://portal.example';

test.each([
  ['/', '/'],
  ['/account', '/account'],
  ['/account?pageNumber=2&sort.field=x#row-3', '/account?pageNumber=2&sort.field=x#row-3'],
  ['/license/verify#BV-01234', '/license/verify#BV-01234'],
  ['/users/7/../8/edit', '/users/8/edit'],
  ['/search?next=//evil.example', '/search?next=//evil.example'],
  ['/sign-in-help', '/sign-in-help'],
])('%s is a page of the portal', (path, expectedPath) => {
  expect(findSafePath(path, origin)).toBe(expectedPath);
});

const unsafePaths = [
  'https://evil.example/',
  'http://evil.example',
  'HTTPS://evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/account\\..\\evil',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/account/..//evil.example',
  '/account/../..//evil.example',
  '/./\\evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/a/%2e%2e//evil.example',
  '//evil.example/%2f..',
  '//portal.example@evil.example',
  '//evil.example#@portal.example',
  'https://portal.example@evil.example',
  'https://portal.example.evil.example/',
  'https://evil.example\\@portal.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'evil.example',
  '?next=/account',
  '#/account',
  '@evil.example',
  '/\u0000/evil.example',
  '/\u0085//evil.example',
  '',
];

test.each(unsafePaths.map((path) => [JSON.stringify(path), path]))(
  '%s is refused as the path of a page of the portal',
  (_, path) => {
    expect(findSafePath(path, origin)).toBeNull();
  },
);

test.each(['/sign-in', '/sign-in/', '/SIGN-IN', '/sign-in?a=1', '/sign%2Din', '/./sign-in', '/sign-in#x'])(
  '%s is never opened after the sign-in',
  (path) => {
    expect(findSafePath(path, origin)).toBeNull();
  },
);
