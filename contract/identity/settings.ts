import * as z from 'zod/mini';
import { WrittenWords } from '../catalogue/content-admin.ts';
import { TaxMode } from '../tax.ts';

/** The name of a portal that has not been given one. */
export const defaultProductName = 'RAPP Learning';

/** Who may register (SETUP-07): anyone, only invited people, or only addresses of certain email domains. */
export const Registration = z.enum(['open', 'invited', 'domains'], { error: 'The way of registering is not known' });
export type Registration = z.infer<typeof Registration>;

/** What the web app needs to know before a member signs in (BOOT-06); no secret is in it. */
export const PortalConfig = z.object({
  payments: z.object({
    /** Null when paid actions are off on this portal. */
    publishableKey: z.nullable(z.string()),
    /** Where payment pages load their script from and confirm payments at. */
    apiBase: z.nullable(z.string()),
    /** The script that defines window.Stripe. */
    scriptUrl: z.nullable(z.string()),
    sandbox: z.boolean(),
    /** In how many days an invoice for seats may be due (SEAT-02). */
    invoiceDueDays: z.array(z.int()),
  }),
  currency: z.string(),
  tax: TaxMode,
  productName: z.string(),
  tagline: z.nullable(z.string()),
  signInText: z.nullable(z.string()),
  passwordMin: z.int(),
  /** Whether people can sign in with Google here (AUTH-03). */
  googleSignIn: z.boolean(),
  supportEmail: z.nullable(z.string()),
  termsUrl: z.nullable(z.string()),
  privacyUrl: z.nullable(z.string()),
  publisher: z.nullable(z.string()),
  /** Null where the portal's own look applies. */
  brand: z.object({
    colour: z.nullable(z.string()),
    logoUrl: z.nullable(z.string()),
    darkLogoUrl: z.nullable(z.string()),
    faviconUrl: z.nullable(z.string()),
  }),
  /** What a banner says: of a demo that others than its operator can open, or, to administrators, of test keys. */
  notice: z.nullable(z.enum(['public-demo', 'test-payments'])),
  /** Package version and, where it is known, commit. */
  version: z.string(),
  /** Whether visitors can open /catalogue (FRONT-01). */
  catalogueIsPublic: z.boolean(),
  /** Whether visitors can open /assessment (TRY-01). */
  assessmentIsPublic: z.boolean(),
  registration: Registration,
  /** What this portal calls principles, phases and roles; null while the usual words hold (CONTENT-01). */
  words: z.nullable(WrittenWords),
});
export type PortalConfig = z.infer<typeof PortalConfig>;
