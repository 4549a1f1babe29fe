import { checkoutTasks } from './checkout/ending.ts';
import type { Operation } from './context.ts';
import type { Inclusions } from './expand.ts';
import { invoiceTasks } from './invoices/collecting.ts';
import { chargeInclusions, chargeOperations } from './resources/charges.ts';
import { checkoutSessionInclusions, checkoutSessionOperations } from './resources/checkout-sessions.ts';
import { couponOperations } from './resources/coupons.ts';
import { customerOperations } from './resources/customers.ts';
import { disputeOperations, disputeTasks } from './resources/disputes.ts';
import { eventOperations } from './resources/events.ts';
import { invoiceChangeOperations } from './resources/invoice-changes.ts';
import { invoiceItemOperations } from './resources/invoice-items.ts';
import { invoicePaymentOperations } from './resources/invoice-payments.ts';
import { invoiceInclusions, invoiceOperations } from './resources/invoices.ts';
import { paymentIntentOperations } from './resources/payment-intents.ts';
import { paymentMethodOperations } from './resources/payment-methods.ts';
import { portalConfigurationOperations } from './resources/portal-configurations.ts';
import { portalSessionOperations } from './resources/portal-sessions.ts';
import { priceOperations } from './resources/prices.ts';
import { productOperations } from './resources/products.ts';
import { promotionCodeOperations } from './resources/promotion-codes.ts';
import { refundOperations, refundTasks } from './resources/refunds.ts';
import { setupIntentOperations } from './resources/setup-intents.ts';
import { subscriptionItemOperations } from './resources/subscription-items.ts';
import { subscriptionOperations } from './resources/subscriptions.ts';
import { taxRateOperations } from './resources/tax-rates.ts';
import { testClockOperations } from './resources/test-clocks.ts';
import { webhookEndpointOperations } from './resources/webhook-endpoints.ts';
import { subscriptionTasks } from './subscriptions/renewal.ts';
import type { TaskHandlers } from './tasks.ts';

/** Every operation the sandbox serves; a new resource adds its own here. */
export const operations: readonly Operation[] = [
  ...chargeOperations,
  ...checkoutSessionOperations,
  ...couponOperations,
  ...customerOperations,
  ...disputeOperations,
  ...eventOperations,
  ...invoiceChangeOperations,
  ...invoiceItemOperations,
  ...invoiceOperations,
  ...invoicePaymentOperations,
  ...paymentIntentOperations,
  ...paymentMethodOperations,
  ...portalConfigurationOperations,
  ...portalSessionOperations,
  ...priceOperations,
  ...productOperations,
  ...promotionCodeOperations,
  ...refundOperations,
  ...setupIntentOperations,
  ...subscriptionItemOperations,
  ...subscriptionOperations,
  ...taxRateOperations,
  ...testClockOperations,
  ...webhookEndpointOperations,
];

/** What happens by itself as the sandbox's clock moves. */
export const taskHandlers: TaskHandlers = {
  ...checkoutTasks,
  ...disputeTasks,
  ...invoiceTasks,
  ...refundTasks,
  ...subscriptionTasks,
};

/** Lists that appear inside an object only when expanded. */
export const inclusions: Inclusions = { ...chargeInclusions, ...checkoutSessionInclusions, ...invoiceInclusions };
