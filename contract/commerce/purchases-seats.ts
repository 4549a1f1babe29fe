import * as z from 'zod/mini';
import { emailAddress } from '../email-shapes.ts';
import { exactBody } from '../exact-body.ts';
import { Message } from '../message.ts';
import { Id, line, optionalText, requiredText, wholeNumber } from '../text.ts';
import { countries, TaxId, taxIdTypeOf } from './payments.ts';
import { OpenPayment } from './purchases.ts';
import { namesResource, SeatKind, seatsOf } from './seats.ts';
import { type Plan, plans } from './subscriptions.ts';

/** How many seats one order buys (SEAT-01). */
export const fewestSeats = 2;
export const mostSeats = 500;
const count = `Seats must be a whole number from ${fewestSeats} to ${mostSeats}`;
const seats = z.int({ error: count }).check(z.gte(fewestSeats, count), z.lte(mostSeats, count));

/** In how many days an invoice can be due (SEAT-02); INVOICE_DUE_DAYS allows some of them or all. */
export const dueDays = [14, 30, 45] as const;

/** Who an invoice names and where it is sent; Stripe's invoice and the portal's own print it. */
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
    /** Where the invoice is sent; the caller's own address without one. */
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
 * Seats that an organisation orders, paid by card at once or by invoice: of a resource, once, or of the plan, each month
 * or year. The server computes the price.
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

/** What became of an order: `unpaid` and `overdue` are invoices that can still be paid. */
const OrderStatus = z.enum(['unpaid', 'overdue', 'paid', 'refunded', 'dispute_lost', 'removed', 'canceled']);

/** An invoice of an order; times are ISO 8601 in UTC. */
const OrderInvoice = z.object({
  /** Stripe's page of the invoice, where it is paid and downloaded; null until it was sent. */
  invoiceUrl: z.nullable(z.string()),
  dueAt: z.nullable(z.string()),
  /** The seats work without a payment until then; null when they work once it is paid. */
  worksUntil: z.nullable(z.string()),
});

/** What the browser needs to confirm a payment by card, or the invoice that was sent. */
export const OpenOrder = z.extend(OpenPayment, {
  id: z.optional(z.int()),
  status: z.optional(OrderStatus),
  ...z.partial(OrderInvoice).shape,
});
export type OpenOrder = z.infer<typeof OpenOrder>;

/**
 * Seats that an organisation has ordered; the amount in major units, of the plan for a period and without tax that is
 * added; times ISO 8601 in UTC.
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
  /** When the plan renews, and with how many seats if that is another number; null for what does not renew. */
  renewsAt: z.nullable(z.string()),
  pendingSeats: z.nullable(z.int()),
  /** When the plan ends; null while it renews. */
  endsAt: z.nullable(z.string()),
  /** The name of the member who ordered; null when the account was deleted. */
  payer: z.nullable(z.string()),
  poNumber: z.nullable(z.string()),
  /** The portal's invoice of a payment, for its payer alone. */
  documentId: z.nullable(z.int()),
});
export type SeatOrder = z.infer<typeof SeatOrder>;

/** Which order of an organisation. */
export const OrderParams = z.object({ id: Id, orderId: Id });
export type OrderParams = z.infer<typeof OrderParams>;

/** Another number of seats of the plan (SEAT-04); the present one takes back what was to change with the renewal. */
export const SeatsChange = exactBody({
  seats,
  /** Of the preview whose amounts the owner has seen. */
  prorationDate: z._default(z.nullable(z.int()), null),
});
export type SeatsChange = z.infer<typeof SeatsChange>;

export const SeatsChangeQuery = z.object({ seats: wholeNumber('seats', mostSeats) });
export type SeatsChangeQuery = z.infer<typeof SeatsChangeQuery>;

/** What another number of seats costs; amounts in major units. */
export const SeatsPreview = z.object({
  /** When the number changes: at once for more seats, with the renewal for fewer. */
  startsAt: z.string(),
  /** For the rest of the period, tax included; 0 for fewer seats. */
  dueNow: z.number(),
  /** The price of a period afterwards, without tax that is added. */
  amount: z.number(),
  currency: z.string(),
  renewsAt: z.string(),
  prorationDate: z.nullable(z.int()),
});
export type SeatsPreview = z.infer<typeof SeatsPreview>;

/** What became of a change; `payUrl` leads to a payment that the bank asks about. */
export const ChangedSeats = z.extend(Message, { payUrl: z.nullable(z.string()) });
export type ChangedSeats = z.infer<typeof ChangedSeats>;

/** How much the unpaid invoices of an organisation may add up to while their seats work, in major units. */
export const CreditLimitForm = exactBody({
  amount: z
    .number({ error: 'Enter an amount' })
    .check(z.gte(0, 'Enter an amount'), z.lte(1_000_000, 'The credit limit is at most 1,000,000')),
});
export type CreditLimitForm = z.infer<typeof CreditLimitForm>;

/** What an organisation owes, and how much of it may work unpaid; amounts in major units of `currency`. */
export const OrganisationCredit = z.object({
  currency: z.string(),
  limit: z.number(),
  /** The sum of the unpaid invoices. */
  outstanding: z.number(),
  /** The part of it that is past its due day. */
  overdue: z.number(),
  /** The part of it whose seats work already. */
  used: z.number(),
});
export type OrganisationCredit = z.infer<typeof OrganisationCredit>;

const from = 'A step must begin at 3 to 500 seats';

/** From so many seats on, each costs this, in major units. */
const SeatStep = z.object({
  fromSeats: z.int({ error: from }).check(z.gte(3, from), z.lte(mostSeats, from)),
  price: z.number({ error: 'Enter a price' }),
});

/** How many steps there can be. */
export const mostSteps = 6;

/** Volume prices, by the number from which each holds. */
export const SeatSteps = z
  .array(SeatStep, { error: 'steps must be a list' })
  .check(z.maxLength(mostSteps, `At most ${mostSteps} steps can be set`));

/** The volume prices of a resource; none clears them. */
export const SeatPricesForm = exactBody({ steps: SeatSteps });
export type SeatPricesForm = z.infer<typeof SeatPricesForm>;

/** What seats of a resource cost, in major units: the resource's own price, and steps from which each is cheaper. */
export const SeatPrices = z.object({
  resourceId: z.int(),
  title: z.string(),
  currency: z.string(),
  price: z.number(),
  steps: z.array(SeatStep),
});
export type SeatPrices = z.infer<typeof SeatPrices>;
