import {
  cvcFault,
  digitsOf,
  expiryFault,
  formatCvc,
  formatExpiry,
  formatNumber,
  numberFault,
  readExpiry,
} from './card-values.js';
import { icon, make } from './elements-of-page.js';
import { addStyle } from './style.js';

/**
 * @typedef {import('./card-values.js').CardValues} CardValues
 * @typedef {import('./card-values.js').Fault} Fault
 * @typedef {{ root: HTMLElement, input: HTMLInputElement, show(fault: Fault | null): void }} Field
 * @typedef {{ field: Field, format(text: string): string, fault(): Fault | null, codes: string[] }} Part
 */

let formCount = 0;

/**
 * The card form: three labelled fields with their errors beside them, and the mark that says payments are tests.
 * @param {{ emit(event: string, detail?: object): void }} listener hears change, focus, blur and escape
 */
export function createCardForm(listener) {
  addStyle();
  formCount += 1;
  const { number, expiry, cvc } = createFields(`sandbox-pay-${formCount}`);
  const parts = partsOf(number, expiry, cvc);
  const pair = make('div', { class: 'sandbox-pay-pair' }, expiry.root, cvc.root);
  const attributes = { class: 'sandbox-pay', role: 'group', 'aria-label': 'Card details' };
  const root = make('div', attributes, number.root, pair, testMark());

  let announced = '';
  function announceChange() {
    const empty = parts.every(({ field }) => field.input.value === '');
    const complete = parts.every(({ fault }) => !fault());
    const state = { empty, complete, collapsed: false, value: { type: 'card' } };
    if (JSON.stringify(state) === announced) return;
    announced = JSON.stringify(state);
    listener.emit('change', state);
  }
  for (const part of parts) watch(part, listener, announceChange);

  return {
    root,
    focus: () => number.input.focus(),
    clear() {
      for (const { field } of parts) {
        field.input.value = '';
        field.show(null);
      }
      announceChange();
    },
    /** Shows every fault and moves to the first. @returns {Fault | null} */
    validate() {
      const faulty = parts.map(({ field, fault }) => ({ field, found: fault() }));
      for (const { field, found } of faulty) field.show(found);
      const first = faulty.find(({ found }) => found);
      first?.field.input.focus();
      return first?.found ?? null;
    },
    /**
     * Shows a refusal of the bank beside the field that it is about.
     * @param {{ code?: string, message: string }} error
     * @returns {HTMLInputElement | undefined} that field, if there is one
     */
    showRefusal({ code = '', message }) {
      const about = parts.find(({ codes }) => codes.includes(code));
      about?.field.show({ code, message });
      return about?.field.input;
    },
    /** Keeps the fields from being changed while a payment is under way. @param {boolean} busy */
    setBusy(busy) {
      for (const { field } of parts) field.input.readOnly = busy;
      root.setAttribute('aria-busy', String(busy));
    },
    /** The card as the API takes it. */
    card() {
      const { month, year } = readExpiry(expiry.input.value);
      const digits = digitsOf(number.input.value);
      return { number: digits, exp_month: String(month), exp_year: String(year), cvc: cvc.input.value };
    },
  };
}

/** @param {string} prefix keeps the ids of several forms apart */
function createFields(prefix) {
  const drawing = icon(
    'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z',
    'M2 10h20',
    'M6 14h2',
  );
  return {
    number: createField({
      id: `${prefix}-number`,
      label: 'Card number',
      placeholder: '1234 1234 1234 1234',
      autocomplete: 'cc-number',
      drawing,
    }),
    expiry: createField({
      id: `${prefix}-expiry`,
      label: 'Expiry (MM/YY)',
      placeholder: 'MM/YY',
      autocomplete: 'cc-exp',
    }),
    cvc: createField({ id: `${prefix}-cvc`, label: 'CVC', placeholder: '123', autocomplete: 'cc-csc' }),
  };
}

/**
 * Returns each field with its format, its check, and the codes of the bank's refusals that are about it.
 * @param {Field} number
 * @param {Field} expiry
 * @param {Field} cvc
 * @returns {Part[]}
 */
function partsOf(number, expiry, cvc) {
  /** @returns {CardValues} */
  const values = () => ({ number: number.input.value, expiry: expiry.input.value, cvc: cvc.input.value });
  return [
    { field: number, format: formatNumber, fault: () => numberFault(values()), codes: ['incorrect_number'] },
    {
      field: expiry,
      format: formatExpiry,
      fault: () => expiryFault(values(), new Date()),
      codes: ['expired_card', 'invalid_expiry_month', 'invalid_expiry_year'],
    },
    {
      field: cvc,
      format: (text) => formatCvc(text, number.input.value),
      fault: () => cvcFault(values()),
      codes: ['incorrect_cvc', 'invalid_cvc'],
    },
  ];
}

/**
 * @param {Part} part
 * @param {{ emit(event: string): void }} listener
 * @param {() => void} announceChange
 */
function watch({ field, format, fault }, listener, announceChange) {
  const { input } = field;
  input.addEventListener('input', (event) => {
    // Formatting would put back the slash or space that is being deleted.
    const isDeletion = event instanceof InputEvent && event.inputType.startsWith('delete');
    if (!isDeletion) formatInPlace(input, format);
    if (input.getAttribute('aria-invalid') === 'true' && !fault()) field.show(null);
    announceChange();
  });
  input.addEventListener('focus', () => listener.emit('focus'));
  input.addEventListener('blur', () => {
    if (input.value !== '') field.show(fault());
    listener.emit('blur');
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') listener.emit('escape');
  });
}

/**
 * @param {{ id: string, label: string, placeholder: string, autocomplete: string, inputmode?: string, drawing?: SVGElement }} options
 * @returns {Field}
 */
export function createField({ id, label, placeholder, autocomplete, inputmode = 'numeric', drawing }) {
  const errorId = `${id}-error`;
  const input = make('input', {
    id,
    type: 'text',
    inputmode,
    autocomplete,
    placeholder,
    spellcheck: 'false',
    'aria-required': 'true',
    'aria-invalid': 'false',
  });
  const message = make('span', {});
  const error = make('p', { id: errorId, class: 'sandbox-pay-error', role: 'alert', hidden: '' }, warning(), message);
  const box = make('div', { class: 'sandbox-pay-box' }, input, ...(drawing ? [drawing] : []));
  const root = make('div', { class: 'sandbox-pay-field' }, make('label', { for: id }, label), box, error);
  return {
    root,
    input,
    show(fault) {
      message.textContent = fault?.message ?? '';
      error.hidden = !fault;
      input.setAttribute('aria-invalid', String(Boolean(fault)));
      if (fault) input.setAttribute('aria-describedby', errorId);
      else input.removeAttribute('aria-describedby');
    },
  };
}

function warning() {
  return icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', 'M12 8v4', 'M12 16h.01');
}

function testMark() {
  return make(
    'p',
    { class: 'sandbox-pay-mark' },
    make('strong', {}, 'Test payments'),
    make('span', {}, 'No money moves. Use card 4242 4242 4242 4242, any future date and any CVC.'),
  );
}

/**
 * Formats what was typed and leaves the caret behind the same digit.
 * @param {HTMLInputElement} input
 * @param {(text: string) => string} format
 */
function formatInPlace(input, format) {
  const caret = input.selectionStart ?? input.value.length;
  const wasAtEnd = caret === input.value.length;
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  if (wasAtEnd) return;
  let position = 0;
  for (let seen = 0; position < formatted.length && seen < digitsBefore; position += 1) {
    if (/\d/.test(formatted.charAt(position))) seen += 1;
  }
  input.setSelectionRange(position, position);
}
