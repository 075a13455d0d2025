import { expect, test } from 'vitest';
import { forgetPath, rememberPath, takeRememberedPath } from './remembered-path.ts';

test('a path is remembered for this tab and given once', () => {
  rememberPath('/account?pageNumber=2');
  expect(sessionStorage.getItem('previousUrl')).toBe('/account?pageNumber=2');
  expect(takeRememberedPath()).toBe('/account?pageNumber=2');
  expect(takeRememberedPath()).toBeNull();
});

test('what somebody else put there is not followed', () => {
  sessionStorage.setItem('previousUrl', '//evil.example');
  expect(takeRememberedPath()).toBeNull();
  expect(sessionStorage.getItem('previousUrl')).toBeNull();
});

test('the sign-in page leaves what is remembered alone', () => {
  rememberPath('/account');
  rememberPath('/sign-in');
  expect(sessionStorage.getItem('previousUrl')).toBe('/account');
  forgetPath();
  expect(takeRememberedPath()).toBeNull();
});
