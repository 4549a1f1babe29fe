import { takeEarlyInput } from '#contract/first-page.ts';

/**
 * Pressed buttons in the order of the presses, and changed fields with their last text or state in the order of the
 * last change.
 */
type EarlyInput = { pressed: HTMLButtonElement[]; typed: [field: Element, last: string | boolean][] };

declare global {
  interface Window {
    /** Stops recording early input and returns it. Only pages rendered by the server record it. */
    [takeEarlyInput]?: () => EarlyInput;
  }
}

/**
 * Repeats in the app what was typed and pressed in the server's page before hydration. The caller must call it as soon
 * as React listens, because React hydrates the part of the page that gets an event first.
 */
export function repeatEarlyInput(): void {
  const { typed, pressed } = window[takeEarlyInput]?.() ?? { typed: [], pressed: [] };
  for (const [field, last] of typed) repeatTyping(field, last);
  for (const button of pressed) repeatPress(button);
  // React hydrates in steps, and misses the change of a field whose part is hydrated because of this very change.
  addEventListener('input', repeatChange, true);
}

function repeatChange({ target }: Event) {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (!isField || isTakenOver(target)) return;
  const last = /^(checkbox|radio)$/.test(target.type) ? (target as HTMLInputElement).checked : target.value;
  setTimeout(() => isTakenOver(target) && repeatTyping(target, last));
}

/**
 * Whether React has hydrated the element: React keeps an element's properties under a key that begins with
 * `__reactProps`.
 */
function isTakenOver(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith('__reactProps'));
}

function repeatTyping(field: Element, last: string | boolean) {
  const notify = (type: 'input' | 'change') => field.dispatchEvent(new Event(type, { bubbles: true }));
  // The event hydrates the part around the field, and a form may then reset the field.
  notify('input');
  if (field instanceof HTMLSelectElement && typeof last === 'string') {
    field.value = last;
    notify('change');
  } else if (field instanceof HTMLInputElement && typeof last === 'boolean') {
    if (field.type === 'checkbox' && field.defaultChecked === last) return;
    field.checked = !last;
    field.click();
  } else if (field instanceof HTMLInputElement) {
    // React reports only a text that differs from the last one it saw, and it notices only assignments through the
    // element's own setter. So another text is set first, and `last` through the prototype's setter.
    field.value = last === '' ? '0' : '';
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, last);
    notify('input');
  }
}

/** Repeats the whole press, because some components act when the pointer goes down and others at the click. */
function repeatPress(button: HTMLButtonElement) {
  const how = { bubbles: true, cancelable: true, isPrimary: true, pointerType: 'mouse' };
  for (const part of ['down', 'up']) {
    button.dispatchEvent(new PointerEvent(`pointer${part}`, how));
    button.dispatchEvent(new MouseEvent(`mouse${part}`, how));
  }
  button.click();
}
