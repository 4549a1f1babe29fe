import { fileErrors } from './catalogue/file-errors.ts';
import { promotionErrors } from './commerce/promotion-errors.ts';
import { assistantErrors } from './identity/assistant-errors.ts';
import { connectionErrors } from './identity/connection-errors.ts';
import { keyErrors } from './identity/key-errors.ts';
import { passkeyErrors } from './identity/passkey-errors.ts';
import { settingsErrors } from './identity/settings-errors.ts';
import { assessmentErrors } from './learning/assessment-errors.ts';
import { badgeErrors } from './learning/badge-errors.ts';
import { checkErrors } from './learning/check-errors.ts';
import { learningErrors } from './learning/learning-errors.ts';
import { mcpErrors } from './operations/mcp-errors.ts';
import { webhookErrors } from './operations/webhook-errors.ts';
import { organisationErrors, seatOrderErrors } from './organisations/organisation-errors.ts';

/**
 * All errors of the API. Each code has one HTTP status and one sentence that a person can act on; `fail` replaces
 * `{name}` in a sentence by a given value. Grouped by feature, in the order of the features.
 */
export const errors = {
  'request.invalid': { status: 400, message: 'The request is not valid.' },
  'request.not-found': { status: 404, message: 'Not found' },
  'request.wrong-method': { status: 405, message: 'This address takes POST only.' },
  'request.foreign-origin': { status: 403, message: 'This request came from another site and was refused.' },
  'request.too-large': { status: 413, message: 'The request is too large.' },
  'request.wrong-type': { status: 415, message: 'This content type is not accepted.' },
  'request.too-many': { status: 429, message: 'Too many attempts. Please try again in {wait}.' },
  'request.busy': { status: 503, message: 'The service is busy. Please try again in a moment.' },
  'request.storage-full': {
    status: 503,
    message:
      'The portal cannot save changes at the moment because its disk is full. Nothing was changed. Please try again later.',
  },
  'request.failed': { status: 500, message: 'Something went wrong on our side. Nothing was changed.' },

  ...keyErrors,
  ...assistantErrors,

  'accounts.sign-in-required': { status: 401, message: 'Please sign in.' },
  'accounts.administrator-required': { status: 403, message: 'Only administrators can do this.' },
  'accounts.other-member': {
    status: 409,
    message: 'Another account is signed in on this browser now. Load the page again.',
  },
  'accounts.confirm-sign-in': { status: 403, message: 'Please confirm that it is you.' },
  'accounts.wrong-password': { status: 403, message: 'The current password is wrong.' },
  'accounts.wrong-code': { status: 400, message: 'This code is wrong.' },
  'accounts.code-required': { status: 401, message: 'Enter the code from your authenticator app.' },
  'accounts.second-factor-required': {
    status: 403,
    message: 'Enter the code from your authenticator app, or a recovery code.',
  },
  'accounts.code-refused': { status: 401, message: 'This code is wrong.' },
  'accounts.identity-not-found': { status: 404, message: 'This sign-in is no longer linked to your account.' },
  'accounts.password-first': { status: 409, message: 'Set a password first: you could not sign in any more.' },
  'accounts.two-factor-on': { status: 409, message: 'Two-factor authentication is already on.' },
  'accounts.two-factor-not-set-up': { status: 409, message: 'Set up two-factor authentication first.' },
  'accounts.sign-in-not-found': { status: 404, message: 'This device is not signed in.' },
  'accounts.no-provider': { status: 404, message: 'Sign-in with Google is not available on this portal.' },
  'accounts.provider-unreachable': {
    status: 503,
    message: 'Google is not responding at the moment. Please try again, or sign in with your password.',
  },
  'accounts.provider-refused': { status: 400, message: 'Sign-in with Google failed. Please try again.' },
  'accounts.sign-in-step-ended': { status: 400, message: 'This step has ended. Start the sign-in again.' },
  'accounts.provider-unverified': {
    status: 403,
    message: 'Google has not verified the email address of this account, so you cannot sign in with it.',
  },
  'accounts.provider-not-connected': {
    status: 409,
    message:
      'There is an account with this address already. Sign in with its password, or choose one by “Forgot password?”, then connect Google under Settings.',
  },
  'accounts.provider-taken': { status: 409, message: 'This Google account opens another account of this portal.' },
  'accounts.provider-cannot-confirm': {
    status: 403,
    message:
      'Google does not say when you last signed in there, so administrators confirm by password or code. “Forgot password?” on the sign-in page sets a password.',
  },
  ...passkeyErrors,
  'accounts.wrong-credentials': { status: 401, message: 'Wrong email or password.' },
  'accounts.sign-in-locked': {
    status: 429,
    message:
      'Too many wrong passwords were tried for this email address. Ask for a link by email and choose a new password.',
  },
  'accounts.email-taken': { status: 409, message: 'An account with this email already exists.' },
  'accounts.invitation-only': { status: 403, message: 'Registration is by invitation only.' },
  'accounts.domain-closed': { status: 403, message: 'Registration is open to certain organisations only.' },
  'accounts.password-too-short': { status: 400, message: 'Password must be at least {minimum} characters' },
  'accounts.common-password': {
    status: 400,
    message: 'This password is too common and easy to guess. Please choose another.',
  },
  'accounts.email-verified': { status: 409, message: 'Your email address is already verified.' },
  'accounts.link-invalid': { status: 400, message: 'This password reset link is invalid or has expired.' },
  'accounts.invitation-expired': { status: 400, message: 'This link has expired. It was valid for 24 hours.' },
  'accounts.invitation-used': {
    status: 400,
    message: 'This link has been used or is no longer valid. Ask for a new one.',
  },
  'accounts.verification-invalid': { status: 400, message: 'This verification link is invalid or has expired.' },
  'accounts.not-verified': { status: 409, message: 'This address is not verified yet.' },
  'accounts.not-found': { status: 404, message: 'User not found' },
  'accounts.no-note': { status: 404, message: 'Note not found' },
  'accounts.too-many-notes': { status: 409, message: 'This member has 200 notes. Delete one first.' },
  'accounts.last-administrator': {
    status: 409,
    message: 'This is the last administrator. Make another member an administrator first.',
  },
  'accounts.conflict': {
    status: 409,
    message: 'Another administrator changed this user after you opened it. Compare before you save.',
  },

  ...connectionErrors,

  'system.job-not-failed': { status: 409, message: 'This job has been retried or deleted already.' },

  'content.not-found': { status: 404, message: 'This version of the content does not exist.' },
  'content.mistake': { status: 400, message: '{path} {sentence}' },
  'content.unchanged': { status: 409, message: 'This content is published already. Nothing was changed.' },
  'content.not-current': {
    status: 409,
    message:
      'Another administrator published version {version} after you opened this page. Nothing was changed. Check your file against that version, then publish it.',
  },

  ...settingsErrors,

  ...organisationErrors,
  ...learningErrors,
  ...checkErrors,
  ...badgeErrors,
  ...webhookErrors,
  ...mcpErrors,

  'metrics.token-required': { status: 401, message: 'This endpoint requires the metrics token.' },

  'entry.link-for-other': {
    status: 403,
    message: 'This link was sent to another email address, or long ago. Register without it, then verify your address.',
  },
  'storefront.certificate-unknown': { status: 404, message: 'No certificate has this code.' },
  'storefront.no-format': { status: 501, message: 'Embedding answers in JSON only: ask with format=json.' },

  ...fileErrors,

  'catalogue.not-found': { status: 404, message: 'Resource not found' },

  'products.not-found': { status: 404, message: 'Online product not found' },
  'products.conflict': {
    status: 409,
    message: 'Another administrator changed this product after you opened it. Compare before you save.',
  },
  'products.slug-taken': { status: 409, message: 'Another page or product already uses this slug.' },
  'products.tool-address-refused': {
    status: 400,
    message: 'The tool address must be an https address or a path of the portal.',
  },
  'products.linked': {
    status: 409,
    message: 'This product is linked to {title}. Link that resource to another product first, or delete it.',
  },
  'products.owned': {
    status: 409,
    message: 'Members who bought {title} still use this product. Deactivate it instead.',
  },

  'articles.picture-unknown': {
    status: 400,
    message: 'An image in the text was not uploaded to this portal. Upload it, then save again.',
  },

  'publishing.product-unknown': { status: 400, message: 'Please select an online product' },
  'publishing.price-required': {
    status: 400,
    message: 'A resource for purchase needs a price of at least {minimum} before it can be published.',
  },
  'publishing.conflict': {
    status: 409,
    message: 'Another administrator changed this resource after you opened it. Compare before you save.',
  },
  'publishing.publish-time-passed': {
    status: 400,
    message: 'The publication time is in the past. Choose a later time.',
  },
  'publishing.sold-in-bundle': {
    status: 409,
    message: 'The bundle {bundle} sells this resource. Take it out of the bundle first.',
  },
  'publishing.address-refused': { status: 400, message: '{field} must be an https address or an uploaded file.' },
  'publishing.file-unknown': {
    status: 400,
    message: 'This file was not uploaded to this portal. Upload it, then save again.',
  },

  'payments.document-not-found': { status: 404, message: 'Document not found' },
  'payments.tax-id-refused': {
    status: 400,
    message: 'The payment provider refuses this tax id. Check its form and the country, or leave it empty.',
  },
  'payments.place-needed': {
    status: 409,
    message: 'Add your country to your invoice details first: it decides the tax.',
  },
  'payments.place-unknown': {
    status: 400,
    message: 'The tax for this country and postcode cannot be computed. Check both, then try again.',
  },
  'payments.tax-failed': {
    status: 503,
    message:
      'The tax could not be computed, so nothing can be bought now. You have not been charged. Please try again later.',
  },
  'payments.tax-changed': {
    status: 409,
    message:
      'Your invoice details or the price have changed, so the tax has to be computed again. You have not been charged.',
  },
  'purchases.not-for-sale': { status: 400, message: 'This resource is not for sale.' },
  'purchases.below-minimum': {
    status: 409,
    message:
      'With this code {rest} would be left to pay, and the smallest amount that can be charged is {minimum}. The code cannot be used for this resource.',
  },
  ...seatOrderErrors,
  'purchases.already-owned': { status: 409, message: 'You already have access to this resource.' },
  'purchases.payments-off': { status: 503, message: 'Payments are not available on this portal yet.' },
  'purchases.provider-failed': {
    status: 503,
    message: 'The payment provider did not answer. Please try again; you will not be charged twice.',
  },
  'purchases.not-paid': { status: 409, message: 'This payment has not been completed.' },
  'purchases.processing': {
    status: 409,
    message: 'Your payment is being processed. Your purchase appears when it has arrived; please do not pay again.',
  },
  'purchases.unconfirmed': {
    status: 503,
    message:
      'The payment provider is not responding at the moment. If you have paid, your purchase appears within minutes; please do not pay again.',
  },
  'purchases.returned': { status: 409, message: 'This payment was refunded, so it no longer gives access.' },
  'purchases.payment-unknown': { status: 404, message: 'Payment not found' },
  'purchases.not-found': { status: 404, message: 'Purchase not found' },
  'purchases.gift-day': { status: 400, message: 'Choose a day from today on, at most a year ahead.' },
  'purchases.gift-unknown': {
    status: 404,
    message: 'This gift link is not valid. If the gift was sent again, use the link in the newest email.',
  },
  'purchases.gift-redeemed': { status: 409, message: 'This gift has been redeemed.' },
  'purchases.gift-refunded': {
    status: 409,
    message: 'The payment for this gift was refunded, so it cannot be redeemed.',
  },
  'purchases.gift-owned': {
    status: 409,
    message: 'You already have access to this resource. The gift stays open: you can pass its link on.',
  },
  'purchases.gift-not-sendable': {
    status: 409,
    message: 'This gift cannot be sent again: it was redeemed, refunded, sent five times, or its day has not come.',
  },

  'subscriptions.not-offered': { status: 400, message: 'This resource is not part of the subscription.' },
  'subscriptions.already-subscribed': { status: 409, message: 'You already have a subscription.' },
  'subscriptions.starting': {
    status: 409,
    message:
      'Another subscription is being started for this account or organisation. Please wait a moment and reload the page.',
  },
  'subscriptions.payment-due': {
    status: 409,
    message: 'A payment for your subscription is due. Please pay it on your billing page first.',
  },
  'subscriptions.not-begun': { status: 409, message: 'This subscription has not started yet.' },
  'subscriptions.cancelling': {
    status: 409,
    message: 'This subscription ends with its period. Reactivate it first.',
  },
  'subscriptions.same-plan': { status: 409, message: 'The subscription has this plan already.' },
  'subscriptions.preview-outdated': {
    status: 409,
    message: 'The amount has changed since it was shown. Please look at it again.',
  },
  'subscriptions.payment-processing': {
    status: 409,
    message:
      'Your payment is being processed. Your subscription starts as soon as it has arrived; please do not pay again.',
  },
  'subscriptions.credit-covers': {
    status: 409,
    message: 'Your credit pays for this subscription. Confirm that you want to start it.',
  },
  'subscriptions.no-trial': { status: 409, message: 'This resource has no free trial. Please subscribe instead.' },
  'subscriptions.credit-gone': {
    status: 409,
    message: 'Your credit no longer pays for this subscription. Please pay with a card or another payment method.',
  },
  'subscriptions.suspended': {
    status: 409,
    message: 'Your subscription has been suspended by an administrator. Please contact support.',
  },
  'subscriptions.paused': {
    status: 409,
    message: 'Your subscription is paused, or about to be. End the pause on your billing page first.',
  },
  'subscriptions.pause-not-offered': {
    status: 409,
    message: 'Only a paid monthly subscription without a change of plan ahead can be paused.',
  },
  'subscriptions.offer-gone': {
    status: 409,
    message: 'This offer is no longer available. Your subscription is unchanged.',
  },
  'subscriptions.ended': { status: 409, message: 'This subscription has ended.' },
  'subscriptions.not-found': { status: 404, message: 'Subscription not found' },

  ...promotionErrors,

  'access.no-block': { status: 404, message: 'This resource is not blocked for this member.' },
  'access.no-grant': { status: 404, message: 'This grant no longer exists.' },
  'access.granted-already': {
    status: 409,
    message: 'This member already has a grant for this resource. Revoke it before you grant access again.',
  },
  'access.end-passed': { status: 400, message: 'The end date is in the past. Choose a later date.' },
  'access.required': { status: 403, message: 'You do not have access to this resource.' },

  'progress.no-reading-position': { status: 409, message: 'Reading progress is not available for this resource.' },

  'tools.inactive': { status: 403, message: 'This tool is currently unavailable. Please try again later.' },
  'tools.token-invalid': { status: 403, message: 'Invalid or expired token' },
  'tools.bearer-invalid': { status: 401, message: 'Invalid or expired token' },

  'library.no-file': { status: 404, message: 'No file available for download.' },
  'library.no-article': { status: 404, message: 'This resource has no article text.' },
  'library.saved-full': { status: 409, message: 'You have saved 1,000 resources. Remove one to save another.' },
  'library.no-pages': { status: 404, message: 'This resource has no file that can be read in the viewer.' },
  'library.parts-only': { status: 400, message: 'The viewer reads a file of this size in parts of at most 1 MiB.' },
  'library.no-such-part': { status: 416, message: 'This file does not have the requested range.' },

  ...assessmentErrors,

  'billing.signature-refused': { status: 400, message: 'The signature of this event is not valid.' },
  'billing.no-guarantee': {
    status: 409,
    message: 'The money-back guarantee does not cover any of your payments at the moment.',
  },
  'billing.already-requested': { status: 409, message: 'You have already requested this refund.' },
  'billing.request-not-found': { status: 404, message: 'Refund request not found' },
  'billing.request-decided': { status: 409, message: 'This request has already been decided.' },
  'billing.already-handled': { status: 404, message: 'This item has already been handled.' },
  'billing.portal-setup-required': {
    status: 409,
    message: 'The billing portal has not been set up yet. Please contact support.',
  },
  'billing.portal-failed': { status: 503, message: 'Failed to open billing portal.' },
  'billing.nothing-to-refund': { status: 409, message: 'There is nothing left to refund.' },
  'billing.refund-too-large': { status: 400, message: 'You can refund at most {left} of this payment.' },
  'billing.refund-disputed': {
    status: 409,
    message: 'This payment is disputed. It cannot be refunded until the bank has decided.',
  },
  'billing.refund-under-way': { status: 409, message: 'A refund of this payment is already in progress.' },
  'billing.refund-outdated': {
    status: 409,
    message: 'Part of this payment was refunded after you opened this page. Reload before you refund more.',
  },
  'billing.refund-refused': { status: 409, message: 'The payment provider refused the refund: {reason}' },

  'notifications.link-invalid': {
    status: 400,
    message: 'This link is not valid. Please sign in and choose the emails you receive under Settings.',
  },
  'notifications.news-unread': { status: 409, message: 'No member has agreed to get product news yet.' },
  'notifications.news-sent': { status: 409, message: 'This news has already been sent.' },

  'privacy.own-account': { status: 409, message: 'You cannot delete your own account here. Use Settings instead.' },
  'privacy.export-expired': {
    status: 404,
    message: 'This export has expired or belongs to another account. Please request a new one under Settings.',
  },
} as const;

export type ErrorCode = keyof typeof errors;
