/** A card as the provider shows it. */
export type KeptCard = {
  stripePaymentMethodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  isDefault: boolean;
  addedAt: Date;
};
