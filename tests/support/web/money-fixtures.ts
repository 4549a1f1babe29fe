import type { Billing } from '#contract/commerce/billing.ts';
import type { BillingDetails } from '#contract/commerce/payments.ts';
import type { OfferedCode } from '#contract/commerce/promotions.ts';
import type { PromoCode } from '#contract/commerce/promotions-admin.ts';
import type { OpenPayment, Purchase } from '#contract/commerce/purchases.ts';
import type { AdminSubscription, OpenSubscription, Subscription } from '#contract/commerce/subscriptions.ts';
import type { ShownTax } from '#contract/tax.ts';

// Every fixture fits the contract; a test names only the fields that it is about.

/** Billing of a member who never paid. */
export function billing(changed: Partial<Billing> = {}): Billing {
  return {
    totalSpent: 0,
    subscriptionTotal: 0,
    purchaseTotal: 0,
    currency: 'GBP',
    invoices: [],
    paymentMethods: [],
    transactions: [],
    guarantee: null,
    duePayment: null,
    ...changed,
  };
}

/** Billing details of a member who gave none. */
export function billingDetails(changed: Partial<BillingDetails> = {}): BillingDetails {
  return {
    companyName: null,
    line1: null,
    line2: null,
    city: null,
    postcode: null,
    country: null,
    taxId: null,
    purchaseOrder: null,
    taxIdStatus: null,
    ...changed,
  };
}

/** Opened payment of a resource for £19.99. */
export function openPayment(changed: Partial<OpenPayment> = {}): OpenPayment {
  return {
    clientSecret: 'pi_1_secret_1',
    amount: 19.99,
    listPrice: 19.99,
    currency: 'GBP',
    promoCode: null,
    tax: null,
    ...changed,
  };
}

/** Opened first payment of the monthly plan. */
export function openSubscription(changed: Partial<OpenSubscription> = {}): OpenSubscription {
  return {
    id: 5,
    clientSecret: 'pi_1_secret_1',
    amount: 8.99,
    dueNow: 8.99,
    currency: 'GBP',
    tax: null,
    ...changed,
  };
}

/** Monthly subscription that runs. */
export function subscription(changed: Partial<Subscription> = {}): Subscription {
  return {
    id: 5,
    status: 'active',
    cancelAtPeriodEnd: false,
    temporarySuspended: false,
    trialEnd: null,
    currentPeriodStart: '2126-01-05T09:00:00.000Z',
    currentPeriodEnd: '2126-02-05T09:00:00.000Z',
    isPaymentProcessing: false,
    productName: 'Premium',
    stripeProductId: 'prod_1',
    stripeSubscriptionId: 'sub_1',
    stripeCustomerId: 'cus_1',
    plan: 'monthly',
    billingDay: 5,
    pendingPlan: null,
    pendingAmount: null,
    pendingPlanAt: null,
    pause: null,
    amount: 8.99,
    currency: 'GBP',
    discount: null,
    taxMode: null,
    ...changed,
  };
}

/** Code that takes 20 % off three payments of the monthly plan. */
export function offeredCode(changed: Partial<OfferedCode> = {}): OfferedCode {
  return {
    id: 9,
    code: 'SPRING',
    description: null,
    promoType: 'discount',
    freeAccessDays: 0,
    mappedProducts: [{ id: 2, name: 'Bias and Fairness Review Workspace' }],
    applicableProducts: [],
    discount: { percentage: 20, amount: null, cycles: 3 },
    price: { amount: 8.99, currency: 'GBP', interval: 'month' },
    ...changed,
  };
}

/** Running subscription as administrators see it. */
export function adminSubscription(changed: Partial<AdminSubscription> = {}): AdminSubscription {
  const { id, status, cancelAtPeriodEnd, temporarySuspended, currentPeriodStart, currentPeriodEnd, trialEnd } =
    subscription();
  return {
    id,
    userName: 'Ines Kaldor',
    userEmail: 'ines.kaldor@example.org',
    status,
    cancelAtPeriodEnd,
    temporarySuspended,
    currentPeriodStart,
    currentPeriodEnd,
    trialEnd,
    ...changed,
  };
}

/** British VAT, which is added to a net price. */
export function tax(net: number, changed: Partial<ShownTax> = {}): ShownTax {
  const amount = Math.round(net * 20) / 100;
  return {
    isIncluded: false,
    net,
    tax: amount,
    country: 'GB',
    isReverseCharge: false,
    parts: [{ name: 'VAT', country: 'GB', percent: '20', amount }],
    ...changed,
  };
}

/** Purchase of the first resource for £19.99. */
export function purchase(changed: Partial<Purchase> = {}): Purchase {
  return {
    id: 1,
    resourceId: 1,
    purchaseDate: '2026-01-05T09:00:00.000Z',
    amount: 19.99,
    currency: 'GBP',
    stripePaymentIntentId: 'pi_1',
    documentId: null,
    tax: null,
    paidWith: 'Visa ending 4242',
    isGift: false,
    seats: null,
    boughtFor: null,
    resource: { id: 1, title: 'Resource 1' },
    ...changed,
  };
}

/** WELCOME90, a free trial of 90 days without redemptions. */
export function promoCode(changed: Partial<PromoCode> = {}): PromoCode {
  return {
    id: 1,
    code: 'WELCOME90',
    description: null,
    promoType: 'free_trial',
    mappedProducts: [1],
    productStripePlanMapping: { 1: 'monthly' },
    freeAccessDays: 90,
    trialDuration: null,
    discountType: null,
    discountValue: null,
    discountDuration: null,
    applicableProducts: [],
    newCustomersOnly: false,
    isActive: true,
    usageLimit: null,
    usedCount: 0,
    expiresAt: null,
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    ...changed,
  };
}
