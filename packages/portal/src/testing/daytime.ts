const offset = new Date().setUTCHours(10, 0, 0, 0) - Date.now();
const now = (): number => realDate.now() + offset;
const realDate = Date;

/**
 * Sets the clock of the page to ten o'clock in the morning (UTC), when the first test begins. At midnight, a text such as "in 12 days" or the
 * year of a copyright would change between the moment in which a test computes it and the moment in which it reads the page.
 */
export function startInTheMorning(): void {
  globalThis.Date = new Proxy(realDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
