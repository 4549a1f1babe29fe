import type { Resource, ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { AdminOnlineProduct } from '#contract/catalogue/products.ts';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import type { ResourceCounts } from '#contract/catalogue/search.ts';
import type { OpenGift } from '#contract/commerce/purchases.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { User } from '#contract/identity/accounts-admin.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';
import type { SignIn } from '#contract/identity/sign-in.ts';
import type { WaysIn } from '#contract/identity/sign-in-ways.ts';
import type { LibraryEntry } from '#contract/learning/library.ts';
import type { ProgressSession } from '#contract/learning/progress.ts';
import type { ToolAccess } from '#contract/learning/tools.ts';
import type { AuditEntry } from '#contract/operations/audit.ts';
import type { OpenInvitation } from '#contract/organisations/organisations.ts';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import type { PublicResource, PublicSummary } from '#contract/pages/storefront.ts';

// Every fixture fits the contract; a test names only the fields that it is about.

export function member(changed: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: 7,
    email: 'ines.kaldor@example.org',
    firstName: 'Ines',
    lastName: 'Kaldor',
    organization: null,
    roleAffiliation: null,
    goal: null,
    skipsRoleQuestion: true,
    hidesFirstSteps: true,
    // The machine's zone, so that screens write days in it.
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    profileImageUrl: null,
    role: 'user',
    emailVerified: true,
    twoFactorEnabled: false,
    hasPassword: true,
    isInvited: false,
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    emailUpdates: true,
    resourceAlerts: true,
    securityAlerts: true,
    marketingEmails: false,
    profileVisible: true,
    activityTracking: true,
    dataCollection: true,
    ...changed,
  };
}

export function administrator(changed: Partial<CurrentUser> = {}): CurrentUser {
  return member({ id: 1, email: 'ada.admin@example.org', firstName: 'Ada', role: 'administrator', ...changed });
}

export function account(changed: Partial<User> = {}): User {
  return {
    id: 7,
    firstName: 'Ines',
    lastName: 'Kaldor',
    email: 'ines.kaldor@example.org',
    organization: null,
    role: 'user',
    emailVerified: true,
    twoFactorEnabled: false,
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    ...changed,
  };
}

export function portalConfig(changed: Partial<PortalConfig> = {}): PortalConfig {
  return {
    payments: { publishableKey: null, apiBase: null, scriptUrl: null, sandbox: true, invoiceDueDays: [14, 30] },
    currency: 'GBP',
    tax: 'none',
    productName: 'RAPP Learning',
    tagline: null,
    signInText: null,
    passwordMin: 6,
    googleSignIn: false,
    passkeys: false,
    adminPasskey: false,
    companySignIn: { buttons: [], hasCompanies: false },
    supportEmail: null,
    termsUrl: null,
    privacyUrl: null,
    publisher: null,
    brand: { colour: null, logoUrl: null, darkLogoUrl: null, faviconUrl: null },
    notice: null,
    version: '0.1.0',
    catalogueIsPublic: true,
    assessmentIsPublic: true,
    assistants: false,
    registration: 'open',
    words: null,
    ...changed,
  };
}

/** Free report. */
export function resource(changed: Partial<ResourceSummary> = {}): ResourceSummary {
  const { id = 1 } = changed;
  return {
    id,
    title: `Resource ${id}`,
    description: 'Written for a test.',
    type: 'report',
    accessType: 'free',
    price: null,
    monthlyPrice: null,
    annualPrice: null,
    createdAt: '2026-01-05T09:00:00.000Z',
    estimatedDuration: null,
    onlineProductId: null,
    thumbnailUrl: null,
    featuredImageUrl: null,
    tags: [],
    roleAffiliations: [],
    rappPrinciples: [],
    rappImplementationPhase: [],
    isPublished: true,
    ...changed,
  };
}

/** Free report as on its own page. */
export function wholeResource(changed: Partial<Resource> = {}): Resource {
  return {
    ...resource(changed),
    trialDays: null,
    trialNeedsCard: false,
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
    ...changed,
  };
}

/** `count` resources with the ids from 1. */
export function resources(count: number, changed: Partial<ResourceSummary> = {}): ResourceSummary[] {
  return Array.from({ length: count }, (_, index) => resource({ id: index + 1, ...changed }));
}

/** Free report without a file, as on its own page. */
export function fullResource(changed: Partial<Resource> = {}): Resource {
  return {
    ...resource(changed),
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
    ...changed,
  };
}

/** Published free report as administrators see it. */
export function adminResource(changed: Partial<AdminResource> = {}): AdminResource {
  return {
    ...fullResource(changed),
    publishAt: null,
    updatedAt: '2026-01-05T09:00:00.000Z',
    path: null,
    ...changed,
  };
}

export function publicSummary(changed: Partial<PublicSummary> = {}): PublicSummary {
  const { onlineProductId: _product, isPublished: _published, ...shown } = resource();
  return { ...shown, ...changed };
}

/** Page of a free report as visitors see it. */
export function publicResource(changed: Partial<PublicResource> = {}): PublicResource {
  return {
    ...publicSummary(changed),
    readingMinutes: null,
    metadata: { slideshowImages: [], slideshowTexts: [], subscriptionBenefits: [] },
    related: [],
    ...changed,
  };
}

