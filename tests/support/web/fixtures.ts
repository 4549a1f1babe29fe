import type { CurrentUser } from '#contract/accounts.ts';
import type { User } from '#contract/accounts-admin.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { Billing } from '#contract/billing.ts';
import type { Resource, ResourceSummary } from '#contract/catalogue.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { LibraryEntry } from '#contract/library.ts';
import type { BillingDetails } from '#contract/payments.ts';
import type { PortalConfig } from '#contract/portal.ts';
import type { AdminOnlineProduct } from '#contract/products.ts';
import type { ProgressSession } from '#contract/progress.ts';
import type { OfferedCode } from '#contract/promotions.ts';
import type { PromoCode } from '#contract/promotions-admin.ts';
import type { AdminResource } from '#contract/publishing.ts';
import type { OpenPayment, Purchase } from '#contract/purchases.ts';
import type { ResourceCounts } from '#contract/search.ts';
import type { SignIn } from '#contract/sign-in.ts';
import type { PublicResource, PublicSummary } from '#contract/storefront.ts';
import type { AdminSubscription, OpenSubscription, Subscription } from '#contract/subscriptions.ts';
import type { ShownTax } from '#contract/tax.ts';
import type { ToolAccess } from '#contract/tools.ts';

// Every fixture fits the contract as it is; a test names only what it is about.

/** A signed-in member. */
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

/** A signed-in administrator. */
export function administrator(changed: Partial<CurrentUser> = {}): CurrentUser {
  return member({ id: 1, email: 'ada.admin@example.org', firstName: 'Ada', role: 'administrator', ...changed });
}

/** An account as administrators see it. */
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
    supportEmail: null,
    termsUrl: null,
    privacyUrl: null,
    publisher: null,
    brand: { colour: null, logoUrl: null, darkLogoUrl: null, faviconUrl: null },
    notice: null,
    version: '0.1.0',
    catalogueIsPublic: true,
    assessmentIsPublic: true,
    registration: 'open',
    words: null,
    ...changed,
  };
}

/** A free report. */
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

/** A free report as its own page shows it. */
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

/** The opened payment of a resource for £19.99. */
export function openPayment(changed: Partial<OpenPayment> = {}): OpenPayment {
  return {
    clientSecret: 'pi_1_secret_1',
    amount: 19.99,
    listPrice: 19.99,
    currency: 'GBP',
    promoCode: null,
    tax: null,
    ...changed,
  };
}

/** The opened first payment of the monthly plan. */
export function openSubscription(changed: Partial<OpenSubscription> = {}): OpenSubscription {
  return {
    id: 5,
    clientSecret: 'pi_1_secret_1',
    amount: 8.99,
    dueNow: 8.99,
    currency: 'GBP',
    tax: null,
    ...changed,
  };
}

/** A monthly subscription that runs. */
export function subscription(changed: Partial<Subscription> = {}): Subscription {
  return {
    id: 5,
    status: 'active',
    cancelAtPeriodEnd: false,
    temporarySuspended: false,
    trialEnd: null,
    currentPeriodStart: '2126-01-05T09:00:00.000Z',
    currentPeriodEnd: '2126-02-05T09:00:00.000Z',
    isPaymentProcessing: false,
    productName: 'Premium',
    stripeProductId: 'prod_1',
    stripeSubscriptionId: 'sub_1',
    stripeCustomerId: 'cus_1',
    plan: 'monthly',
    billingDay: 5,
    pendingPlan: null,
    pendingAmount: null,
    pendingPlanAt: null,
    pause: null,
    amount: 8.99,
    currency: 'GBP',
    discount: null,
    taxMode: null,
    ...changed,
  };
}

/** A code that takes 20 % off three payments of the monthly plan. */
export function offeredCode(changed: Partial<OfferedCode> = {}): OfferedCode {
  return {
    id: 9,
    code: 'SPRING',
    description: null,
    promoType: 'discount',
    freeAccessDays: 0,
    mappedProducts: [{ id: 2, name: 'Bias and Fairness Review Workspace' }],
    applicableProducts: [],
    discount: { percentage: 20, amount: null, cycles: 3 },
    price: { amount: 8.99, currency: 'GBP', interval: 'month' },
    ...changed,
  };
}

/** A subscription that runs, as administrators see it. */
export function adminSubscription(changed: Partial<AdminSubscription> = {}): AdminSubscription {
  const { id, status, cancelAtPeriodEnd, temporarySuspended, currentPeriodStart, currentPeriodEnd, trialEnd } =
    subscription();
  return {
    id,
    userName: 'Ines Kaldor',
    userEmail: 'ines.kaldor@example.org',
    status,
    cancelAtPeriodEnd,
    temporarySuspended,
    currentPeriodStart,
    currentPeriodEnd,
    trialEnd,
    ...changed,
  };
}

