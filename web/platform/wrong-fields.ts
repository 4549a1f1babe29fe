const wrong = '[aria-invalid="true"], [data-wrong]';
const control = 'input:not(:disabled), select, textarea, button';

/**
 * Moves the focus to the first wrong field of each form that is sent (GEN-24). A group of controls has no `aria-invalid`
 * and is marked with `data-wrong`.
 * @returns a function that stops it
 */
export function followWrongFields(): () => void {
  // Listens in the capture phase, because a form inside another form's dialog keeps its events to itself. The timeout
  // lets React render what is wrong.
  const check = ({ target }: Event) => setTimeout(() => target instanceof HTMLFormElement && focusFirst(target));
  document.addEventListener('submit', check, true);
  return () => document.removeEventListener('submit', check, true);
}

function focusFirst(form: HTMLFormElement): void {
  const first = form.querySelector<HTMLElement>(wrong);
  if (!first || first.contains(document.activeElement)) return;
  const inside = (selector: string) => first.querySelector<HTMLElement>(selector);
  const field = first.matches(control) ? null : (inside('[type="radio"]:checked') ?? inside(control));
  (field ?? first).focus();
}
