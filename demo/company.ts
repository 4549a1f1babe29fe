import type { Database } from '#server/platform/database/db.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { insertCompany, insertDemoUser, updateCompany } from './store.ts';

/** The demo's company, whose people sign in through a stand-in for its own provider. */
export const demoCompany = {
  connectionId: '5a1f3c1e-0d5b-4c57-9f0e-2b6a6b1c9d10',
  organisation: 'Fairbourne Housing',
  button: 'Fairbourne account',
  slug: 'fairbourne',
  domain: 'fairbourne.example',
  owner: { email: 'ines@fairbourne.example', firstName: 'Ines', lastName: 'Fairbourne' },
  /** Accounts at the company's provider: the owner's, and a newcomer's, who is unknown to the portal. */
  people: [
    {
      email: 'noor.haddad@fairbourne.example',
      firstName: 'Noor',
      lastName: 'Haddad',
      isVerified: true,
      isWorkspace: true,
    },
    {
      email: 'ines@fairbourne.example',
      firstName: 'Ines',
      lastName: 'Fairbourne',
      isVerified: true,
      isWorkspace: true,
    },
  ],
} as const;

type Company = { database: Database; sealer: Sealer; issuer: string; clientSecret: string; password: string };

/**
 * Adds the demo's company if it is missing; otherwise updates the issuer and the client secret of its provider's
 * stand-in, which change with the portal's URL and the installation's secret, and proves its domain again, whose name
 * is reserved for examples and has no DNS record.
 */
export async function keepDemoCompany({ database, sealer, issuer, clientSecret, password }: Company): Promise<void> {
  const { connectionId, owner, organisation, domain } = demoCompany;
  const passwordHash = await hashPassword(password);
  const sealedSecret = sealer.seal(clientSecret, `connection:${connectionId}`);
  const provider = { connectionId, issuer, sealedSecret, domain };
  await database.transaction(async (db) => {
    if (await updateCompany(db, provider)) return;
    await insertDemoUser(db, {
      email: owner.email,
      first_name: owner.firstName,
      last_name: owner.lastName,
      organization: organisation,
      password_hash: passwordHash,
      joinedDaysAgo: 40,
    });
    await insertCompany(db, { ...demoCompany, ...provider, ownerEmail: owner.email });
  });
}
