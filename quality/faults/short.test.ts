/** @module-tag long */
import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { seed } from '#tests/support/seed.ts';
import { randomFrom } from '../bench/catalogue.ts';
import { f01 } from './f01-killed-app.ts';
import { f02 } from './f02-killed-database.ts';
import { f04 } from './f04-webhooks.ts';
import { f08 } from './f08-full-upload-disk.ts';
import { f11 } from './f11-one-code.ts';
import { f12 } from './f12-bought-twice.ts';
import { f19 } from './f19-locked-tables.ts';
import { f20 } from './f20-failover.ts';
import { amountOf, type Fault } from './fault.ts';

/** Databases in the run's PostgreSQL, which the nodes share. */
const environment = { createDatabase: createTestDatabase };

/**
 * Runs a few attempts of a fault. Durations are not judged, because the machine may be busy:
 * `npm run test:faults` does that.
 */
async function expectSurvived(fault: Fault): Promise<void> {
  const { wrong, reached } = await fault.run({ environment, random: randomFrom(seed), amount: amountOf('short') });
  expect({ wrong, reached }).toEqual({
    wrong: [],
    reached: expect.not.stringMatching(/[1-9]\d* (double|acknowledged|forged)|died/),
  });
}

it('CHECKOUT-10 CHECKOUT-11 F01 a purchase survives the killing of its node at every moment', () =>
  expectSurvived(f01));

it('F02 PostgreSQL loses no acknowledged change when it is killed, and the portal starts it again', () =>
  expectSurvived(f02));

it('CHECKOUT-18 F04 webhooks come twice, in any order or never, and forged ones change nothing', () =>
  expectSurvived(f04));

it('F08 an upload that finds no room is refused in words and leaves nothing behind', () => expectSurvived(f08));

it('PROMO-10 F11 only one of fifty members redeems a code with one use, in one step or by a checkout', () =>
  expectSurvived(f11));

it('CHECKOUT-05 F12 fifty devices open one payment, and what is paid twice goes back', () => expectSurvived(f12));

it('OUT-01 F19 no node dies while tables are locked, reindexed and rewritten', () => expectSurvived(f19));

it('OPS-02 F20 the portal serves on when its primary is lost and the standby promoted, and nothing acknowledged is lost', () =>
  expectSurvived(f20));
