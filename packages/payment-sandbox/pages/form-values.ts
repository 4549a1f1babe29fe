import type { RawParameters } from '../parameters.ts';
import type { NewPaymentMethod } from '../resources/new-card.ts';

/** A text field of a form; null when it is empty or missing. */
export function textFrom(form: RawParameters, name: string): string | null {
  const value = form[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** The card fields as the pages' script sends them; what is missing is refused where the card is made. */
export function cardFrom(form: RawParameters): NewPaymentMethod['card'] | undefined {
  const { card } = form;
  if (card === undefined || typeof card === 'string' || Array.isArray(card)) return undefined;
  const digits = (name: string) => textFrom(card, name) ?? '';
  return {
    number: digits('number'),
    exp_month: Number(digits('exp_month')),
    exp_year: Number(digits('exp_year')),
    cvc: digits('cvc'),
  };
}
