import { enabledTypes } from './enabled-types.js';
import { kinds, retrieveIntent } from './intents.js';
import { createMethodForm } from './method-form.js';

/**
 * @typedef {(detail: object) => void} Handler
 * @typedef {{ clientSecret?: string, [option: string]: unknown }} ElementsOptions
 */

/**
 * The payment element: mounts the form of the ways to pay into a node of the page.
 * @param {() => Promise<string[]>} loadTypes the ways to pay that the intent takes
 */
function createPaymentElement(loadTypes) {
  /** @type {Map<string, Set<Handler>>} */
  const handlers = new Map();
  /** @param {string} event @param {object} [detail] */
  function emit(event, detail = {}) {
    for (const handler of handlers.get(event) ?? []) handler({ elementType: 'payment', ...detail });
  }
  const form = createMethodForm(enabledTypes, { emit });
  const element = {
    /** @param {string | HTMLElement} target */
    mount(target) {
      const node = typeof target === 'string' ? document.querySelector(target) : target;
      if (!node)
        throw new IntegrationError(`The selector you specified (${String(target)}) applies to no DOM elements.`);
      node.replaceChildren(form.root);
      // Handlers are added right after mounting, so they must not miss these.
      setTimeout(async () => {
        emit('loaderstart');
        if (enabledTypes.length > 1) form.offer(await loadTypes());
        emit('ready');
      });
      return element;
    },
    unmount() {
      form.root.remove();
      return element;
    },
    destroy() {
      form.root.remove();
      handlers.clear();
    },
    /** @param {string} event @param {Handler} handler */
    on(event, handler) {
      handlers.set(event, (handlers.get(event) ?? new Set()).add(handler));
      return element;
    },
    /** @param {string} event @param {Handler} handler */
    once(event, handler) {
      /** @param {object} detail */
      const onlyOnce = (detail) => {
        element.off(event, onlyOnce);
        handler(detail);
      };
      return element.on(event, onlyOnce);
    },
    /** @param {string} event @param {Handler} [handler] */
    off(event, handler) {
      if (handler) handlers.get(event)?.delete(handler);
      else handlers.delete(event);
      return element;
    },
    focus: () => form.focus(),
    blur() {
      if (document.activeElement instanceof HTMLElement && form.root.contains(document.activeElement)) {
        document.activeElement.blur();
      }
    },
    clear: () => form.clear(),
    collapse() {},
    /** @param {{ readOnly?: boolean }} options */
    update(options) {
      if (options?.readOnly !== undefined) form.setBusy(options.readOnly);
      return element;
    },
  };
  return { element, form };
}

export class IntegrationError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'IntegrationError';
  }
}

/** The card form behind each object that `elements()` gave out, for confirmations. */
const formOfElements = new WeakMap();
/** The client secret of each of them. */
const secretOfElements = new WeakMap();

/**
 * `stripe.elements(options)`.
 * @param {string} key
 * @param {ElementsOptions} options
 */
export function createElements(key, options) {
  /** @type {ReturnType<typeof createPaymentElement> | null} */
  let payment = null;
  /** @returns {Promise<string[]>} */
  async function loadTypes() {
    const secret = secretOfElements.get(elements) ?? '';
    const kind = secret.startsWith('seti_') ? kinds.setup : kinds.payment;
    const { intent } = await retrieveIntent(kind, key, secret);
    return intent?.payment_method_types ?? enabledTypes;
  }
  const elements = {
    /** @param {string} type */
    create(type) {
      if (type !== 'payment') throw new IntegrationError(`The payment sandbox has no "${type}" element.`);
      payment = createPaymentElement(loadTypes);
      formOfElements.set(elements, payment.form);
      return payment.element;
    },
    /** @param {string} type */
    getElement: (type) => (type === 'payment' ? (payment?.element ?? null) : null),
    /** @param {ElementsOptions} changed */
    update(changed) {
      if (changed.clientSecret) secretOfElements.set(elements, changed.clientSecret);
    },
    /** Checks what was typed. */
    async submit() {
      const fault = payment?.form.validate();
      return fault
        ? { error: { type: 'validation_error', ...fault } }
        : { selectedPaymentMethod: payment?.form.type() ?? 'card' };
    },
    /** Returns an error when the intent cannot be read. */
    async fetchUpdates() {
      const secret = secretOfElements.get(elements);
      if (!secret) return {};
      const kind = secret.startsWith('seti_') ? kinds.setup : kinds.payment;
      const { error } = await retrieveIntent(kind, key, secret);
      return error ? { error } : {};
    },
  };
  secretOfElements.set(elements, options.clientSecret);
  return elements;
}

/**
 * Returns the form and the client secret of an elements object, for a confirmation.
 * @param {object} elements
 * @returns {{ form: ReturnType<typeof createMethodForm> | undefined, clientSecret: string | undefined }}
 */
export function behindElements(elements) {
  return { form: formOfElements.get(elements), clientSecret: secretOfElements.get(elements) };
}
