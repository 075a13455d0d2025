import { expect, vi } from 'vitest';

let isFaultPlanted = false;
let complaints = vi.fn<typeof console.error>();

/** Records the warnings and errors of React and the browser from the start of a test. */
export function listenForComplaints(): void {
  isFaultPlanted = false;
  // oxlint-disable-next-line no-console -- It is replaced to record the messages.
  complaints = vi.spyOn(console, 'error');
}

/** For a test that causes an error on purpose: the recorded messages are expected. */
export function expectComplaints(): void {
  isFaultPlanted = true;
  complaints.mockImplementation(() => {});
}

/** A recorded message is a fault of the page, so it fails the test. */
export function failOnComplaints(): void {
  const said = complaints.mock.calls.map((each) => each.join(' '));
  if (isFaultPlanted) expect(said).not.toEqual([]);
  else expect(said).toEqual([]);
}
