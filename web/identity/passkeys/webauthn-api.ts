import type { CreationOptions, NewPasskey, RequestOptions, SignedChallenge } from '#contract/identity/passkeys.ts';

/** Loaded on first use, because most people sign in without a passkey. */
const library = () => import('@simplewebauthn/browser');

/** Whether the browser knows passkeys at all. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** Has the browser make a passkey; the member chooses where it is kept. */
export async function makePasskey(options: CreationOptions): Promise<NewPasskey> {
  const { startRegistration } = await library();
  // Safe cast, because transports are texts here and a list of known words there.
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
}

type Manner = {
  /** Whether the browser offers passkeys among the addresses that it fills in, in place of a window of its own. */
  isAutofill?: boolean;
};

/** Has a passkey sign a challenge. */
export async function signChallenge(options: RequestOptions, { isAutofill }: Manner = {}): Promise<SignedChallenge> {
  const { startAuthentication } = await library();
  // Safe cast, for the reason in `makePasskey`.
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const signed = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill });
  const { id, rawId, type, response } = signed;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

/** Whether the browser can offer passkeys in a field. */
export async function canAutofill(): Promise<boolean> {
  return supportsPasskeys() && (await library()).browserSupportsWebAuthnAutofill();
}

/** Ends the wait of a passkey for its member. */
export async function endWait(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

/** Informs the browser that a passkey opens nothing any more, so that the browser stops offering it. */
export async function forgetPasskey(credentialID: string, rpID: string): Promise<void> {
  const { sendSignal } = await library();
  // A failure is ignored, because only some browsers take signals.
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => {});
}

const sentences: Record<string, string> = {
  NotAllowedError: 'The request was cancelled, or took too long. Please try again.',
  AbortError: 'The request was cancelled. Please try again.',
  InvalidStateError: 'This device or password manager holds a passkey of your account already.',
  ConstraintError: 'This device makes no passkeys that ask who you are. Set up a screen lock or a PIN, then try again.',
  NotSupportedError: 'This device makes no passkeys that this portal can use. Please try another one.',
  SecurityError: 'Your browser refuses passkeys at this address of the portal.',
};

/** Returns the sentence for a failure of the browser; undefined for any other error. */
export function browserSentence(error: unknown): string | undefined {
  return error instanceof Error ? sentences[error.name] : undefined;
}
