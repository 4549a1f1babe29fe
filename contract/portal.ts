import * as z from 'zod/mini';

/** What the web app needs to know before anybody signs in (BOOT-06); no secret is in it. */
export const PortalConfig = z.object({
  payments: z.object({
    /** Null when paid actions are off on this portal. */
    publishableKey: z.nullable(z.string()),
    /** Where payment pages load their script from and confirm payments at. */
    apiBase: z.nullable(z.string()),
    /** The script that defines window.Stripe. */
    scriptUrl: z.nullable(z.string()),
    sandbox: z.boolean(),
  }),
  currency: z.string(),
  productName: z.string(),
  passwordMin: z.int(),
  /** Whether people can sign in with Google here (AUTH-03). */
  googleSignIn: z.boolean(),
  supportEmail: z.nullable(z.string()),
  termsUrl: z.nullable(z.string()),
  privacyUrl: z.nullable(z.string()),
  publisher: z.nullable(z.string()),
});
export type PortalConfig = z.infer<typeof PortalConfig>;
