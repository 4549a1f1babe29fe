/** The part of the error vocabulary (errors.ts) that speaks of certificates. */
export const certificateErrors = {
  'learning.certificate-not-found': { status: 404, message: 'Certificate not found' },
  'storefront.certificate-unknown': { status: 404, message: 'No certificate has this code.' },
} as const;
