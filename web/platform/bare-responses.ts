type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const amounts = [
  'price',
  'monthlyPrice',
  'annualPrice',
  'amount',
  'refunded',
  'totalSpent',
  'subscriptionTotal',
  'purchaseTotal',
];

/**
 * Adds missing fields, replaces null where a field cannot be null, wraps single values of lists, and converts amounts
 * that came as text.
 */
function filled(value: unknown, otherwise: Fields): unknown {
  if (!isFields(value)) return value;
  const whole: Fields = { ...otherwise, ...value };
  for (const [name, usual] of Object.entries(otherwise)) {
    if (isFields(usual)) whole[name] = filled(whole[name] ?? {}, usual);
    else if (Array.isArray(usual)) whole[name] = whole[name] == null ? usual : [whole[name]].flat();
    else whole[name] ??= usual;
    if (amounts.includes(name) && typeof whole[name] === 'string') whole[name] = Number(whole[name]);
  }
  return whole;
}

const card = {
  description: '',
  price: null,
  monthlyPrice: null,
  annualPrice: null,
  estimatedDuration: null,
  onlineProductId: null,
  thumbnailUrl: null,
  featuredImageUrl: null,
  tags: [],
  roleAffiliations: [],
  rappPrinciples: [],
  rappImplementationPhase: [],
};

const resource = {
  ...card,
  trialDays: null,
  trialNeedsCard: true,
  samplePages: 0,
  stripeProductId: null,
  fileUrl: null,
  fileTitle: null,
  videoUrl: null,
  videoAccess: 'preview',
  readingMinutes: null,
  metadata: {
    slideshowImages: [],
    slideshowTexts: [],
    instructionalVideoUrl: null,
    videoUrl: null,
    subscriptionBenefits: [],
  },
};

const purchase = {
  amount: 0,
  currency: 'GBP',
  stripePaymentIntentId: null,
  documentId: null,
  tax: null,
  paidWith: null,
  isGift: false,
  seats: null,
  boughtFor: null,
  resource: { title: '' },
};

const subscription = {
  cancelAtPeriodEnd: false,
  temporarySuspended: false,
  trialEnd: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  isPaymentProcessing: false,
  productName: null,
  stripeProductId: null,
  stripeSubscriptionId: null,
  stripeCustomerId: null,
  plan: null,
  billingDay: null,
  pendingPlan: null,
  pendingAmount: null,
  pendingPlanAt: null,
  pause: null,
  amount: 0,
  currency: 'GBP',
  discount: null,
  taxMode: null,
};

const invoice = {
  number: null,
  amount: 0,
  refunded: 0,
  currency: 'GBP',
  paidAt: null,
  hostedUrl: null,
  documentId: null,
};
const billing = {
  totalSpent: 0,
  subscriptionTotal: 0,
  purchaseTotal: 0,
  currency: 'GBP',
  invoices: [],
  paymentMethods: [],
  transactions: [],
  guarantee: null,
  duePayment: null,
};

function filledInvoice(value: unknown): unknown {
  const one = filled(value, invoice);
  return isFields(one)
    ? { ...one, issuedAt: one.issuedAt ?? one.paidAt ?? 0, description: one.description ?? 'Subscription' }
    : one;
}

function filledMethod(value: unknown): unknown {
  const one = filled(value, { type: 'card', last4: null, brand: null, expMonth: null, expYear: null });
  return isFields(one) ? { ...one, label: one.label ?? `${one.brand ?? 'Card'} ending ${one.last4 ?? ''}` } : one;
}

function filledBilling(value: unknown): unknown {
  const one = filled(value, billing);
  if (!isFields(one)) return one;
  return {
    ...one,
    invoices: each(filledInvoice)(one.invoices),
    paymentMethods: each(filledMethod)(one.paymentMethods),
  };
}

/**
 * Codes of the reasons (DETAIL-15, DETAIL-16). A response in the bare shape identifies them only by their sentences.
 */
const codes = new Map([
  ['Resource access blocked by administrator', 'access.blocked'],
  ['Purchase required', 'access.purchase-required'],
  ['Active subscription required', 'access.subscription-required'],
]);

function codeOf(reason: string): string | null {
  return codes.get(reason) ?? (/subscription required/i.test(reason) ? 'access.subscription-other' : null);
}

function filledAccess(value: unknown): unknown {
  const one = filled(value, { hasAccess: false, reason: '' });
  return isFields(one) ? { ...one, code: one.code ?? (one.hasAccess ? null : codeOf(String(one.reason))) } : one;
}

const each = (fill: (value: unknown) => unknown) => (value: unknown) =>
  Array.isArray(value) ? value.map(fill) : value;
const as = (otherwise: Fields) => (value: unknown) => filled(value, otherwise);

const fills = new Map<string, (value: unknown) => unknown>([
  ['/api/resources', each(as(card))],
  ['/api/resources/:id', as(resource)],
  ['/api/resources/:id/access', filledAccess],
  ['/api/user/resource-access', each(filledAccess)],
  ['/api/user/purchases', each(as(purchase))],
  ['/api/complete-purchase', as(purchase)],
  ['/api/user/subscription', as(subscription)],
  ['/api/user/subscriptions', each(as(subscription))],
  ['/api/user/billing', filledBilling],
]);

/**
 * Adds to a response the fields that the bare shape of the specification leaves out (GEN-26), so that screens can rely
 * on them. Responses of this version of the portal are already complete.
 */
export function completeResponse(path: string, value: unknown): unknown {
  return fills.get(path)?.(value) ?? value;
}