/** Session of a member who opened resource 1. */
export function progressSession(changed: Partial<ProgressSession> = {}): ProgressSession {
  return {
    id: 1,
    resourceId: 1,
    sessionData: { startTime: '2026-01-05T09:00:00.000Z' },
    completionPercentage: 5,
    lastAccessed: '2026-01-05T09:00:00.000Z',
    ...changed,
  };
}

/** Tool of a valid token of online product 1: resource 1, which is free. */
export function toolAccess(changed: Partial<ToolAccess> = {}): ToolAccess {
  return {
    user: { firstName: 'Ines' },
    sessionData: null,
    completionPercentage: 0,
    resource: { id: 1, title: 'A tool', accessType: 'free' },
    onlineProduct: {
      id: 1,
      name: 'Canvas',
      description: 'Draws a canvas.',
      slug: 'canvas',
      toolType: 'embedded',
      opening: 'landing',
      toolUrl: 'https://tools.example.org/canvas',
      launchUrl: 'https://tools.example.org/canvas',
    },
    expiresAt: '2026-01-05T10:00:00.000Z',
    ...changed,
  };
}

/** Active online product without resources and without a URL. */
export function adminOnlineProduct(changed: Partial<AdminOnlineProduct> = {}): AdminOnlineProduct {
  return {
    id: 1,
    name: 'Canvas',
    description: '',
    slug: 'canvas',
    toolType: 'embedded',
    configuration: {},
    isActive: true,
    opening: 'landing',
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    linkedResources: [],
    ...changed,
  };
}

/** Row of My Resources that was not begun. */
export function libraryEntry(changed: Partial<LibraryEntry> = {}): LibraryEntry {
  return {
    resource: resource(),
    progress: null,
    purchase: null,
    grantedAt: null,
    giftedAt: null,
    seatSince: null,
    ...changed,
  };
}

/** Dashboard of a member after opening a resource, with every other part empty. */
export function dashboard(changed: Partial<Dashboard> = {}): Dashboard {
  return {
    isNewcomer: false,
    hasOpened: true,
    lastVisitAt: null,
    assigned: null,
    assessment: { resource: null, latest: null },
    forRole: null,
    free: null,
    subscription: null,
    ...changed,
  };
}

/** Audit log entry of an administrator who made a member an administrator. */
export function auditEntry(changed: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 1,
    happenedAt: '2026-01-05T09:00:00.000Z',
    actor: { id: 1, name: 'Ada Kaldor', email: 'ada.admin@example.org' },
    key: null,
    member: { id: 7, name: 'Ines Kaldor', email: 'ines.kaldor@example.org' },
    action: 'set-role',
    object: 'user',
    objectId: '7',
    name: null,
    changes: [{ field: 'role', before: 'user', after: 'administrator' }],
    ipAddress: '192.0.2.1',
    device: 'Firefox on Windows',
    requestId: 'request-1',
    ...changed,
  };
}

/** Counts of the filters, all of them zero. */
export function resourceCounts(changed: Partial<ResourceCounts> = {}): ResourceCounts {
  return {
    type: {},
    accessType: {},
    rappPrinciples: {},
    rappImplementationPhase: {},
    roleAffiliations: {},
    ...changed,
  };
}

/** Online product without resources. */
export function onlineProduct(changed: Partial<AdminOnlineProduct> = {}): AdminOnlineProduct {
  return {
    id: 1,
    name: 'AI Use Case Canvas',
    description: 'Written for a test.',
    slug: 'ai-use-case-canvas',
    toolType: 'embedded',
    configuration: {},
    isActive: true,
    opening: 'landing',
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    linkedResources: [],
    ...changed,
  };
}

export function waysIn(changed: Partial<WaysIn> = {}): WaysIn {
  return {
    hasPassword: true,
    twoFactorEnabled: false,
    recoveryCodesLeft: 0,
    privateAddress: null,
    passkeys: [],
    identities: [],
    devices: [{ device: 'Firefox on Windows', lastSeenAt: '2026-01-05T09:00:00.000Z' }],
    links: [],
    ...changed,
  };
}

/** Sign-in on this device. */
export function signIn(changed: Partial<SignIn> = {}): SignIn {
  return {
    id: 1,
    device: 'Firefox on Windows',
    ipAddress: '192.0.2.1',
    signedInAt: '2026-01-05T09:00:00.000Z',
    lastSeenAt: '2026-01-05T09:00:00.000Z',
    isCurrent: true,
    ...changed,
  };
}

export function openInvitationOf(changed: Partial<OpenInvitation> = {}): OpenInvitation {
  return {
    organisation: 'Northmere Council',
    role: 'learner',
    email: 'edda.lindqvale@northmere.example',
    hasAccount: false,
    company: null,
    mayRegister: true,
    invitedBy: { name: 'Ines Fairbourne', role: 'owner' },
    message: null,
    ...changed,
  };
}

export function openGiftOf(changed: Partial<OpenGift> = {}): OpenGift {
  return {
    resourceId: 7,
    title: 'Workshop plan',
    from: 'Leila Varnham',
    message: 'Start with chapter 4.',
    state: 'sent',
    type: 'book',
    rappPrinciples: ['responsible'],
    thumbnailUrl: null,
    featuredImageUrl: null,
    email: 'rowan.pettifer@example.org',
    hasAccount: false,
    provesAddress: true,
    mayRegister: true,
    ...changed,
  };
}
