/**
 * The look, taken from the portal's own roles of colour where the page defines them. It is set through an adopted style
 * sheet, which a content security policy without unsafe-inline allows.
 */
const styleText = `
.sandbox-pay {
  display: grid;
  gap: 1rem;
  color: var(--foreground, #13211e);
  font: 1rem / 1.5 var(--font-sans, ui-sans-serif, system-ui, sans-serif);
}
.sandbox-pay-pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: start; }
.sandbox-pay-field { display: flex; flex-direction: column; gap: 0.375rem; min-width: 0; }
.sandbox-pay-field label { font-size: 0.875rem; line-height: 1.25rem; font-weight: 600; }
.sandbox-pay-box { position: relative; }
.sandbox-pay-box :is(input, select) {
  box-sizing: border-box;
  width: 100%;
  height: var(--control-height, 2.75rem);
  margin: 0;
  padding: 0 0.75rem;
  border: 1px solid var(--input, #7f8d88);
  border-radius: var(--radius-md, 0.5rem);
  background: var(--card, #ffffff);
  color: var(--foreground, #13211e);
  font: inherit;
  font-variant-numeric: tabular-nums;
}
.sandbox-pay-box input::placeholder { color: var(--muted-foreground, #50605b); opacity: 1; }
.sandbox-pay-box input:focus-visible { outline: 2px solid var(--ring, #1c8274); outline-offset: 2px; }
.sandbox-pay-box input[aria-invalid="true"] {
  border-color: var(--destructive, #b3261e);
  box-shadow: inset 0 0 0 1px var(--destructive, #b3261e);
}
.sandbox-pay-box input:read-only { opacity: 0.7; }
.sandbox-pay-box svg {
  position: absolute;
  top: 50%;
  right: 0.75rem;
  translate: 0 -50%;
  color: var(--muted-foreground, #50605b);
  pointer-events: none;
}
.sandbox-pay svg, .sandbox-pay-dialog svg {
  fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; flex: none;
}
.sandbox-pay-box svg + input, .sandbox-pay-box:has(svg) input { padding-right: 2.75rem; }
.sandbox-pay-error {
  display: flex;
  gap: 0.375rem;
  align-items: center;
  margin: 0;
  color: var(--destructive, #b3261e);
  font-size: 0.875rem;
  line-height: 1.25rem;
}
.sandbox-pay-error[hidden] { display: none; }
.sandbox-pay-mark {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 0.5rem;
  align-items: baseline;
  margin: 0;
  color: var(--muted-foreground, #50605b);
  font-size: 0.8125rem;
  line-height: 1.25rem;
}
.sandbox-pay-mark strong {
  padding: 0 0.5rem;
  border-radius: var(--radius-sm, 0.375rem);
  background: var(--warning-soft, #fdf0d2);
  color: var(--warning-text, #754b00);
  font-weight: 600;
}
.sandbox-pay-dialog {
  box-sizing: border-box;
  width: min(26rem, calc(100vw - 2rem));
  margin: auto;
  padding: 1.5rem;
  border: 1px solid var(--border, #d8e0dc);
  border-radius: var(--radius-lg, 0.75rem);
  background: var(--popover, #ffffff);
  color: var(--popover-foreground, #13211e);
  font: 1rem / 1.5 var(--font-sans, ui-sans-serif, system-ui, sans-serif);
  pointer-events: auto;
}
.sandbox-pay-dialog::backdrop { background: var(--overlay, rgb(10 26 23 / 0.48)); }
.sandbox-pay-dialog h2 { margin: 0 0 0.5rem; font-size: 1.375rem; line-height: 1.75rem; font-weight: 600; }
.sandbox-pay-dialog p { margin: 0 0 1rem; }
.sandbox-pay-actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.sandbox-pay-actions button {
  min-height: var(--control-height, 2.75rem);
  padding: 0 1.25rem;
  border: 1px solid var(--primary, #0d4f48);
  border-radius: var(--radius-md, 0.5rem);
  background: var(--primary, #0d4f48);
  color: var(--primary-foreground, #ffffff);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.sandbox-pay-actions button + button {
  border-color: var(--input, #7f8d88);
  background: var(--card, #ffffff);
  color: var(--foreground, #13211e);
}
.sandbox-pay-actions button:disabled { opacity: 0.6; cursor: progress; }
.sandbox-pay-actions button:focus-visible { outline: 2px solid var(--ring, #1c8274); outline-offset: 2px; }
@media (max-width: 639px) {
  .sandbox-pay-actions button { flex: 1; }
}
`;

let styled = false;

/** Adds the look to the page, once. */
export function addStyle() {
  if (styled) return;
  styled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleText);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
