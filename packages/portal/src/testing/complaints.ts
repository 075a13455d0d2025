import { expect, vi } from 'vitest';

let isFaultPlanted = false;
let complaints = vi.fn<typeof console.error>();

/** Hears what React and the browser complain of, from the beginning of a test. */
export function listenForComplaints(): void {
  isFaultPlanted = false;
  // oxlint-disable-next-line no-console -- It is listened to, not spoken through.
  complaints = vi.spyOn(console, 'error');
}

/** This test plants a fault: that it is reported is as it should be. */
export function expectComplaints(): void {
  isFaultPlanted = true;
  complaints.mockImplementation(() => {});
}

/** A complaint is a fault of the page, so it fails the test in which it was made. */
export function judgeComplaints(): void {
  const said = complaints.mock.calls.map((each) => each.join(' '));
  if (isFaultPlanted) expect(said).not.toEqual([]);
  else expect(said).toEqual([]);
}
