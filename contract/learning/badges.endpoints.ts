import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type {
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

export const getBadge = endpoint<{ params: IdParams; reply: CertificateBadge }>({
  method: 'GET',
  path: '/api/user/certificates/:id/badge',
  caller: 'member',
  scope: 'completions:read',
  summary: 'What the badge of a certificate of the caller says, and whether it is shared',
  errors: ['learning.certificate-not-found'],
});

export const issueBadge = endpoint<{ params: IdParams; body: BadgeForm; reply: CertificateBadge }>({
  method: 'PUT',
  path: '/api/user/certificates/:id/badge',
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

export const shareBadge = endpoint<{ params: IdParams; body: BadgeSharing; reply: CertificateBadge }>({
  method: 'PATCH',
  path: '/api/user/certificates/:id/badge',
  caller: 'member',
  scope: 'none',
  summary: 'Shares the badge of a certificate with everybody who knows its code, or ends that',
  errors: ['learning.certificate-not-found', 'badges.not-made'],
});

export const downloadBadge = endpoint<{ params: IdParams }>({
  method: 'GET',
  path: '/api/user/certificates/:id/badge.json',
  caller: 'member',
  scope: 'completions:read',
  summary: 'The badge of a certificate of the caller, an Open Badges 3.0 credential',
  replyTypes: ['application/json'],
  errors: ['learning.certificate-not-found', 'badges.not-made'],
});

export const downloadBadgePicture = endpoint<{ params: IdParams }>({
  method: 'GET',
  path: '/api/user/certificates/:id/badge.png',
  caller: 'member',
  scope: 'completions:read',
  summary: 'The badge of a certificate of the caller, baked into a picture',
  replyTypes: ['image/png'],
  errors: ['learning.certificate-not-found', 'badges.not-made', 'request.too-many'],
});

export const getSharedBadge = endpoint<{ params: SharedBadgeParams }>({
  method: 'GET',
  path: '/api/public/certificates/:code/badge.json',
  caller: 'visitor',
  scope: 'completions:read',
  summary: 'The badge of a certificate, for anyone with its code while its holder shares it',
  replyTypes: ['application/json'],
  errors: ['badges.not-shared', 'request.too-many'],
});

export const getSharedBadgePicture = endpoint<{ params: SharedBadgeParams }>({
  method: 'GET',
  path: '/api/public/certificates/:code/badge.png',
  caller: 'visitor',
  scope: 'completions:read',
  summary: 'The badge of a certificate as a baked picture, for anyone with its code while its holder shares it',
  replyTypes: ['image/png'],
  errors: ['badges.not-shared', 'request.too-many'],
});

export const checkBadge = endpoint<{ body: BadgeFile; reply: CheckedBadge }>({
  method: 'POST',
  path: '/api/public/badges/check',
  caller: 'visitor',
  scope: 'none',
  summary: 'Checks a badge of this portal: valid, expired, revoked, superseded, altered, or of another issuer',
  errors: ['badges.unreadable', 'badges.no-badge-inside', 'badges.several-inside', 'request.too-many', 'request.busy'],
});

export const getStatusList = endpoint<{ params: StatusListParams }>({
  method: 'GET',
  path: '/api/public/badge-status/:id/:purpose',
  caller: 'visitor',
  scope: 'none',
  summary: 'A status list of badges, a signed bitstring status list credential',
  replyTypes: ['application/json'],
  errors: ['badges.no-list', 'request.busy'],
});
