/** The parts of a payment method's name; `brand` and `wallet` are those of a card. */
type Method = { type: string; brand: string | null; last4: string | null; wallet: string | null };

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Names of Stripe's types and wallets that do not follow from their ids. */
const names: Readonly<Record<string, string>> = {
  acss_debit: 'Pre-authorised debit',
  au_becs_debit: 'BECS debit',
  bacs_debit: 'Bacs debit',
  cashapp: 'Cash App Pay',
  customer_balance: 'Bank transfer',
  ideal: 'iDEAL',
  paypal: 'PayPal',
  sepa_debit: 'SEPA debit',
  us_bank_account: 'Bank account',
};

/**
 * Returns the name of a payment method: "Visa ending 4242", "Apple Pay (Visa ending 4242)", "Link", "SEPA debit
 * ••3000".
 */
export function labelOf({ type, brand, last4, wallet }: Method): string {
  if (type === 'card') {
    const card = `${brands[brand ?? ''] ?? 'Card'}${last4 ? ` ending ${last4}` : ''}`;
    return wallet ? `${nameOf(wallet)} (${card})` : card;
  }
  return last4 ? `${nameOf(type)} ••${last4}` : nameOf(type);
}

/** Returns the name of a type or wallet: "Apple Pay" for `apple_pay`. */
function nameOf(word: string): string {
  const [first = '', ...rest] = word.split('_').map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`);
  return names[word] ?? [first, ...rest].join(' ');
}
