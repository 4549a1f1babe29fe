import { make } from './elements-of-page.js';
import { addStyle } from './style.js';

/**
 * Asks what the cardholder's bank would ask. The browser's own modal dialog keeps the focus inside and gives it back;
 * Escape counts as Fail.
 * @param {{ amount: string }} about the amount as the customer reads it; empty when no money is asked for
 * @param {(outcome: 'complete' | 'fail') => Promise<void>} answer
 * @returns {Promise<void>} settles when the answer was taken and the dialog is gone
 */
export function askBank({ amount }, answer) {
  addStyle();
  const complete = make('button', { type: 'button' }, 'Complete');
  const fail = make('button', { type: 'button' }, 'Fail');
  const asked = amount
    ? `Your bank asks you to confirm a payment of ${amount}.`
    : 'Your bank asks you to confirm this card.';
  const dialog = make(
    'dialog',
    {
      class: 'sandbox-pay-dialog',
      'aria-labelledby': 'sandbox-pay-bank-title',
      'aria-describedby': 'sandbox-pay-bank-text',
    },
    make('h2', { id: 'sandbox-pay-bank-title' }, '3-D Secure'),
    make('p', { id: 'sandbox-pay-bank-text' }, `${asked} This is a test: choose how it ends.`),
    make('div', { class: 'sandbox-pay-actions' }, complete, fail),
  );
  document.body.append(dialog);

  return new Promise((resolve, reject) => {
    let answered = false;
    /** @param {'complete' | 'fail'} outcome */
    async function finish(outcome) {
      if (answered) return;
      answered = true;
      complete.disabled = true;
      fail.disabled = true;
      try {
        await answer(outcome);
        resolve();
      } catch (error) {
        reject(error);
      } finally {
        dialog.close();
        dialog.remove();
      }
    }
    complete.addEventListener('click', () => finish('complete'));
    fail.addEventListener('click', () => finish('fail'));
    // A modal dialog alone lets Tab wander off to the browser's own controls.
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Tab') return;
      event.preventDefault();
      (document.activeElement === complete ? fail : complete).focus();
    });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      void finish('fail');
    });
    // Some browsers close on a second Escape without asking; the payment must still get its answer.
    dialog.addEventListener('close', () => finish('fail'));
    dialog.showModal();
  });
}
