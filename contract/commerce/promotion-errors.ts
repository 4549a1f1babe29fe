/** Errors of promo codes and free trials; a part of errors.ts. */
export const promotionErrors = {
  'promotions.not-found': { status: 404, message: 'Promo code not found' },
  'promotions.conflict': {
    status: 409,
    message: 'Another administrator changed this promo code after you opened it. Compare before you save.',
  },
  'promotions.code-taken': { status: 409, message: 'A promo code with this name already exists.' },
  'promotions.product-unknown': { status: 400, message: 'A selected product does not exist' },
  'promotions.limit-below-use': {
    status: 409,
    message: 'This code has been redeemed {used} times already; the usage limit cannot be lower.',
  },
  'promotions.code-refused': { status: 409, message: 'Invalid or expired promo code.' },
  'promotions.validate-first': { status: 403, message: 'Please validate the promo code first.' },
  'promotions.redeemed-before': { status: 409, message: 'You have already redeemed this promo code.' },
  'promotions.verify-first': { status: 403, message: 'Please verify your email address first.' },
  'promotions.card-used': { status: 409, message: 'A free trial has already been started with this card.' },
  'promotions.trial-used': { status: 409, message: 'You have already used your free trial.' },
  'promotions.discount-only': {
    status: 409,
    message: 'This code gives a discount. Redeem it on the Billing page, where you can check out.',
  },
  'promotions.other-type': {
    status: 409,
    message: 'This code gives free days of the subscription. Redeem it on the Billing page.',
  },
  'promotions.other-product': { status: 409, message: 'This promo code is not valid for this resource.' },
  'promotions.new-customers-only': { status: 409, message: 'This promo code is for new customers only.' },
  'promotions.not-for-gifts': {
    status: 409,
    message: "This promo code is for a new customer's own purchase. It cannot pay for a gift.",
  },
  'promotions.code-ended': {
    status: 409,
    message: 'This promo code has ended since you applied it. You have not been charged.',
  },
  'promotions.plan-unknown': {
    status: 409,
    message: 'This promo code cannot be redeemed at the moment. Nothing was changed; please contact support.',
  },
} as const;
