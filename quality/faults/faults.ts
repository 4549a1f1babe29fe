import { f01 } from './f01-killed-app.ts';
import { f02 } from './f02-killed-database.ts';
import { f03 } from './f03-provider-down.ts';
import { f04 } from './f04-webhooks.ts';
import { f05 } from './f05-mail-down.ts';
import { f06 } from './f06-identity-down.ts';
import { f07 } from './f07-full-database-disk.ts';
import { f08 } from './f08-full-upload-disk.ts';
import { f09 } from './f09-killed-node.ts';
import { f10 } from './f10-wrong-clock.ts';
import { f11 } from './f11-one-code.ts';
import { f12 } from './f12-bought-twice.ts';
import { f13 } from './f13-money-back.ts';
import { f14 } from './f14-unpaid-subscription.ts';
import { f15 } from './f15-broken-migration.ts';
import { f16 } from './f16-restore.ts';
import { f19 } from './f19-locked-tables.ts';
import { f20 } from './f20-failover.ts';
import type { Fault } from './fault.ts';

/** Every fault, in the order of the run. */
export const faults: readonly Fault[] = [
  f01,
  f02,
  f03,
  f04,
  f05,
  f06,
  f07,
  f08,
  f09,
  f10,
  f11,
  f12,
  f13,
  f14,
  f15,
  f16,
  f19,
  f20,
];
