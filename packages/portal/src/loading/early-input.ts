type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Replaces the prerendered page by the portal without losing what was entered in it: values, focus, and a form that was submitted
 * (`/early.js` holds it back and marks it). `render` must change the document before it returns.
 */
export function keepEarlyInput(root: Element, render: () => void): void {
  const changed = fieldsIn(root).filter((field) => field.value !== field.defaultValue);
  const entered = changed.map(({ name, value }) => ({ name, value }));
  const focused = focusIn(root);
  const isSubmitted = root.querySelector('form[data-submitted]') !== null;
  render();
  for (const { name, value } of entered) enter(fieldNamed(root, name), value);
  if (focused) focus(fieldNamed(root, focused.name), focused);
  if (isSubmitted) root.querySelector('form')?.requestSubmit();
}

const fieldsIn = (root: Element): Field[] => [
  ...root.querySelectorAll<Field>('input[name]:not([type=radio], [type=checkbox]), textarea[name]'),
];

const fieldNamed = (root: Element, name: string): Field | undefined =>
  fieldsIn(root).find((field) => field.name === name);

type Focused = { name: string; start: number | null; end: number | null };

function focusIn(root: Element): Focused | null {
  const field = fieldsIn(root).find((each) => each === document.activeElement);
  return field ? { name: field.name, start: field.selectionStart, end: field.selectionEnd } : null;
}

function focus(field: Field | undefined, { start, end }: Focused): void {
  field?.focus({ preventScroll: true });
  // Null for fields without a selection, such as numbers.
  if (start !== null && field?.selectionStart !== null) field?.setSelectionRange(start, end);
}

/** As if it were typed: React reads the value when the event arrives, and notices only what its own setter did not write. */
function enter(field: Field | undefined, value: string): void {
  if (!field) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
