import { checkoutTasks } from './checkout/ending.ts';
import type { Operation } from './context.ts';
import { eventOperations } from './events.ts';
import type { Inclusions } from './expand.ts';
import { invoiceTasks } from './invoices/collecting.ts';
import { accountOperations } from './resources/account.ts';
import { portalConfigurationOperations, portalSessionOperations } from './resources/billing-portal.ts';
import { cashBalanceOperations } from './resources/cash-balances.ts';
import { chargeInclusions, chargeOperations } from './resources/charges.ts';
import { chargeTasks } from './resources/charging.ts';
import { checkoutSessionInclusions, checkoutSessionOperations } from './resources/checkout-sessions.ts';
import { couponOperations } from './resources/coupons.ts';
import { customerTaxIdOperations, taxIdTasks } from './resources/customer-tax-ids.ts';
import { customerInclusions, customerOperations } from './resources/customers.ts';
import { debitTasks } from './resources/debits.ts';
import { disputeTasks } from './resources/dispute-states.ts';
import { disputeOperations } from './resources/disputes.ts';
import { invoiceItemOperations } from './resources/invoice-items.ts';
import { invoicePaymentOperations } from './resources/invoice-payments.ts';
import { invoiceChangeOperations, invoiceInclusions, invoiceOperations } from './resources/invoices.ts';
import { mandateOperations } from './resources/mandates.ts';
import { paymentIntentOperations } from './resources/payment-intents.ts';
import { paymentMethodOperations } from './resources/payment-methods.ts';
import { priceOperations } from './resources/prices.ts';
import { productOperations } from './resources/products.ts';
import { refundOperations, refundTasks } from './resources/refunds.ts';
import { setupIntentOperations } from './resources/setup-intents.ts';
import { subscriptionScheduleOperations } from './resources/subscription-schedules.ts';
import { subscriptionItemOperations, subscriptionOperations } from './resources/subscriptions.ts';
import { taxCalculationInclusions, taxCalculationOperations } from './resources/tax-calculations.ts';
import { taxRateOperations } from './resources/tax-rates.ts';
import { taxSettingsOperations } from './resources/tax-settings.ts';
import { taxTransactionInclusions, taxTransactionOperations } from './resources/tax-transactions.ts';
import { webhookEndpointOperations } from './resources/webhook-endpoints.ts';
import { subscriptionTasks } from './subscriptions/renewal.ts';
import { scheduleTasks } from './subscriptions/schedules.ts';
import type { TaskHandlers } from './tasks.ts';
import { taxAssociationOperations } from './tax/payment-taxes.ts';

/** Every operation that the sandbox serves. Add the operations of a new resource here. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...cashBalanceOperations,
  ...chargeOperations,
  ...checkoutSessionOperations,
  ...couponOperations,
  ...customerOperations,
  ...customerTaxIdOperations,
  ...disputeOperations,
  ...eventOperations,
  ...invoiceChangeOperations,
  ...invoiceItemOperations,
  ...invoiceOperations,
  ...invoicePaymentOperations,
  ...mandateOperations,
  ...paymentIntentOperations,
  ...paymentMethodOperations,
  ...portalConfigurationOperations,
  ...portalSessionOperations,
  ...priceOperations,
  ...productOperations,
  ...refundOperations,
  ...setupIntentOperations,
  ...subscriptionItemOperations,
  ...subscriptionOperations,
  ...subscriptionScheduleOperations,
  ...taxAssociationOperations,
  ...taxCalculationOperations,
  ...taxRateOperations,
  ...taxSettingsOperations,
  ...taxTransactionOperations,
  ...webhookEndpointOperations,
];

/** Automatic changes as the sandbox's clock moves. */
export const taskHandlers: TaskHandlers = {
  ...chargeTasks,
  ...checkoutTasks,
  ...debitTasks,
  ...disputeTasks,
  ...invoiceTasks,
  ...refundTasks,
  ...scheduleTasks,
  ...subscriptionTasks,
  ...taxIdTasks,
};

/** Data that appears inside an object only when expanded. */
export const inclusions: Inclusions = {
  ...chargeInclusions,
  ...checkoutSessionInclusions,
  ...customerInclusions,
  ...invoiceInclusions,
  ...taxCalculationInclusions,
  ...taxTransactionInclusions,
};
