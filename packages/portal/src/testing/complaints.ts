import { expect, vi } from 'vitest';

let isFaultPlanted = false;

/** Hears what React and the browser complain of, from the beginning of a test. */
export function listenForComplaints(): void {
  isFaultPlanted = false;
  vi.spyOn(console, 'error'); // oxlint-disable-line no-console -- It is listened to, not spoken through.
}

/** This test plants a fault: that it is reported is as it should be. */
export function expectComplaints(): void {
  isFaultPlanted = true;
  vi.mocked(console.error).mockImplementation(() => {}); // oxlint-disable-line no-console
}

/** A complaint is a fault of the page, so it fails the test in which it was made. */
export function judgeComplaints(): void {
  const complaints = vi.mocked(console.error).mock.calls.map((each) => each.join(' ')); // oxlint-disable-line no-console
  if (isFaultPlanted) expect(complaints).not.toEqual([]);
  else expect(complaints).toEqual([]);
}
