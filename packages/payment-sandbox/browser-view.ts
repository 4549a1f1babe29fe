/** The fields of an intent that a browser gets to see: no metadata, no customer. */
const visibleFields: Readonly<Record<string, readonly string[]>> = {
  payment_intent: [
    'id',
    'object',
    'amount',
    'amount_details',
    'automatic_payment_methods',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'last_payment_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ],
  setup_intent: [
    'id',
    'object',
    'automatic_payment_methods',
    'cancellation_reason',
    'client_secret',
    'created',
    'description',
    'last_setup_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'status',
    'usage',
  ],
};

/** Cuts an answer, error answers included, down to what a caller with the publishable key may see. */
export function browserView(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(browserView);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  const visible = visibleFields[String(new Map<string, unknown>(fields).get('object'))];
  const kept = visible ? fields.filter(([name]) => visible.includes(name)) : fields;
  return Object.fromEntries(kept.map(([name, inner]) => [name, browserView(inner)]));
}
