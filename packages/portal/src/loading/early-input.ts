type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Replaces the prerendered page by the portal without losing the user's input: values, focus, and a submitted form, which
 * `/early.js` has held back and marked. `render` must change the document before it returns.
 */
export function keepEarlyInput(root: Element, render: () => void): void {
  const changedFields = listFields(root).filter((field) => field.value !== field.defaultValue);
  const enteredValues = changedFields.map(({ name, value }) => ({ name, value }));
  const focusedField = findFocusedField(root);
  const isSubmitted = root.querySelector('form[data-submitted]') !== null;
  render();
  for (const { name, value } of enteredValues) enterValue(findField(root, name), value);
  if (focusedField) restoreFocus(findField(root, focusedField.name), focusedField);
  if (isSubmitted) root.querySelector('form')?.requestSubmit();
}

const listFields = (root: Element): Field[] => [
  ...root.querySelectorAll<Field>('input[name]:not([type=radio], [type=checkbox]), textarea[name]'),
];

const findField = (root: Element, name: string): Field | undefined =>
  listFields(root).find((field) => field.name === name);

type FocusedField = { name: string; start: number | null; end: number | null };

function findFocusedField(root: Element): FocusedField | null {
  const field = listFields(root).find((candidate) => candidate === document.activeElement);
  return field ? { name: field.name, start: field.selectionStart, end: field.selectionEnd } : null;
}

function restoreFocus(field: Field | undefined, { start, end }: FocusedField): void {
  field?.focus({ preventScroll: true });
  // `start` is null for fields without a text selection, such as numbers.
  if (start !== null && field?.selectionStart !== null) field?.setSelectionRange(start, end);
}

/** Enters a value as if the user had typed it. React reads the value at the event, and only notices a value that its own setter did not write. */
function enterValue(field: Field | undefined, value: string): void {
  if (!field) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
