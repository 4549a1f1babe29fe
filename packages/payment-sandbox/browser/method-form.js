import { createCardForm, createField } from './card-form.js';
import { make } from './elements-of-page.js';

/**
 * @typedef {import('./card-form.js').Field} Field
 * @typedef {{ code: string, message: string }} Fault
 * @typedef {ReturnType<typeof createCardForm>} CardForm
 * @typedef {CardForm & { type(): string, method(): Record<string, any>, offer(types: string[]): void }} MethodForm
 */

/** @type {Record<string, string>} */
const typeNames = {
  bacs_debit: 'Bacs Direct Debit',
  card: 'Card',
  link: 'Link',
  sepa_debit: 'SEPA Direct Debit',
};

/** Fields of each payment method, by the API's names. @type {Record<string, [name: string, label: string][]>} */
const askedFields = {
  bacs_debit: [
    ['sort_code', 'Sort code'],
    ['account_number', 'Account number'],
    ['name', 'Name on the account'],
    ['email', 'Email'],
  ],
  link: [['email', 'Email']],
  sepa_debit: [
    ['iban', 'IBAN'],
    ['name', 'Name on the account'],
    ['email', 'Email'],
  ],
};

/**
 * The card form, and with several ways to pay a choice between it and theirs.
 * @param {string[]} types
 * @param {{ emit(event: string, detail?: object): void }} listener
 * @returns {MethodForm}
 */
export function createMethodForm(types, listener) {
  const cardForm = createCardForm(listener);
  const card = { type: 'card' };
  const cardOnly = { ...cardForm, type: () => 'card', method: () => ({ ...card, card: cardForm.card() }), offer() {} };
  return types.length < 2 ? cardOnly : withChoice(types, cardOnly, listener);
}

/**
 * @param {string[]} types
 * @param {MethodForm} cardForm
 * @param {{ emit(event: string, detail?: object): void }} listener
 * @returns {MethodForm}
 */
function withChoice(types, cardForm, listener) {
  const id = `sandbox-pay-type-${types.join('-')}`;
  const select = make('select', { id });
  const box = make('div', { class: 'sandbox-pay-box' }, select);
  const choice = make('div', { class: 'sandbox-pay-field' }, make('label', { for: id }, 'Pay with'), box);
  const below = make('div', {});
  const root = make('div', { class: 'sandbox-pay' }, choice, below);
  /** @type {Map<string, Map<string, Field>>} */
  const forms = new Map();

  function shown() {
    const known = forms.get(select.value) ?? fieldsFor(select.value);
    forms.set(select.value, known);
    return known;
  }
  function show() {
    const isCard = select.value === 'card';
    const fields = isCard ? [] : [...shown().values()].map((field) => field.root);
    below.replaceChildren(isCard ? cardForm.root : make('div', { class: 'sandbox-pay' }, ...fields, agreement()));
    listener.emit('change', { empty: false, complete: true, collapsed: false, value: { type: select.value } });
  }
  /** @param {string[]} offered */
  function offer(offered) {
    const options = types.filter((type) => offered.includes(type));
    select.replaceChildren(...options.map((type) => make('option', { value: type }, typeNames[type] ?? type)));
    if (options.includes('card')) select.value = 'card';
    show();
  }
  select.addEventListener('change', show);
  offer(types);

  return {
    ...cardForm,
    root,
    offer,
    type: () => select.value,
    focus: () => select.focus(),
    validate: () => (select.value === 'card' ? cardForm.validate() : firstEmpty(shown())),
    showRefusal: (error) => (select.value === 'card' ? cardForm.showRefusal(error) : refuse(shown(), error)),
    setBusy(busy) {
      cardForm.setBusy(busy);
      select.disabled = busy;
      root.setAttribute('aria-busy', String(busy));
    },
    method: () => (select.value === 'card' ? cardForm.method() : methodOf(select.value, shown())),
  };
}

/** @param {string} type @returns {Map<string, Field>} */
function fieldsFor(type) {
  const asked = askedFields[type] ?? [];
  return new Map(
    asked.map(([name, label]) => {
      const id = `sandbox-pay-${type}-${name}`;
      return [name, createField({ id, label, placeholder: '', autocomplete: 'off', inputmode: 'text' })];
    }),
  );
}

function agreement() {
  const text = 'Test payments. No money moves. By paying with a bank account you agree to a mandate to debit it.';
  return make('p', { class: 'sandbox-pay-mark' }, text);
}

/** @param {Map<string, Field>} fields @returns {Fault | null} */
function firstEmpty(fields) {
  const empty = [...fields.values()].filter(({ input }) => input.value.trim() === '');
  for (const field of fields.values()) {
    field.show(empty.includes(field) ? { code: 'incomplete', message: 'Fill in this field.' } : null);
  }
  empty[0]?.input.focus();
  return empty.length > 0 ? { code: 'incomplete', message: 'Your payment details are incomplete.' } : null;
}

/**
 * @param {Map<string, Field>} fields
 * @param {{ code?: string, message: string, param?: unknown }} error
 */
function refuse(fields, { code = '', message, param = '' }) {
  const about = [...fields].find(([name]) => String(param).includes(`[${name}]`))?.[1];
  about?.show({ code, message });
  return about?.input;
}

/**
 * @param {string} type
 * @param {Map<string, Field>} fields
 */
function methodOf(type, fields) {
  const { email, name, ...details } = Object.fromEntries(
    [...fields].map(([field, { input }]) => [field, input.value.trim()]),
  );
  return { type, billing_details: { email, name }, ...(type === 'link' ? {} : { [type]: details }) };
}
