import * as z from 'zod/mini';
import { WrittenWords } from '../catalogue/content-admin.ts';
import { TaxMode } from '../tax.ts';

/** Name of a portal until its publisher has named it. */
export const defaultProductName = 'RAPP Learning';

/** People who may register (SETUP-07): anyone, only invited people, or only addresses of certain email domains. */
export const Registration = z.enum(['open', 'invited', 'domains'], { error: 'The way of registering is not known' });
export type Registration = z.infer<typeof Registration>;

/** Settings that the web app needs before a member signs in (BOOT-06); without any secret. */
export const PortalConfig = z.object({
  payments: z.object({
    /** Null when paid actions are off on this portal. */
    publishableKey: z.nullable(z.string()),
    /** Base URL of the sandbox or stand-in that takes the place of Stripe; null when payments go to Stripe. */
    apiBase: z.nullable(z.string()),
    /** The script that defines window.Stripe. */
    scriptUrl: z.nullable(z.string()),
    sandbox: z.boolean(),
    /** Days after which an invoice for seats may be due, as the payer chooses (SEAT-02). */
    invoiceDueDays: z.array(z.int()),
  }),
  currency: z.string(),
  tax: TaxMode,
  productName: z.string(),
  tagline: z.nullable(z.string()),
  signInText: z.nullable(z.string()),
  passwordMin: z.int(),
  /** Whether people can sign in with Google on this portal (AUTH-03). */
  googleSignIn: z.boolean(),
  /** Whether members can add passkeys and sign in with them on this portal (PASS-04). */
  passkeys: z.boolean(),
  /** Whether administrators administer only once they have a passkey (PASS-03). */
  adminPasskey: z.boolean(),
  /** Connections to companies on the sign-in screen (SSO-09). */
  companySignIn: z.object({
    /** Connections of the portal, as buttons. */
    buttons: z.array(z.object({ connectionId: z.string(), name: z.string() })),
    /** Whether "Continue with your company" leads anywhere. */
    hasCompanies: z.boolean(),
  }),
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
  /**
   * Banner: `public-demo` on a demo that other people than its operator can open, `test-payments` for administrators
   * while Stripe's test keys are set; null without one.
   */
  notice: z.nullable(z.enum(['public-demo', 'test-payments'])),
  /** Package version and, if known, commit. */
  version: z.string(),
  /** Whether visitors can open /catalogue (FRONT-01). */
  catalogueIsPublic: z.boolean(),
  /** Whether visitors can open /assessment (TRY-01). */
  assessmentIsPublic: z.boolean(),
  registration: Registration,
  /** Whether members may connect assistants (MCP-01). */
  assistants: z.boolean(),
  /** The publisher's names of principles, phases and roles; null while the default words apply (CONTENT-01). */
  words: z.nullable(WrittenWords),
});
export type PortalConfig = z.infer<typeof PortalConfig>;
