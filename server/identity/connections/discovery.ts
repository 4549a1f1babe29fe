import type { Discovery, Finding } from '#contract/identity/connections.ts';
import { isComplete, textsOf, usableAlgorithms } from '#server/platform/security/openid-document.ts';

/** Checks a discovery document; it is usable unless a finding is a problem (SSO-02). */
export function assessDocument(document: Record<string, unknown>, asked: string): Discovery {
  const issuer = typeof document.issuer === 'string' ? document.issuer.slice(0, 500) : null;
  const found = usableAlgorithms(document);
  const findings: Finding[] = [];
  const say = (level: Finding['level'], sentence: string) => findings.push({ level, sentence });
  if (issuer !== asked) {
    say('problem', `The document names another issuer: ${issuer ?? 'none'}. Enter exactly that one if it is yours.`);
  }
  if (!isComplete(document, asked)) say('problem', 'The document lacks an address that the sign-in needs.');
  if (found.length === 0) {
    say('problem', 'The provider offers no signing algorithm that the portal accepts for identity tokens.');
  }
  const challenges = document.code_challenge_methods_supported;
  if (challenges !== undefined && !textsOf(challenges).includes('S256')) {
    say('warning', 'The provider does not list S256 among its code challenges. The portal sends it all the same.');
  }
  const claims = document.claims_supported;
  if (claims !== undefined && !textsOf(claims).includes('email')) {
    say('note', 'The provider does not list the claim email. The test shows whether it arrives.');
  }
  const isUsable = findings.every(({ level }) => level !== 'problem');
  return { issuer, isUsable, algorithms: found, sendsLogouts: sendsLogouts(document), findings };
}

export const sendsLogouts = (document: Record<string, unknown>): boolean =>
  document.backchannel_logout_supported === true;
