import type { PortalSettings } from '#contract/identity/settings-admin.ts';
import type { ConnectionRow } from '#server/identity/connections/actions.ts';
import type { Admission, Named } from '#server/identity/connections/entry-actions.ts';
import { hasOtherWay } from '#server/identity/connections/private-actions.ts';
import { rejectionOf } from '#server/identity/sign-in/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { askDirectory, type DirectoryWord, linkDirectoryPerson } from '../directory/actions.ts';
import { admit, checkAdmission, listProvenDomains, lockForSignIn } from '../organisations/admission-actions.ts';
import { isInvited } from '../organisations/invitation-actions.ts';

export type AdmissionDeps = { settings: () => Promise<PortalSettings> };

/**
 * Locks the organisation of a connection until the transaction ends, and returns its decisions about people. A
 * connection of the portal has no organisation: nothing is locked, and only the portal's settings for registration
 * decide.
 * @throws connections.not-found
 */
export async function lockAdmission(ctx: Context, row: ConnectionRow, deps: AdmissionDeps): Promise<Admission> {
  const { organisation_id: organisationId } = row;
  if (organisationId === null) {
    const rejection = rejectionOf({ ...deps, isInvited });
    return {
      organisation: null,
      domains: [],
      check: async () => {},
      accountOf: async () => null,
      admit: async () => {},
      refusal: rejection,
      isProved: async () => false,
    };
  }
  const organisation = await lockForSignIn(ctx, organisationId);
  if (organisation === null) throw fail('connections.not-found');
  const domains = (await listProvenDomains(ctx, organisationId)).map(({ domain }) => domain);
  const listed = async (inner: Context, kept: Named, userId: number | null) => {
    const word = await ask(inner, row, kept, userId);
    if (word.kind === 'refused') throw fail('connections.not-in-directory');
    return word;
  };
  return {
    organisation,
    domains,
    check: async (inner, account, kept) => {
      await listed(inner, kept, account?.id ?? null);
      if (account) await checkAdmission(inner, organisationId, account, kept);
    },
    accountOf: async (inner, kept) => {
      const word = await ask(inner, row, kept, null);
      return word.kind === 'known' ? word.userId : null;
    },
    admit: async (inner, account, kept) => {
      const word = await listed(inner, kept, account.id);
      await admit(inner, organisationId, account, kept);
      if (word.kind === 'known' && word.userId === null) {
        await linkDirectoryPerson(inner, word.recordId, account.id);
      }
    },
    // An organisation admits its own people, regardless of the portal's setting for registration (SSO-08).
    refusal: async () => null,
    isProved: async (inner, account, kept) => {
      const word = await ask(inner, row, kept, account.id);
      const isMade = word.kind === 'known' && word.isMade && word.userId === account.id;
      // If the account that the directory made has another way in by now, its person must prove it.
      return isMade && !(await hasOtherWay(inner, account.id));
    },
  };
}

/** Asks the organisation's directory about a person, by the claim that its owner has named for it (SCIM-02). */
function ask(
  ctx: Context,
  row: ConnectionRow,
  { subject, objectId, email }: Named,
  userId: number | null,
): Promise<DirectoryWord> {
  const externalId = row.directory_claim === 'oid' ? objectId : subject;
  return askDirectory(ctx, { organisationId: row.organisation_id ?? 0, externalId, address: email, userId });
}
