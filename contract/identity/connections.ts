import * as z from 'zod/mini';
import { emailAddress, knownEmailAddress } from '../email-shapes.ts';
import { codeText, exactText, line, opaqueText, pastedText, requiredText, trueOrFalse } from '../text.ts';
import { LoginForm, noEmail, PasswordForm } from './sign-in-forms.ts';

/** The id of a connection, a UUID, so that ids cannot be guessed. */
export const ConnectionId = codeText(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  'The id must be that of a connection',
);
export const ConnectionParams = z.object({ connectionId: ConnectionId });
export type ConnectionParams = z.infer<typeof ConnectionParams>;

/** On screens: Connected, Tested, Offered, Required, Switched off. */
export const connectionStates = ['draft', 'tested', 'active', 'enforced', 'disabled'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** Maximum number of connections of one organisation, and of the portal. */
export const maxConnections = 5;
export const defaultScopes = 'openid email profile';
export const defaultClaims = { email: 'email', firstName: 'given_name', lastName: 'family_name' } as const;

const authMethods = ['client_secret', 'private_key_jwt'] as const;
const Claim = (field: string) =>
  exactText({ max: 100, error: `${field} must be the name of a claim` }).check(
    z.regex(/^[\w.:/-]{1,100}$/, `${field} must be the name of a claim`),
  );
const YesNo = trueOrFalse('This');
const Issuer = pastedText({ max: 500, error: 'Enter the issuer', tooLong: 'The issuer is too long' }).check(
  z.minLength(1, 'Enter the issuer'),
);

const shortName = /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/;

export const isShortName = (text: string): boolean => shortName.test(text);

/** The fields of a connection that can be changed. */
const ofConnection = {
  /** Name on the button: "Continue with …". */
  name: requiredText({ field: 'Name', max: 60 }),
  /** Last part of /auth/company/{slug}. */
  slug: codeText(shortName, 'A short name has 3 to 40 small letters, digits and dashes'),
  issuer: Issuer,
  clientId: pastedText({ max: 300, error: 'Enter the client ID' }).check(z.minLength(1, 'Enter the client ID')),
  authMethod: z.enum(authMethods, { error: 'The way of signing in to the provider is not known' }),
  /** Never comes back; left out, the stored one stays. */
  clientSecret: pastedText({ max: 1000, error: 'The client secret is too long' }),
  /**
   * Last day of the client secret, such as 2027-11-30. Owners, or administrators for a connection of the portal, are
   * mailed 30 and 7 days before.
   */
  secretEndsOn: z.nullable(z.iso.date({ error: 'Enter the last day of the client secret' })),
  scopes: line({ error: 'Scopes must be text', max: 300, tooLong: 'The scopes are too long' }).check(
    z.refine((text) => text.split(' ').includes('openid'), 'The scopes must contain openid'),
  ),
  emailClaim: Claim('The claim of the address'),
  firstNameClaim: Claim('The claim of the first name'),
  lastNameClaim: Claim('The claim of the last name'),
  /** Whether a second factor at the provider replaces the portal's, except for its administrators (SSO-11). */
  sparesSecondFactor: YesNo,
  /** Hours after which a person must sign in at the provider again (SSO-12). */
  sessionHours: z.int('Enter 1 to 24 hours').check(z.gte(1, 'Enter 1 to 24 hours'), z.lte(24, 'Enter 1 to 24 hours')),
  /** The claim by which records of a directory are found (SCIM-02). */
  directoryClaim: z.enum(['sub', 'oid'], { error: 'The claim of the directory must be sub or oid' }),
};

/** The fields that both forms for a new connection share. Name, issuer and client ID are required. */
const newConnection = {
  name: ofConnection.name,
  slug: z.optional(ofConnection.slug),
  issuer: ofConnection.issuer,
  clientId: ofConnection.clientId,
  authMethod: z._default(ofConnection.authMethod, 'client_secret'),
  clientSecret: z.optional(ofConnection.clientSecret),
  secretEndsOn: z._default(ofConnection.secretEndsOn, null),
  scopes: z._default(ofConnection.scopes, defaultScopes),
  emailClaim: z._default(ofConnection.emailClaim, defaultClaims.email),
  firstNameClaim: z._default(ofConnection.firstNameClaim, defaultClaims.firstName),
  lastNameClaim: z._default(ofConnection.lastNameClaim, defaultClaims.lastName),
  sparesSecondFactor: z._default(ofConnection.sparesSecondFactor, false),
  sessionHours: z._default(ofConnection.sessionHours, 12),
  directoryClaim: z._default(ofConnection.directoryClaim, 'sub'),
};

/** A new connection of either owner; forms of organisations and of the portal extend it. */
export const NewConnection = z.object(newConnection);
export type NewConnection = z.infer<typeof NewConnection>;

/** Fields to change; absent ones keep their values. */
export const ConnectionChange = z.partial(z.object(ofConnection));
export type ConnectionChange = z.infer<typeof ConnectionChange>;

/** The issuer to look up before a connection is saved (SSO-02). */
export const DiscoveryForm = z.object({ issuer: Issuer });
export type DiscoveryForm = z.infer<typeof DiscoveryForm>;

/** Finding about a provider or a test sign-in; only a `problem` makes it unusable. */
const Finding = z.object({ level: z.enum(['problem', 'warning', 'note']), sentence: z.string() });
export type Finding = z.infer<typeof Finding>;

/** The content of a discovery document; `issuer` is null when none could be read. */
export const Discovery = z.object({
  /** The issuer that the document names. If it differs from the asked one, the form offers it for confirmation. */
  issuer: z.nullable(z.string()),
  isUsable: z.boolean(),
  algorithms: z.array(z.string()),
  /** Whether the provider says that it reports sign-outs by back-channel logout (SSO-12). */
  sendsLogouts: z.boolean(),
  findings: z.array(Finding),
});
export type Discovery = z.infer<typeof Discovery>;

/** A test sign-in (SSO-03). Values are null for all but the tester. Times are ISO 8601 in UTC. */
export const ConnectionTest = z.object({
  connectionId: z.string(),
  connectionName: z.string(),
  at: z.string(),
  testedBy: z.nullable(z.string()),
  isOwn: z.boolean(),
  /** Whether the connection may be offered. */
  works: z.boolean(),
  claims: z.array(z.object({ claim: z.string(), isPresent: z.boolean(), value: z.nullable(z.string()) })),
  /** Sentence that describes how the portal would handle this response. */
  outcome: z.string(),
  findings: z.array(Finding),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** A connection as its owners see it; secrets never come back. Times are ISO 8601 in UTC. */
export const Connection = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  state: z.enum(connectionStates),
  issuer: z.string(),
  clientId: z.string(),
  authMethod: z.enum(authMethods),
  hasSecret: z.boolean(),
  secretSavedAt: z.nullable(z.string()),
  secretEndsOn: z.nullable(z.string()),
  /**
   * PEM of the certificate to upload at Entra and, below, the URL of the same key as JWKS; both null with a client
   * secret.
   */
  certificate: z.nullable(z.string()),
  jwksAddress: z.nullable(z.string()),
  scopes: z.string(),
  emailClaim: z.string(),
  firstNameClaim: z.string(),
  lastNameClaim: z.string(),
  sparesSecondFactor: z.boolean(),
  sessionHours: z.int(),
  directoryClaim: z.enum(['sub', 'oid']),
  /** The redirect, logout and login URLs to enter at the provider; `companyAddress` is a bookmark for people. */
  redirectAddress: z.string(),
  backChannelLogoutAddress: z.string(),
  initiateLoginAddress: z.string(),
  companyAddress: z.string(),
  /** Whether the provider says that it reports sign-outs. */
  sendsLogouts: z.boolean(),
  test: z.nullable(ConnectionTest),
  activatedAt: z.nullable(z.string()),
  /** People whose account is linked. */
  linkedPeople: z.int(),
  createdAt: z.string(),
});
export type Connection = z.infer<typeof Connection>;

/** The URL of the provider's page, to open in a new window. */
export const TestStart = z.object({ address: z.string() });
export type TestStart = z.infer<typeof TestStart>;

/** The form of "Continue with your company". */
export const FindForm = z.object({ email: knownEmailAddress(noEmail) });
export type FindForm = z.infer<typeof FindForm>;

/** `startAddress` is a path to which the browser navigates; add `&returnTo=` for the page to open afterwards. */
export const FoundConnection = z.object({
  connectionId: z.string(),
  name: z.string(),
  startAddress: z.string(),
  /** Whether no other way works for this address, except for the emergency way. */
  isRequired: z.boolean(),
});
export type FoundConnection = z.infer<typeof FoundConnection>;

/** `connection` is null when the domain leads to none. */
export const FindResponse = z.object({ connection: z.nullable(FoundConnection) });
export type FindResponse = z.infer<typeof FindResponse>;

const LaunchText = z.optional(opaqueText({ max: 4_000 }));
/** Begins a sign-in; names with underscores are OpenID Connect's own, as launchers send them. */
export const StartQuery = z.object({
  purpose: z._default(z.enum(['sign-in', 'confirm']), 'sign-in'),
  returnTo: LaunchText,
  login_hint: LaunchText,
  iss: LaunchText,
  target_link_uri: LaunchText,
});
export type StartQuery = z.infer<typeof StartQuery>;

/** The last part of /auth/company/{slug} as a visitor has it, which may be no short name. */
export const SlugParams = z.object({ slug: opaqueText({ max: 100 }) });
export type SlugParams = z.infer<typeof SlugParams>;
export const SlugQuery = z.object({ returnTo: LaunchText });
export type SlugQuery = z.infer<typeof SlugQuery>;

/**
 * A sign-in that waits for its person (/auth?view=link, /auth?view=switch): `link` for the proof that the account is
 * theirs, `switch` because another person is signed in on this browser.
 */
export const PendingSignIn = z.object({
  kind: z.enum(['link', 'switch']),
  connectionName: z.string(),
  organisation: z.nullable(z.string()),
  email: z.string(),
  /** Proofs that the account has; a mailed link works always. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  hasPasskey: z.boolean(),
  /** Email address of the account that is signed in on this browser; null unless `kind` is `switch`. */
  signedInAs: z.nullable(z.string()),
});
export type PendingSignIn = z.infer<typeof PendingSignIn>;

export const LinkByPassword = z.extend(PasswordForm, { code: z.optional(LoginForm.shape.code) });
export type LinkByPassword = z.infer<typeof LinkByPassword>;

export const LinkByMail = z.object({ token: opaqueText({ max: 200 }), code: z.optional(LoginForm.shape.code) });
export type LinkByMail = z.infer<typeof LinkByMail>;

/** The path of the portal to open now. */
export const NextPage = z.object({ next: z.string() });
export type NextPage = z.infer<typeof NextPage>;

/** The emergency way: password and second factor (/auth?view=emergency). */
export const EmergencyForm = z.extend(LoginForm, { email: knownEmailAddress(noEmail) });
export type EmergencyForm = z.infer<typeof EmergencyForm>;

/** The company sign-ins that are linked to the member's account, and its private address (SSO-15, ORG-10). */
export const CompanySignIn = z.object({
  connections: z.array(
    z.object({
      connectionId: z.string(),
      name: z.string(),
      issuer: z.string(),
      /** Name of the organisation; null for a connection of the portal. */
      organisation: z.nullable(z.string()),
      /** Email address at the provider. */
      email: z.string(),
      linkedAt: z.string(),
      /** Whether the account's own address must sign in through the connection, so that its link stays. */
      isRequired: z.boolean(),
      /** Hours after which a person must sign in at the provider again. */
      sessionHours: z.int(),
    }),
  ),
  /** Private email address that gets a link when the company ends the member's only way in; null without one. */
  privateAddress: z.nullable(z.string()),
  /** Private address whose mailed code was not entered yet; null without one. */
  unconfirmedAddress: z.nullable(z.string()),
});
export type CompanySignIn = z.infer<typeof CompanySignIn>;

export const PrivateAddressForm = z.object({ email: emailAddress(noEmail) });
export type PrivateAddressForm = z.infer<typeof PrivateAddressForm>;

export const PrivateCodeForm = z.object({
  code: line({ error: 'Enter the code', max: 40 }).check(z.minLength(1, 'Enter the code')),
});
export type PrivateCodeForm = z.infer<typeof PrivateCodeForm>;
