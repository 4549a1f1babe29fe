import { afterAll, beforeAll, describe, it } from 'vitest';
import { liftLimits } from '#quality/fuzz/world.ts';
import type { World } from '#tests/support/address-history.ts';
import { AddressLife } from '#tests/support/address-lives.ts';
import { startTestIdentity } from '#tests/support/identity.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { switchAssistantsOn } from '#tests/support/mcp.ts';
import { chooser } from '#tests/support/money-lives.ts';
import { createTestPortal } from '#tests/support/portal.ts';
import { seed } from '#tests/support/seed.ts';

/**
 * An address in the hands of its owner and of a stranger in turn: registered, verified, linked, with a second factor, a
 * passkey, a key, an assistant or a private address, reset, moved, erased and registered again. Neither ever acts in an account, or reads it, by something the
 * other left.
 */
const sizes = [
  { lives: 2, steps: 15, tags: [] },
  { lives: Number(process.env.ADDRESS_LIVES ?? 300), steps: 40, tags: ['long'], timeout: 3_600_000 },
];

/** At a host that may have passkeys. */
const publicUrl = 'http://portal.localhost';

let world: World;
beforeAll(async () => {
  const identity = await startTestIdentity(publicUrl);
  const portal = await createTestPortal({ PUBLIC_URL: publicUrl }, { identityProvider: identity.provider });
  await liftLimits(portal.database);
  world = { portal, identity, administrator: await switchAssistantsOn(portal), choose: chooser(seed) };
});
afterAll(async () => {
  await expectInvariants(world.portal.database);
  await world.portal.close();
  await world.identity.close();
});

describe.each(sizes)('in $lives lives of an address', ({ lives, steps, ...options }) => {
  it('ACCT-10 lets no person into an account by what the other left there', options, async () => {
    for (let life = 0; life < lives; life += 1) {
      const one = new AddressLife(world);
      await one.begin();
      for (let step = 0; step < steps; step += 1) await one.step();
      await one.attack();
    }
  });
});
