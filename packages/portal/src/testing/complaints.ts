import { expect, vi } from 'vitest';

let areComplaintsExpected = false;
let consoleSpy = vi.fn<typeof console.error>();

/** Records the warnings and errors of React and the browser from the start of a test. */
export function listenForComplaints(): void {
  areComplaintsExpected = false;
  // oxlint-disable-next-line no-console -- It is replaced to record the messages.
  consoleSpy = vi.spyOn(console, 'error');
}

/** Call this in a test that causes an error on purpose: then the recorded messages do not fail the test. */
export function expectComplaints(): void {
  areComplaintsExpected = true;
  consoleSpy.mockImplementation(() => {});
}

/** Fails the test if a message was recorded, because it is a fault of the page. */
export function failOnComplaints(): void {
  const messages = consoleSpy.mock.calls.map((loggedCall) => loggedCall.join(' '));
  if (areComplaintsExpected) expect(messages).not.toEqual([]);
  else expect(messages).toEqual([]);
}
