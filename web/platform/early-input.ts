import { takeEarlyInput } from '#contract/first-page.ts';

/** Buttons in the order of their presses; fields with their last text or state, in the order of the last change. */
type EarlyInput = { pressed: HTMLButtonElement[]; typed: [field: Element, last: string | boolean][] };

declare global {
  interface Window {
    /** Ends the keeping of early input. Only drawn pages keep it. */
    [takeEarlyInput]?: () => EarlyInput;
  }
}

/**
 * Does in the app what was typed and pressed in the drawn page before the app took it over. To be called as soon as React
 * listens: it first takes over the part of the page with the event.
 */
export function repeatEarlyInput(): void {
  const { typed, pressed } = window[takeEarlyInput]?.() ?? { typed: [], pressed: [] };
  for (const [field, last] of typed) repeatTyping(field, last);
  for (const button of pressed) repeatPress(button);
  // React takes over in steps. By itself it does not notice the change of a field whose step this very change brings forward.
  addEventListener('input', repeatChange, true);
}

function repeatChange({ target }: Event) {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (!isField || isTakenOver(target)) return;
  const last = /^(checkbox|radio)$/.test(target.type) ? (target as HTMLInputElement).checked : target.value;
  setTimeout(() => isTakenOver(target) && repeatTyping(target, last));
}

/** React keeps the properties of each element that it knows under a key of its own. */
function isTakenOver(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith('__reactProps'));
}

function repeatTyping(field: Element, last: string | boolean) {
  const notify = (type: 'input' | 'change') => field.dispatchEvent(new Event(type, { bubbles: true }));
  // The part around the field is taken over now. A form may then set the field back.
  notify('input');
  if (field instanceof HTMLSelectElement && typeof last === 'string') {
    field.value = last;
    notify('change');
  } else if (field instanceof HTMLInputElement && typeof last === 'boolean') {
    if (field.type === 'checkbox' && field.defaultChecked === last) return;
    field.checked = !last;
    field.click();
  } else if (field instanceof HTMLInputElement) {
    // React hears of a text that differs from the one it last saw in the field, and it sees what is set in the usual way.
    field.value = last === '' ? '0' : '';
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, last);
    notify('input');
  }
}

/** Some components act when the pointer goes down, others at the click. */
function repeatPress(button: HTMLButtonElement) {
  const how = { bubbles: true, cancelable: true, isPrimary: true, pointerType: 'mouse' };
  for (const part of ['down', 'up']) {
    button.dispatchEvent(new PointerEvent(`pointer${part}`, how));
    button.dispatchEvent(new MouseEvent(`mouse${part}`, how));
  }
  button.click();
}
