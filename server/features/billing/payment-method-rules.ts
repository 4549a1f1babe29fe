/** What names a payment method; `brand` and `wallet` are those of a card. */
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

/** Stripe's words for types and wallets that are not their own name. */
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

/** "Visa ending 4242", "Apple Pay (Visa ending 4242)", "Link", "SEPA debit ••3000". */
export function labelOf({ type, brand, last4, wallet }: Method): string {
  if (type === 'card') {
    const card = `${brands[brand ?? ''] ?? 'Card'}${last4 ? ` ending ${last4}` : ''}`;
    return wallet ? `${nameOf(wallet)} (${card})` : card;
  }
  return last4 ? `${nameOf(type)} ••${last4}` : nameOf(type);
}

/** "Apple Pay" of `apple_pay`. */
function nameOf(word: string): string {
  const [first = '', ...rest] = word.split('_').map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`);
  return names[word] ?? [first, ...rest].join(' ');
}
