/** What is said while the portal makes sure that a person is there. */
export const humanCheck = {
  idle: 'The portal checks by itself that you are a person.',
  checking: 'Checking that you are a person …',
  passed: 'Checked: you are a person.',
  failed: 'The check could not be made. It is made again when you send.',
  ask: 'Confirm that you are a person',
  widgetFailed: 'The check could not be loaded. Check your connection, then reload the page.',
} as const;
