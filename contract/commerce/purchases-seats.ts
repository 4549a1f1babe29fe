import * as z from 'zod/mini';
import { emailAddress } from '../email-shapes.ts';
import { exactBody } from '../exact-body.ts';
import { Message } from '../message.ts';
import { Id, line, optionalText, requiredText, wholeNumber } from '../text.ts';
import { countries, TaxId, taxIdTypeOf } from './payments.ts';
import { type Plan, plans } from './plans.ts';
import { OpenPayment } from './purchases.ts';
import { namesResource, SeatKind, seatsOf } from './seats.ts';

/** Minimum and maximum number of seats in one order (SEAT-01). */
export const fewestSeats = 2;
export const mostSeats = 500;
const count = `Seats must be a whole number from ${fewestSeats} to ${mostSeats}`;
const seats = z.int({ error: count }).check(z.gte(fewestSeats, count), z.lte(mostSeats, count));

/** Days after which an invoice can be due (SEAT-02); INVOICE_DUE_DAYS allows some of them or all. */
export const dueDays = [14, 30, 45] as const;

/**
 * Recipient of an invoice, as Stripe's invoice and the portal's invoice show it, and the email address to which Stripe
 * sends its invoice.
 */
export const OrderBilling = z
  .object({
    name: requiredText({ field: 'Organisation name', max: 150 }),
    address: requiredText({ field: 'Address', max: 200 }),
    town: optionalText({ field: 'Town', max: 100 }),
    postcode: optionalText({ field: 'Postcode', max: 20 }),
    country: line({ error: 'Choose a country', max: 60 }).check(
      z.toUpperCase(),
      z.refine((code) => countries.includes(code), 'Choose a country'),
    ),
    taxId: TaxId,
    poNumber: optionalText({ field: 'Purchase order number', max: 60 }),
    /** Email address that the invoice is sent to; without one, the caller's own. */
    email: z._default(z.nullable(emailAddress('Invalid email address')), null),
    dueDays: z.literal(dueDays, { error: 'dueDays must be 14, 30 or 45' }),
  })
  .check(
    z.refine(({ taxId, country }) => taxId === null || taxIdTypeOf(country) !== null, {
      path: ['taxId'],
      error: 'Tax ids of this country cannot be checked here: leave it empty',
    }),
  );
export type OrderBilling = z.infer<typeof OrderBilling>;

type Ordered = { kind: SeatKind; plan: Plan | null };

/**
 * An order of seats by an organisation, paid by card at once or by invoice: of a resource, paid once, or of the plan,
 * paid each month or year. The server computes the price.
 */
export const SeatOrderForm = exactBody({
  ...seatsOf,
  plan: z._default(z.nullable(z.enum(plans, { error: 'plan must be monthly or annual' })), null),
  seats,
  payment: z._default(z.enum(['card', 'invoice'], { error: 'payment must be card or invoice' }), 'card'),
  billing: z._default(z.nullable(OrderBilling), null),
}).check(
  namesResource,
  z.refine<Ordered>(({ kind, plan }) => (kind === 'plan') === (plan !== null), {
    path: ['plan'],
    error: 'Seats of the plan name it, monthly or annual, and seats of a resource name none',
  }),
  z.refine(({ payment, billing }) => (payment === 'invoice') === (billing !== null), {
    path: ['billing'],
    error: 'An order by invoice names who is billed, and one by card does not',
  }),
  z.refine(({ plan, payment }) => plan !== 'monthly' || payment === 'card', {
    path: ['payment'],
    error: 'The monthly plan is paid by card. Choose the annual plan to pay by invoice',
  }),
);
export type SeatOrderForm = z.infer<typeof SeatOrderForm>;

/** State of an order: `unpaid` and `overdue` have an invoice that can still be paid. */
const OrderStatus = z.enum(['unpaid', 'overdue', 'paid', 'refunded', 'dispute_lost', 'removed', 'canceled']);

/** An invoice of an order; times are ISO 8601 in UTC. */
const OrderInvoice = z.object({
  /** Stripe's page where the invoice is paid and downloaded; null until the invoice is sent. */
  invoiceUrl: z.nullable(z.string()),
  dueAt: z.nullable(z.string()),
  /** End of the time in which the seats work without a payment; null when they work only once it is paid. */
  worksUntil: z.nullable(z.string()),
});

/** Data with which the browser confirms a payment by card, or the invoice that was sent. */
export const OpenOrder = z.extend(OpenPayment, {
  id: z.optional(z.int()),
  status: z.optional(OrderStatus),
  ...z.partial(OrderInvoice).shape,
});
export type OpenOrder = z.infer<typeof OpenOrder>;

/**
 * Seats that an organisation has ordered. `amount` is in major units: for a resource what is charged, for the plan the
 * price of a period without tax that is added on top. Times are ISO 8601 in UTC.
 */
