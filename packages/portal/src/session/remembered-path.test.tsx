import { expect, test } from 'vitest';
import { removeRememberedPath, rememberPath, takeRememberedPath } from './remembered-path.ts';

test('a path is remembered for this tab and returned once', () => {
  rememberPath('/account?pageNumber=2');
  expect(sessionStorage.getItem('previousUrl')).toBe('/account?pageNumber=2');
  expect(takeRememberedPath()).toBe('/account?pageNumber=2');
  expect(takeRememberedPath()).toBeNull();
});

test('a stored path that leads to another site is ignored', () => {
  sessionStorage.setItem('previousUrl', '//evil.example');
  expect(takeRememberedPath()).toBeNull();
  expect(sessionStorage.getItem('previousUrl')).toBeNull();
});

test('the sign-in page does not replace the remembered path', () => {
  rememberPath('/account');
  rememberPath('/sign-in');
  expect(sessionStorage.getItem('previousUrl')).toBe('/account');
  removeRememberedPath();
  expect(takeRememberedPath()).toBeNull();
});
