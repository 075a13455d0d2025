/** Texts of the check that a person uses the form. */
export const humanCheck = {
  checking: 'Checking that you are a person…',
  passed: 'Check complete',
  failed: 'The check failed. It is repeated when you submit.',
  ask: 'Confirm that you are a person',
  widgetFailed: 'The check could not be loaded. Check your connection, then reload the page.',
} as const;
