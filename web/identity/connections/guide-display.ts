type Guide = {
  provider: string;
  /** In the words of the provider's own pages. */
  steps: readonly string[];
  /** The fields of the portal's form, and where the provider shows their values. */
  fields: readonly (readonly [string, string])[];
};

/** The steps at each provider, with the fields of the connection. */
export const guides: readonly Guide[] = [
  {
    provider: 'Microsoft Entra ID',
    steps: [
      'In the Entra admin centre open App registrations, New registration. Supported account types: Accounts in this organizational directory only.',
      'Save the connection here, then enter its redirect URL under Authentication, Add a platform, Web.',
      'Under Certificates & secrets, make a New client secret and copy its Value (not the Secret ID), or upload the certificate of this connection.',
      'Under Token configuration, Add optional claim, ID: email, given_name, family_name, auth_time. People without a mailbox have no email claim: name preferred_username as the claim of the email address instead.',
      'To let only some people in, set Assignment required to Yes in the app’s Properties under Enterprise applications.',
    ],
    fields: [
      ['Issuer', 'https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0'],
      ['Client ID', 'Application (client) ID'],
      ['Client secret', 'Value of the client secret; Expires is its last day'],
      ['Start URL for launchers', 'Enterprise applications, Properties, Homepage URL'],
      ['Sign-outs', 'Entra sends no back-channel logout: sessions end after the hours of a session'],
    ],
  },
  {
    provider: 'Okta',
    steps: [
      'In the Admin Console open Applications, Create App Integration: OIDC - OpenID Connect, Web Application.',
      'Grant type: Authorization Code alone. Keep Proof Key for Code Exchange (PKCE) required.',
      'Save the connection here, then enter its redirect URL as Sign-in redirect URI.',
      'For the launcher set Login initiated by to Either Okta or App, and enter the Initiate login URI.',
      'Under Assignments, choose the people and groups who get in.',
    ],
    fields: [
      ['Issuer', 'https://<your organisation>.okta.com, as the tab Sign On shows it'],
      ['Client ID', 'Client ID of the tab General'],
      ['Client secret', 'A Client Secret, or Public key / Private key with the key address of this connection'],
      ['Start URL for launchers', 'Initiate login URI'],
    ],
  },
  {
    provider: 'Google Workspace',
    steps: [
      'In the Google Cloud console open APIs & Services, OAuth consent screen, and choose the user type Internal.',
      'Under Credentials, Create credentials, OAuth client ID: Web application.',
      'Save the connection here, then enter its redirect URL under Authorized redirect URIs.',
      'The portal accepts only accounts whose Workspace domain (hd) is one of your verified domains.',
    ],
    fields: [
      ['Issuer', 'https://accounts.google.com'],
      ['Client ID', 'Client ID, which ends with .apps.googleusercontent.com'],
      ['Client secret', 'Client secret'],
      ['Sign-outs', 'Google sends no back-channel logout: sessions end after the hours of a session'],
    ],
  },
  {
    provider: 'LemonLDAP::NG',
    steps: [
      'In the Manager set General Parameters, Issuer modules, OpenID Connect, Activation to On, and make a New certificate under OpenID Connect Service, Security, Keys.',
      'Under OpenID Connect Relying Parties choose Add OpenID Connect Relying Party, and enter its Client ID and Client secret under Basic.',
      'Save the connection here, then enter its redirect URL under Basic, Allowed redirection addresses for login.',
      'Under Exported attributes (claims) add email, given_name and family_name, each with the attribute that holds it.',
      'Under Options, Security set ID Token signature algorithm to RS256 (HS512, the default, is refused) and Require PKCE to On.',
    ],
    fields: [
      ['Issuer', 'General Parameters, Portal, URL, with the slash at its end; or Issuer identifier, if it is set'],
      ['Client ID', 'Client ID under Basic'],
      ['Client secret', 'Client secret under Basic'],
      ['Sign-outs', 'Version 2.16 reports none: sessions end after the hours of a session'],
    ],
  },
  {
    provider: 'Any other with OpenID Connect',
    steps: [
      'Add a confidential client for the authorization code flow with PKCE (S256).',
      'Save the connection here, then enter its redirect URL exactly.',
      'Release the claims sub, email, given_name and family_name; email_verified helps.',
      'If the provider has back-channel logout, enter the Sign-out URL of this connection.',
    ],
    fields: [
      ['Issuer', 'The issuer of /.well-known/openid-configuration, letter for letter'],
      ['Scopes', 'openid email profile'],
    ],
  },
];
