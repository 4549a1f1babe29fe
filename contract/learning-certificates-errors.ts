/** The part of the error vocabulary (errors.ts) that speaks of certificates and evidence packs. */
export const certificateErrors = {
  'learning.certificate-not-found': { status: 404, message: 'Certificate not found' },
  'learning.period-in-future': { status: 400, message: 'The last day of the period must not be after today.' },
  'storefront.certificate-unknown': { status: 404, message: 'No certificate has this code.' },
} as const;