/** British VAT, which is added to a net price. */
export function tax(net: number, changed: Partial<ShownTax> = {}): ShownTax {
  const amount = Math.round(net * 20) / 100;
  return {
    isIncluded: false,
    net,
    tax: amount,
    country: 'GB',
    isReverseCharge: false,
    parts: [{ name: 'VAT', country: 'GB', percent: '20', amount }],
    ...changed,
  };
}

/** The purchase of the first resource for £19.99. */
export function purchase(changed: Partial<Purchase> = {}): Purchase {
  return {
    id: 1,
    resourceId: 1,
    purchaseDate: '2026-01-05T09:00:00.000Z',
    amount: 19.99,
    currency: 'GBP',
    stripePaymentIntentId: 'pi_1',
    documentId: null,
    isGift: false,
    seats: null,
    resource: { title: 'Resource 1' },
    ...changed,
  };
}

/** So many resources with the ids from 1. */
export function resources(count: number, changed: Partial<ResourceSummary> = {}): ResourceSummary[] {
  return Array.from({ length: count }, (_, index) => resource({ id: index + 1, ...changed }));
}

/** A free report without a file, as its own page shows it. */
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

/** A published free report as administrators see it. */
export function adminResource(changed: Partial<AdminResource> = {}): AdminResource {
  return { ...fullResource(changed), publishAt: null, updatedAt: '2026-01-05T09:00:00.000Z', ...changed };
}

/** A free report as visitors see it. */
export function publicSummary(changed: Partial<PublicSummary> = {}): PublicSummary {
  const { onlineProductId: _product, isPublished: _published, ...shown } = resource();
  return { ...shown, ...changed };
}

/** The page of a free report as visitors see it. */
export function publicResource(changed: Partial<PublicResource> = {}): PublicResource {
  return {
    ...publicSummary(changed),
    readingMinutes: null,
    metadata: { slideshowImages: [], slideshowTexts: [], subscriptionBenefits: [] },
    related: [],
    ...changed,
  };
}

/** A member opened resource 1. */
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

/** What a valid token of online product 1 opens: resource 1, which is free. */
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

/** An active online product that no resource leads to and that has no address yet. */
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

/** A row of My Resources that was not begun. */
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

/** The billing of a member who never paid. */
export function billing(changed: Partial<Billing> = {}): Billing {
  return {
    totalSpent: 0,
    subscriptionTotal: 0,
    purchaseTotal: 0,
    currency: 'GBP',
    invoices: [],
    paymentMethods: [],
    transactions: [],
    guarantee: null,
    duePayment: null,
    ...changed,
  };
}

/** The billing details of a member who gave none. */
export function billingDetails(changed: Partial<BillingDetails> = {}): BillingDetails {
  return {
    companyName: null,
    line1: null,
    line2: null,
    city: null,
    postcode: null,
    country: null,
    taxId: null,
    purchaseOrder: null,
    taxIdStatus: null,
    ...changed,
  };
}

/** The dashboard of a member with a resource opened before. */
export function dashboard(changed: Partial<Dashboard> = {}): Dashboard {
  return {
    isNewcomer: false,
    hasOpened: true,
    lastVisitAt: null,
    assessment: { resource: null, latest: null },
    forRole: null,
    free: null,
    subscription: null,
    ...changed,
  };
}

/** An entry of the audit log: an administrator made a member an administrator. */
export function auditEntry(changed: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 1,
    happenedAt: '2026-01-05T09:00:00.000Z',
    actor: { id: 1, name: 'Ada Kaldor', email: 'ada.admin@example.org' },
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

/** How many resources each filter finds: none. */
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

/** An online product without resources. */
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

/** WELCOME90, a free trial of 90 days without redemptions. */
export function promoCode(changed: Partial<PromoCode> = {}): PromoCode {
  return {
    id: 1,
    code: 'WELCOME90',
    description: null,
    promoType: 'free_trial',
    mappedProducts: [1],
    productStripePlanMapping: { 1: 'monthly' },
    freeAccessDays: 90,
    trialDuration: null,
    discountType: null,
    discountValue: null,
    discountDuration: null,
    applicableProducts: [],
    newCustomersOnly: false,
    isActive: true,
    usageLimit: null,
    usedCount: 0,
    expiresAt: null,
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    ...changed,
  };
}

/** This device. */
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