export const SeatOrder = z.extend(OrderInvoice, {
  id: z.int(),
  kind: SeatKind,
  /** Null for the plan. */
  resourceId: z.nullable(z.int()),
  title: z.nullable(z.string()),
  /** Null for a resource. */
  plan: z.nullable(z.enum(plans)),
  seats: z.int(),
  amount: z.number(),
  currency: z.string(),
  payment: z.enum(['card', 'invoice']),
  status: OrderStatus,
  orderedAt: z.string(),
  /**
   * Next renewal of the plan, and below, its number of seats from then on if that differs; null for an order that does
   * not renew.
   */
  renewsAt: z.nullable(z.string()),
  pendingSeats: z.nullable(z.int()),
  /** End of the plan; null while it renews. */
  endsAt: z.nullable(z.string()),
  /** Name of the member who ordered; null when the account was deleted. */
  payer: z.nullable(z.string()),
  poNumber: z.nullable(z.string()),
  /** The portal's invoice of a payment; only its payer gets the id. */
  documentId: z.nullable(z.int()),
});
export type SeatOrder = z.infer<typeof SeatOrder>;

export const OrderParams = z.object({ id: Id, orderId: Id });
export type OrderParams = z.infer<typeof OrderParams>;

/**
 * A new number of seats of the plan (SEAT-04); the current number cancels scheduled fewer seats or a scheduled end.
 */
export const SeatsChange = exactBody({
  seats,
  /** `prorationDate` of the preview whose amounts the owner saw. */
  prorationDate: z._default(z.nullable(z.int()), null),
});
export type SeatsChange = z.infer<typeof SeatsChange>;

export const SeatsChangeQuery = z.object({ seats: wholeNumber('seats', mostSeats) });
export type SeatsChangeQuery = z.infer<typeof SeatsChangeQuery>;

/** Cost of a new number of seats; amounts in major units. */
export const SeatsPreview = z.object({
  /** Time of the change: at once for more seats, with the renewal for fewer. */
  startsAt: z.string(),
  /** Amount for the rest of the period, tax included; 0 for fewer seats. */
  dueNow: z.number(),
  /** Price of a later period, without tax that is added on top. */
  amount: z.number(),
  currency: z.string(),
  renewsAt: z.string(),
  prorationDate: z.nullable(z.int()),
});
export type SeatsPreview = z.infer<typeof SeatsPreview>;

/** The outcome of a change; with `payUrl` it waits for a payment there, for example one that the bank must confirm. */
export const ChangedSeats = z.extend(Message, { payUrl: z.nullable(z.string()) });
export type ChangedSeats = z.infer<typeof ChangedSeats>;

/** Credit limit: maximum sum of an organisation's unpaid invoices whose seats work, in major units. */
export const CreditLimitForm = exactBody({
  amount: z
    .number({ error: 'Enter an amount' })
    .check(z.gte(0, 'Enter an amount'), z.lte(1_000_000, 'The credit limit is at most 1,000,000')),
});
export type CreditLimitForm = z.infer<typeof CreditLimitForm>;

/** Debt and credit limit of an organisation; amounts in major units of `currency`. */
export const OrganisationCredit = z.object({
  currency: z.string(),
  limit: z.number(),
  /** Sum of the unpaid invoices. */
  outstanding: z.number(),
  /** The part of `outstanding` that is past its due date. */
  overdue: z.number(),
  /** Used part of the limit: unpaid invoices whose seats are active, and changes that are under way at Stripe. */
  used: z.number(),
});
export type OrganisationCredit = z.infer<typeof OrganisationCredit>;

const from = 'A step must begin at 3 to 500 seats';

/** A step of the volume prices: from `fromSeats` seats, each costs `price` (major units). */
const SeatStep = z.object({
  fromSeats: z.int({ error: from }).check(z.gte(3, from), z.lte(mostSeats, from)),
  price: z.number({ error: 'Enter a price' }),
});

/** Maximum number of steps. */
export const mostSteps = 6;

/** Volume prices, each with the number of seats from which it applies. */
export const SeatSteps = z
  .array(SeatStep, { error: 'steps must be a list' })
  .check(z.maxLength(mostSteps, `At most ${mostSteps} steps can be set`));

/** The volume prices of a resource; an empty list removes them. */
export const SeatPricesForm = exactBody({ steps: SeatSteps });
export type SeatPricesForm = z.infer<typeof SeatPricesForm>;

/**
 * Prices of seats of a resource, in major units: the resource's own price, and the volume prices; members get only
 * those that are cheaper.
 */
export const SeatPrices = z.object({
  resourceId: z.int(),
  title: z.string(),
  currency: z.string(),
  price: z.number(),
  steps: z.array(SeatStep),
});
export type SeatPrices = z.infer<typeof SeatPrices>;
