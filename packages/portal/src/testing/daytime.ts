const offsetMs = new Date().setUTCHours(10, 0, 0, 0) - Date.now();
const now = (): number => realDate.now() + offsetMs;
const realDate = Date;

/**
 * Sets the clock of the page to ten o'clock in the morning (UTC), when the first test begins. At midnight, a text such as "in 12 days"
 * could change after a test has computed it and before the test reads the page.
 */
export function startInTheMorning(): void {
  globalThis.Date = new Proxy(realDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
