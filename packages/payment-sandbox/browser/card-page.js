import { callApi } from './api-client.js';
import { createCardForm } from './card-form.js';
import { askBank } from './overlay.js';

/**
 * The sandbox's own pages. A form with `data-confirm` sends a card and its other fields to that path and follows the
 * response, after the bank's question if there is one; `data-finish` is called once the question was answered. A form
 * with `data-post` sends its fields and then shows the page's changed parts, those with `data-live`.
 */

/** @typedef {import('./api-client.js').ApiError} ApiError */

const cardNode = document.getElementById('card');
const cardForm = cardNode ? createCardForm({ emit: () => undefined }) : undefined;
if (cardNode && cardForm) cardNode.replaceChildren(cardForm.root);

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const { confirm, post } = form.dataset;
  if (confirm === undefined && post === undefined) return;
  event.preventDefault();
  if (form.getAttribute('aria-busy') === 'true') return;
  void (confirm === undefined ? sendPost(form, post ?? '') : sendCard(form, confirm));
});

/**
 * @param {HTMLFormElement} form
 * @param {string} path
 */
async function sendCard(form, path) {
  showProblem(form, '');
  if (!checkFields(form) || cardForm?.validate()) return;
  setBusy(form, true);
  const card = cardForm?.card();
  const { value, error } = await callApi('POST', path, { ...fieldsOf(form), ...(card ? { card } : {}) });
  const failure = error ?? (await followAnswer(form, value));
  // On success the page is being left: the form stays as it is, so that nothing is sent twice.
  if (!failure) return;
  setBusy(form, false);
  const about = cardForm?.showRefusal(failure);
  if (about) about.focus();
  else showProblem(form, failure.message);
}

/**
 * @param {HTMLFormElement} form
 * @param {{ redirect?: string, step?: string, amount?: string }} answer
 * @returns {Promise<ApiError | undefined>}
 */
async function followAnswer(form, { redirect, step, amount = '' }) {
  if (redirect !== undefined) {
    location.assign(redirect);
    return undefined;
  }
  /** @type {ApiError | undefined} */
  let failure;
  await askBank({ amount }, async (outcome) => {
    const { error } = await callApi('POST', `/three-d-secure/${step}`, { outcome });
    failure = error;
  });
  if (failure) return failure;
  const { value, error } = await callApi('POST', form.dataset.finish ?? '', {});
  return error ?? followAnswer(form, value);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} path
 */
async function sendPost(form, path) {
  setBusy(form, true);
  const { error } = await callApi('POST', path, fieldsOf(form));
  setBusy(form, false);
  if (!error) return refresh(form.id);
  const [input] = textInputs(form);
  if (input) showFault(input, error.message);
}

/**
 * Fetches the page again and shows what changed in it; what was typed elsewhere stays.
 * @param {string} formId where the focus was
 */
async function refresh(formId) {
  const response = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const changed = fresh.getElementById(part.id);
    if (changed) part.replaceWith(document.adoptNode(changed));
  }
  const next = document.getElementById(formId)?.querySelector('input, button');
  if (next instanceof HTMLElement) next.focus();
}

/** @param {HTMLFormElement} form @returns {HTMLInputElement[]} */
function textInputs(form) {
  return [...form.querySelectorAll('input')].filter((input) => input.name !== '');
}

/** @param {HTMLFormElement} form */
function fieldsOf(form) {
  return Object.fromEntries(textInputs(form).map(({ name, value }) => [name, value.trim()]));
}

/** @param {HTMLFormElement} form */
function checkFields(form) {
  const faulty = textInputs(form).filter((input) => {
    const isSound = input.value.trim() !== '' && input.validity.valid;
    showFault(input, isSound ? '' : (input.dataset.fault ?? ''));
    return !isSound;
  });
  faulty[0]?.focus();
  return faulty.length === 0;
}

/**
 * @param {HTMLInputElement} input
 * @param {string} message empty when there is no fault
 */
function showFault(input, message) {
  const error = document.getElementById(`${input.id}-error`);
  if (!error) return;
  error.textContent = message;
  error.hidden = message === '';
  input.setAttribute('aria-invalid', String(message !== ''));
}

/**
 * @param {HTMLFormElement} form
 * @param {string} message
 */
function showProblem(form, message) {
  const problem = form.querySelector('[role="alert"].problem');
  if (!(problem instanceof HTMLElement)) return;
  problem.textContent = message;
  problem.hidden = message === '';
}

/**
 * @param {HTMLFormElement} form
 * @param {boolean} busy
 */
function setBusy(form, busy) {
  form.setAttribute('aria-busy', String(busy));
  cardForm?.setBusy(busy);
  // Not disabled, which would take the focus away from somebody without a mouse.
  for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', String(busy));
}
