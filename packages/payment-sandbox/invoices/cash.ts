import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import type { CustomerCash } from '../records.ts';
import type { Store } from '../store.ts';

/** Returns a customer's unused money. As long as none is stored, each call makes up another account number. */
export function cashOf(store: Store, customer: string): CustomerCash {
  const blank = { id: customer, available: null, reconciliation: null };
  return store.find('customer_cash', customer) ?? { ...blank, accountNumber: String(randomInt(1e7, 1e8)) };
}

/** Returns the cash balance as Stripe shows it. */
export function cashBalanceOf(store: Store, customer: string): Stripe.CashBalance {
  const { available, reconciliation } = cashOf(store, customer);
  return {
    object: 'cash_balance',
    available,
    customer,
    customer_account: null,
    livemode: false,
    settings: { reconciliation_mode: reconciliation ?? 'automatic', using_merchant_default: reconciliation === null },
  };
}

type Movement = Pick<Stripe.CustomerCashBalanceTransaction, 'applied_to_payment' | 'funded' | 'type'> & {
  customer: string;
  currency: string;
  /** Signed amount in minor units; negative when it pays something. */
  amountMinor: number;
};

/** Changes a customer's cash balance, and records the line of the change. */
export function moveCash(context: Context, movement: Movement): Stripe.CustomerCashBalanceTransaction {
  const { store, now } = context;
  const { amountMinor, currency, customer, ...kind } = movement;
  const cash = cashOf(store, customer);
  const endingBalance = (cash.available?.[currency] ?? 0) + amountMinor;
  store.put('customer_cash', { ...cash, available: { ...cash.available, [currency]: endingBalance } });
  const line = store.put('customer_cash_balance_transaction', {
    id: newId('ccsbtxn'),
    object: 'customer_cash_balance_transaction',
    created: now,
    currency,
    customer,
    customer_account: null,
    ending_balance: endingBalance,
    livemode: false,
    net_amount: amountMinor,
    ...kind,
  });
  emit(context, 'customer_cash_balance_transaction.created', line);
  return line;
}
