import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import {
  BadgeFile,
  BadgeForm,
  BadgeSharing,
  CertificateBadge,
  CheckedBadge,
  SharedBadgeParams,
  StatusListParams,
} from './badges.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Open Badges of certificates';

export const getBadge = endpoint({
  method: 'GET',
  path: '/api/user/certificates/:id/badge',
  params: IdParams,
  response: CertificateBadge,
  caller: 'member',
  scope: 'completions:read',
  summary: 'What the badge of a certificate of the caller says, and whether it is shared',
  errors: ['learning.certificate-not-found'],
});

export const issueBadge = endpoint({
  method: 'PUT',
  path: '/api/user/certificates/:id/badge',
  params: IdParams,
  body: BadgeForm,
  response: CertificateBadge,
  caller: 'member',
  scope: 'none',
  summary: 'Makes the badge of a certificate of the caller; with other choices, a new one that supersedes it',
  errors: [
    'learning.certificate-not-found',
    'badges.not-valid',
    'badges.address-not-verified',
    'request.too-many',
    'request.busy',
  ],
});

export const shareBadge = endpoint({
  method: 'PATCH',
  path: '/api/user/certificates/:id/badge',
  params: IdParams,
  body: BadgeSharing,
  response: CertificateBadge,
  caller: 'member',
  scope: 'none',
  summary: 'Shares the badge of a certificate with everybody who knows its code, or ends that',
  errors: ['learning.certificate-not-found', 'badges.not-made'],
});

export const downloadBadge = endpoint({
  method: 'GET',
  path: '/api/user/certificates/:id/badge.json',
  params: IdParams,
  caller: 'member',
  scope: 'completions:read',
  summary: 'The badge of a certificate of the caller, an Open Badges 3.0 credential',
  responseTypes: ['application/json'],
  errors: ['learning.certificate-not-found', 'badges.not-made'],
});

export const downloadBadgePicture = endpoint({
  method: 'GET',
  path: '/api/user/certificates/:id/badge.png',
  params: IdParams,
  caller: 'member',
  scope: 'completions:read',
  summary: 'The badge of a certificate of the caller, baked into a picture',
  responseTypes: ['image/png'],
  errors: ['learning.certificate-not-found', 'badges.not-made', 'request.too-many'],
});

export const getSharedBadge = endpoint({
  method: 'GET',
  path: '/api/public/certificates/:code/badge.json',
  params: SharedBadgeParams,
  caller: 'visitor',
  scope: 'completions:read',
  summary: 'The badge of a certificate, for anyone with its code while its holder shares it',
  responseTypes: ['application/json'],
  errors: ['badges.not-shared', 'request.too-many'],
});

export const getSharedBadgePicture = endpoint({
  method: 'GET',
  path: '/api/public/certificates/:code/badge.png',
  params: SharedBadgeParams,
  caller: 'visitor',
  scope: 'completions:read',
  summary: 'The badge of a certificate as a baked picture, for anyone with its code while its holder shares it',
  responseTypes: ['image/png'],
  errors: ['badges.not-shared', 'request.too-many'],
});

export const checkBadge = endpoint({
  method: 'POST',
  path: '/api/public/badges/check',
  body: BadgeFile,
  response: CheckedBadge,
  caller: 'visitor',
  scope: 'none',
  summary: 'Checks a badge of this portal: valid, expired, revoked, superseded, altered, or of another issuer',
  errors: ['badges.unreadable', 'badges.no-badge-inside', 'badges.several-inside', 'request.too-many', 'request.busy'],
});

export const getStatusList = endpoint({
  method: 'GET',
  path: '/api/public/badge-status/:id/:purpose',
  params: StatusListParams,
  caller: 'visitor',
  scope: 'none',
  summary: 'A status list of badges, a signed bitstring status list credential',
  responseTypes: ['application/json'],
  errors: ['badges.no-list', 'request.busy'],
});
